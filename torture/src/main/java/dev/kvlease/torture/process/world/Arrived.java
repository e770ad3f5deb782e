package dev.kvlease.torture.process.world;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What of the fleet's records came through its network, which loses some: nobody can find what nobody was told. */
final class Arrived {
    /** Longer than any record is under way. */
    private static final long UNDER_WAY_NS = TimeUnit.SECONDS.toNanos(10);

    private final Set<String> ended = new HashSet<>();
    private final Map<String, BitSet> events = new HashMap<>();

    synchronized void learn(InputRecord input) {
        if (input instanceof InputRecord.Outcome outcome) {
            ended.add(name(outcome.outcome().reader(), outcome.outcome().readRequestId()));
        } else if (input instanceof InputRecord.Event event) {
            events.computeIfAbsent(event.event().life(), life -> new BitSet())
                    .set(Math.toIntExact(event.event().seq()));
        }
    }

    private static String name(String reader, String readRequestId) {
        return reader + "|" + readRequestId;
    }

    /**
     * Whether a record is missing without which a read cannot be judged: its own end, or an event of its holder since the
     * lease; or may be missing, as the read ended only just now.
     */
    synchronized boolean lacks(ReadTruth read, long nowNs) {
        BitSet seen = events.getOrDefault(read.holderLife(), new BitSet());
        boolean gap = seen.nextClearBit(Math.toIntExact(read.leaseSeq())) < seen.length();
        boolean justNow = read.actual().stream().anyMatch(span -> nowNs - span.finishedTrueNs() < UNDER_WAY_NS);
        return gap || justNow || !ended.contains(name(read.reader(), read.readRequestId()));
    }
}
