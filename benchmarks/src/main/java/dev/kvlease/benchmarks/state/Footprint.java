package dev.kvlease.benchmarks.state;

import dev.kvlease.benchmarks.report.Directories;
import dev.kvlease.benchmarks.report.Heap;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.CountingEffects;
import dev.kvlease.benchmarks.workload.StandingLeases;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** What live leases take: in the heap, as the entries of the store, in files of RocksDB; and how long reading them back takes. */
public final class Footprint {
    private static final List<StateKind> KINDS = List.of(StateKind.values());
    private static final int HOLDERS = 64;
    private static final int DRAIN_EVERY = 1_000;
    private static final long SEED = 1;

    private final StandingLeases made = new StandingLeases(SEED);
    private final PrintStream out;
    private final int leases;

    private Footprint(int leases, PrintStream out) {
        this.leases = leases;
        this.out = out;
    }

    /**
     * Makes the leases and prints what they take.
     *
     * @param run how many: a million, or a few
     * @throws RocksDBException if the store fails
     * @throws IOException if there is no room for its files
     */
    public static void measure(Run run) throws RocksDBException, IOException {
        new Footprint(run.of(20_000, 1_000_000), run.out()).run();
    }

    private void run() throws RocksDBException, IOException {
        Path directory = Files.createTempDirectory("kvlease-state");
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB store = RocksDB.open(options, directory.toString());
                FlushOptions flush = new FlushOptions()) {
            long before = Heap.usedBytes();
            List<LeaseEngine> engines = fill(store);
            long heapBytes = Heap.usedBytes() - before;
            store.flush(flush);
            store.compactRange();
            print("heap", heapBytes);
            print("files of RocksDB", Directories.bytes(directory, ".sst"));
            engines.clear();
            restore(store);
        } finally {
            Directories.delete(directory);
        }
    }

    private List<LeaseEngine> fill(RocksDB store) {
        List<LeaseEngine> engines = new ArrayList<>();
        long entriesBytes = 0;
        for (int holder = 0; holder < HOLDERS; holder++) {
            Store sink = new Store(store, "decode-" + holder);
            engines.add(fill("decode-" + holder, sink));
            entriesBytes += sink.bytes;
        }
        print("entries, keys included", entriesBytes);
        return engines;
    }

    private LeaseEngine fill(String holder, Store sink) {
        LeaseEngine engine = new LeaseEngine(holder, Settings.DEFAULT, true);
        CountingEffects effects = new CountingEffects();
        int perHolder = leases / HOLDERS;
        for (int seq = 0; seq <= perHolder; seq++) {
            AsOf asOf = new AsOf(0, seq, 0, 0, 0);
            engine.apply(
                    seq == 0 ? StandingLeases.started(holder) : made.allocated(holder, seq),
                    new Arrival(seq, seq, asOf),
                    effects);
            if (seq % DRAIN_EVERY == 0 || seq == perHolder) {
                engine.drainChanges(sink);
            }
        }
        return engine;
    }

    /** The state of one holder after the other, as a task reads its own. */
    private void restore(RocksDB store) {
        long startNs = System.nanoTime();
        long restored = 0;
        for (int holder = 0; holder < HOLDERS; holder++) {
            LeaseEngine engine = new LeaseEngine("decode-" + holder, Settings.DEFAULT, true);
            byte[] prefix = Store.prefix("decode-" + holder);
            try (var entries = store.newIterator()) {
                for (entries.seek(prefix); entries.isValid() && startsWith(entries.key(), prefix); entries.next()) {
                    byte[] key = entries.key();
                    StateKind kind = KINDS.get(key[prefix.length]);
                    engine.restore(kind, rest(key, prefix.length + 1), entries.value());
                }
            }
            engine.restored();
            restored += engine.facts().leases().standing();
        }
        if (restored != (long) leases / HOLDERS * HOLDERS) {
            throw new IllegalStateException(restored + " of " + leases + " leases were read back");
        }
        out.printf(
                Locale.ROOT,
                "%-34s %,12.2f s   %,d leases, from files to working engines, one thread%n",
                "footprint, reading back",
                (System.nanoTime() - startNs) / 1e9,
                restored);
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length > prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static byte[] rest(byte[] key, int from) {
        return Arrays.copyOfRange(key, from, key.length);
    }

    private void print(String what, long bytes) {
        out.printf(
                Locale.ROOT,
                "%-34s %,12d B   a lease of %d blocks; %,d leases, %.1f MB%n",
                "footprint, " + what,
                bytes / leases,
                Workload.BLOCKS,
                leases,
                bytes / 1e6);
    }

    /** Keys as those of the application's store: the holder, the kind, the core's key. */
    private static final class Store implements StateSink {
        private final RocksDB store;
        private final byte[] prefix;
        private long bytes;

        private Store(RocksDB store, String holder) {
            this.store = store;
            this.prefix = prefix(holder);
        }

        private static byte[] prefix(String holder) {
            byte[] id = holder.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(Short.BYTES + id.length)
                    .putShort((short) id.length)
                    .put(id)
                    .array();
        }

        private byte[] key(StateKind kind, byte[] key) {
            return ByteBuffer.allocate(prefix.length + 1 + key.length)
                    .put(prefix)
                    .put((byte) KINDS.indexOf(kind))
                    .put(key)
                    .array();
        }

        @Override
        public void put(StateKind kind, byte[] key, byte[] value) {
            byte[] whole = key(kind, key);
            if (kind == StateKind.REQUEST || kind == StateKind.ALLOCATION) {
                bytes += whole.length + value.length;
            }
            try {
                store.put(whole, value);
            } catch (RocksDBException e) {
                throw new UncheckedIOException(new IOException(e));
            }
        }

        @Override
        public void delete(StateKind kind, byte[] key) {
            throw new IllegalStateException("nothing ends here");
        }
    }
}
