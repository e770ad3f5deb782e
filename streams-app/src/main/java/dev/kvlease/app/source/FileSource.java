package dev.kvlease.app.source;

import dev.kvlease.app.eventfile.OffsetCounter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;

/**
 * Files that together are one source: those of an export by their records' places in it, others merged by a
 * {@link RecordOrder}.
 */
public final class FileSource {
    private static final byte[] AVRO_MAGIC = {'O', 'b', 'j', 1};

    /** What opens a file. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Opens a file.
         *
         * @param file the file
         * @return its bytes
         * @throws IOException if it cannot be read
         */
        InputStream open(Path file) throws IOException;
    }

    private final Opener opener;
    private final GenericData model;
    private final ReadingProblems problems;
    private final OffsetCounter offsets = new OffsetCounter();

    /**
     * A source of files.
     *
     * @param opener opens them
     * @param model makes the values: specific for a replay, generic to keep them as they were written
     * @param problems told of what cannot be read
     */
    public FileSource(Opener opener, GenericData model, ReadingProblems problems) {
        this.opener = opener;
        this.model = model;
        this.problems = problems;
    }

    /**
     * Whether a file is an Avro container file.
     *
     * @param file an existing file
     * @return true by its first bytes
     * @throws IOException if it cannot be read
     */
    public static boolean isAvro(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(AVRO_MAGIC.length), AVRO_MAGIC);
        }
    }

    /**
     * The files of a directory that hold records: not its manifest, no hidden ones, nothing below it.
     *
     * @param directory an existing directory
     * @return its files by name
     * @throws IOException if it cannot be read
     */
    public static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !file.getFileName().toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Opens files as one stream.
     *
     * @param files event files and Avro files
     * @param order how to merge those that do not tell their records' places among the others
     * @return all records
     * @throws IOException if a file cannot be opened
     */
    public RecordStream open(List<Path> files, RecordOrder order) throws IOException {
        List<RecordStream> positioned = new ArrayList<>();
        List<RecordStream> others = new ArrayList<>();
        for (Path file : files) {
            if (isAvro(file)) {
                AvroFileStream stream = new AvroFileStream(file, opener.open(file), model, offsets, problems);
                (stream.isPositioned() ? positioned : others).add(stream);
            } else {
                others.add(new EventFileStream(file.toString(), opener.open(file), model, offsets, problems));
            }
        }
        if (!positioned.isEmpty()) {
            others.add(new Positioned(positioned));
        }
        return order.merge(others);
    }

    /** The files of one export, by the places that their records tell. */
    private static final class Positioned implements RecordStream {
        private record Head(StoredRecord record, RecordStream rest) {}

        private final List<RecordStream> streams;
        private final PriorityQueue<Head> heads = new PriorityQueue<>(
                Comparator.comparingLong((Head head) -> head.record().origin().line()));
        private boolean begun;

        Positioned(List<RecordStream> streams) {
            this.streams = streams;
        }

        @Override
        public Optional<StoredRecord> next() throws IOException {
            if (!begun) {
                begun = true;
                for (RecordStream stream : streams) {
                    advance(stream);
                }
            }
            Head first = heads.poll();
            if (first == null) {
                return Optional.empty();
            }
            advance(first.rest());
            return Optional.of(first.record());
        }

        private void advance(RecordStream stream) throws IOException {
            stream.next().ifPresent(record -> heads.add(new Head(record, stream)));
        }

        @Override
        public void close() throws IOException {
            for (RecordStream stream : streams) {
                stream.close();
            }
        }
    }
}
