package dev.kvlease.app.source;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicSchemas;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;

/**
 * Records of inputs sorted into one temporary file for each partition of each topic, so that they can be read in whatever
 * order: files that hold several topics can only be read as they stand. It keeps what a replay needs of a record, which is
 * neither its key nor its headers.
 */
public final class RecordSpool implements Closeable {
    private static final byte USABLE = 0;
    private static final byte REFUSED = 1;

    private final Path directory;
    private final Map<Place, SpoolSort> files = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Codec codec = new Codec();
    private long added;
    private long left;

    /** A partition of a topic. */
    private record Place(Topic topic, int partition) {}

    /**
     * An empty spool.
     *
     * @throws IOException if there is no room for temporary files
     */
    public RecordSpool() throws IOException {
        directory = Files.createTempDirectory("kvlease-inputs-");
    }

    /**
     * Takes a record of an input. Those of a partition may come in another order than their offsets', as files do that are not
     * named in theirs.
     *
     * @param record with a value of its topic's own class
     * @throws IOException if it cannot be written, or if the order is too wild to be put right
     */
    public void add(StoredRecord record) throws IOException {
        Place place = new Place(record.topic(), record.origin().partition());
        String name = place.topic().shortName() + "-" + place.partition();
        SpoolSort file = files.computeIfAbsent(place, unused -> new SpoolSort(directory.resolve(name)));
        if (!file.add(record.origin().offset(), codec.bytes(record))) {
            throw new IOException(record.origin().file() + ": the records of " + name + " stand in no order, offset "
                    + record.origin().offset() + " comes behind later ones once too often; sort them by offset");
        }
        added++;
    }

    private void merge() throws IOException {
        for (SpoolSort file : files.values()) {
            left += file.merge();
        }
    }

    /**
     * How many records there are.
     *
     * @return the count of those that are kept, as far as is known
     */
    public long records() {
        return added - left;
    }

    /**
     * How many records were left out; call it when all are there.
     *
     * @return the count of those whose offset stood there twice
     * @throws IOException if a temporary file cannot be used
     */
    public long leftOut() throws IOException {
        merge();
        return left;
    }

    /**
     * All partitions, each from its beginning; call it when all records are there.
     *
     * @return streams that may be read in any order
     * @throws IOException if a temporary file cannot be used
     */
    public List<PartitionStream> streams() throws IOException {
        merge();
        List<PartitionStream> streams = new ArrayList<>();
        files.forEach((place, file) -> streams.add(new Stored(place, file)));
        return streams;
    }

    /**
     * The inputs of one partition.
     *
     * @param partition which
     * @return streams as {@link #streams} gives
     * @throws IOException if a temporary file cannot be used
     */
    public List<PartitionStream> streams(int partition) throws IOException {
        return streams().stream()
                .filter(stream -> stream.partition() == partition)
                .toList();
    }

    @Override
    public void close() throws IOException {
        for (SpoolSort file : files.values()) {
            file.close();
        }
        Files.deleteIfExists(directory);
    }

    /** A record as bytes, its offset and partition left out. */
    private final class Codec {
        private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        private final Map<Topic, SpecificDatumWriter<IndexedRecord>> writers = new HashMap<>();
        private final Map<Topic, SpecificDatumReader<IndexedRecord>> readers = new HashMap<>();
        private BinaryEncoder encoder;
        private BinaryDecoder decoder;

        byte[] bytes(StoredRecord record) throws IOException {
            buffer.reset();
            encoder = EncoderFactory.get().binaryEncoder(buffer, encoder);
            encoder.writeInt(number(record.origin().file()));
            encoder.writeLong(record.origin().line());
            encoder.writeLong(record.origin().recordTimeMs());
            if (record.refusal().isPresent()) {
                encoder.writeInt(REFUSED);
                encoder.writeString(record.refusal().get().reason().name());
                encoder.writeString(record.refusal().get().detail());
            } else {
                encoder.writeInt(USABLE);
                IndexedRecord value = record.value().orElseThrow();
                writers.computeIfAbsent(record.topic(), topic -> new SpecificDatumWriter<>(schema(topic)))
                        .write(value, encoder);
            }
            encoder.flush();
            return buffer.toByteArray();
        }

        private int number(String file) {
            return numbers.computeIfAbsent(file, name -> {
                names.add(name);
                return names.size() - 1;
            });
        }

        StoredRecord record(Place place, long offset, byte[] bytes) throws IOException {
            decoder = DecoderFactory.get().binaryDecoder(bytes, decoder);
            String file = names.get(decoder.readInt());
            Origin origin = new Origin(file, decoder.readLong(), place.partition(), offset, decoder.readLong());
            if (decoder.readInt() == REFUSED) {
                Refusal refusal = new Refusal(DeadLetterReason.named(decoder.readString()), decoder.readString());
                return record(place, origin, new Content.Nothing(), Optional.of(refusal));
            }
            IndexedRecord value = readers.computeIfAbsent(
                            place.topic(), topic -> new SpecificDatumReader<>(schema(topic)))
                    .read(null, decoder);
            return record(place, origin, new Content.Decoded(value), Optional.empty());
        }

        private StoredRecord record(Place place, Origin origin, Content content, Optional<Refusal> refusal) {
            return new StoredRecord(place.topic(), origin, Optional.empty(), List.of(), content, refusal);
        }

        private Schema schema(Topic topic) {
            return TopicSchemas.valueClass(topic)
                    .map(SpecificData.get()::getSchema)
                    .orElseThrow();
        }
    }

    /** A partition as it is read; the spool closes its file. */
    private final class Stored implements PartitionStream {
        private final Place place;
        private final SpoolFile.Reader reader;

        Stored(Place place, SpoolSort file) {
            this.place = place;
            this.reader = file.reader();
        }

        @Override
        public Topic topic() {
            return place.topic();
        }

        @Override
        public int partition() {
            return place.partition();
        }

        @Override
        public Optional<StoredRecord> next() throws IOException {
            return reader.next() ? Optional.of(codec.record(place, reader.offset(), reader.bytes())) : Optional.empty();
        }

        @Override
        public void goTo(long offset) throws IOException {
            reader.goTo(offset);
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
