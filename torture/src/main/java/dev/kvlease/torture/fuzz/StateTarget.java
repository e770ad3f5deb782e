package dev.kvlease.torture.fuzz;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a store gives back of a holder: whole, torn, cut or damaged entries. A case is a row of entries, each with a byte
 * for its kind and two for the length of its key and of its value.
 */
final class StateTarget implements Target {
    static final String NAME = "state";

    private static final StateKind[] KINDS = StateKind.values();
    private static final int PROBES = 4;

    private final List<InputRecord> probes = new ArrayList<>();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 200;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<byte[]> seeds = new ArrayList<>();
        List<InputRecord> records = Seeds.records(seed);
        Map<String, LeaseEngine> engines = new HashMap<>();
        for (int i = 0; i < records.size(); i++) {
            InputRecord input = records.get(i);
            LeaseEngine engine =
                    engines.computeIfAbsent(input.holder(), holder -> new LeaseEngine(holder, Settings.DEFAULT, true));
            input.applyTo(engine, Seeds.arrival(i), new Seeds.Quiet() {});
            if (i % (records.size() / 40 + 1) == 0) {
                seeds.add(entriesOf(engine));
            }
        }
        records.stream().limit(PROBES).forEach(probes::add);
        return seeds;
    }

    private static byte[] entriesOf(LeaseEngine engine) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        engine.drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                if (out.size() + key.length + value.length < Mutator.USUAL_BYTES) {
                    out.write(List.of(KINDS).indexOf(kind));
                    out.writeBytes(two(key.length));
                    out.writeBytes(key);
                    out.writeBytes(two(value.length));
                    out.writeBytes(value);
                }
            }

            @Override
            public void delete(StateKind kind, byte[] key) {}
        });
        return out.toByteArray();
    }

    private static byte[] two(int length) {
        return ByteBuffer.allocate(2).putShort((short) length).array();
    }

    @Override
    public long mostAllocated(byte[] input) {
        // a number of the state may stand for a table with an entry for each of its values
        return 4 * SPARE_BYTES + 512L * input.length;
    }

    @Override
    public String take(byte[] input) {
        String holder = probes.get(0).holder();
        LeaseEngine engine = new LeaseEngine(holder, Settings.DEFAULT, true);
        try {
            restore(engine, ByteBuffer.wrap(input));
        } catch (IllegalArgumentException e) {
            return Shapes.of(e);
        }
        return "restored " + probe(engine, holder);
    }

    private static void restore(LeaseEngine engine, ByteBuffer in) {
        while (in.hasRemaining()) {
            StateKind kind = KINDS[(in.get() & 0xff) % KINDS.length];
            engine.restore(kind, next(in), next(in));
        }
        engine.restored();
    }

    private static byte[] next(ByteBuffer in) {
        int length = in.remaining() < 2 ? 0 : in.getShort() & 0xffff;
        byte[] bytes = new byte[Math.min(length, in.remaining())];
        in.get(bytes);
        return bytes;
    }

    /** Entries that no engine writes may make it fail on a record, which the stream puts aside: but it comes to an end. */
    private String probe(LeaseEngine engine, String holder) {
        try {
            engine.repeatLastWords(Seeds.arrival(1).asOf(), new Seeds.Quiet() {});
            for (InputRecord each : probes) {
                if (each.holder().equals(holder)) {
                    each.applyTo(engine, Seeds.arrival(2), new Seeds.Quiet() {});
                }
            }
            return "and goes on";
        } catch (RuntimeException e) {
            return "and fails, " + e.getClass().getSimpleName();
        }
    }
}
