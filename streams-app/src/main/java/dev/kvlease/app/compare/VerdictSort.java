package dev.kvlease.app.compare;

import dev.kvlease.schemas.Verdict;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** Sorts any number of verdicts by task and step; beyond a bounded number of them it uses temporary files. */
final class VerdictSort implements Closeable {
    private final int inMemory;
    private final List<Recorded> fresh = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final List<Closeable> open = new ArrayList<>();

    /**
     * An empty sort.
     *
     * @param inMemory how many verdicts are held in memory at most
     */
    VerdictSort(int inMemory) {
        this.inMemory = inMemory;
    }

    void add(Recorded recorded) throws IOException {
        fresh.add(recorded);
        if (fresh.size() >= inMemory) {
            spill();
        }
    }

    private void spill() throws IOException {
        fresh.sort(Recorded.BY_STEP);
        Path file = Files.createTempFile("kvlease-verdicts-", ".sorted");
        files.add(file);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (Recorded each : fresh) {
                ByteBuffer bytes = each.verdict().toByteBuffer();
                out.writeInt(each.place());
                out.writeLong(each.offset());
                out.writeInt(bytes.remaining());
                out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            }
        }
        fresh.clear();
    }

    /** All verdicts in order; call once, when all are added. */
    Iterator<Recorded> sorted() throws IOException {
        fresh.sort(Recorded.BY_STEP);
        if (files.isEmpty()) {
            return fresh.iterator();
        }
        List<Iterator<Recorded>> parts = new ArrayList<>(List.of(fresh.iterator()));
        for (Path file : files) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
            open.add(in);
            parts.add(new Stored(in));
        }
        return new Merged(parts);
    }

    @Override
    public void close() throws IOException {
        for (Closeable each : open) {
            each.close();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    private static final class Stored implements Iterator<Recorded> {
        private final DataInputStream in;
        private Recorded next;

        Stored(DataInputStream in) {
            this.in = in;
            this.next = read();
        }

        private Recorded read() {
            try {
                int place;
                try {
                    place = in.readInt();
                } catch (EOFException e) {
                    return null;
                }
                long offset = in.readLong();
                byte[] bytes = in.readNBytes(in.readInt());
                return new Recorded(Verdict.fromByteBuffer(ByteBuffer.wrap(bytes)), place, offset);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Recorded next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            Recorded read = next;
            next = read();
            return read;
        }
    }

    private record Head(Recorded recorded, Iterator<Recorded> rest) {}

    private static final class Merged implements Iterator<Recorded> {
        private final PriorityQueue<Head> heads =
                new PriorityQueue<>(Comparator.comparing(Head::recorded, Recorded.BY_STEP));

        Merged(List<Iterator<Recorded>> parts) {
            parts.forEach(this::offer);
        }

        private void offer(Iterator<Recorded> part) {
            if (part.hasNext()) {
                heads.add(new Head(part.next(), part));
            }
        }

        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public Recorded next() {
            Head head = heads.remove();
            offer(head.rest());
            return head.recorded();
        }
    }
}
