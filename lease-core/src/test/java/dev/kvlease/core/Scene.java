package dev.kvlease.core;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Verdict;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The holder "h" in its life "a", and what is said to it in few words. Record times and offsets count up by one. */
final class Scene extends Heard {
    static final long SECOND = Constants.SECOND_NS;
    /** When a scene begins, on both clocks. */
    static final long BEGIN = 1_000 * SECOND;

    private record Entry(StateKind kind, byte[] key, byte[] value) {}

    private final Settings settings;
    private final Map<String, Entry> stored = new LinkedHashMap<>();
    private LeaseEngine engine;
    private boolean restoring;
    private long records;

    Scene() {
        this(Settings.DEFAULT);
    }

    Scene(Settings settings) {
        this.settings = settings;
        this.engine = new LeaseEngine("h", settings, true);
    }

    /** From now on each record finds an engine that knows what was stored, and no more. */
    Scene restoringEachTime(boolean each) {
        restoring = each;
        return this;
    }

    LeaseEngine engine() {
        return engine;
    }

    private Arrival next() {
        if (restoring) {
            restore();
        }
        records++;
        return new Arrival(records, records, new AsOf(3, records, 10, 20, 30));
    }

    Scene event(LeaseEvent event) {
        Arrival at = next();
        engine.apply(event, at, this);
        return this;
    }

    private Scene event(LeaseEventType type, String life, long seq, long clockNs) {
        return event(of(type, life, seq, clockNs, "", Absent.LONG, ""));
    }

    private static LeaseEvent of(
            LeaseEventType type, String life, long seq, long clockNs, String request, long expiryNs, String reason) {
        return new LeaseEvent(
                type,
                "h",
                life,
                seq,
                clockNs,
                request,
                Optional.empty(),
                new int[0],
                expiryNs,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                reason);
    }

    Scene start(String life, long clockNs) {
        return event(LeaseEventType.ENGINE_STARTED, life, 0, clockNs);
    }

    Scene heartbeat(long seq, long clockNs) {
        return heartbeat("a", seq, clockNs);
    }

    Scene heartbeat(String life, long seq, long clockNs) {
        return event(LeaseEventType.ENGINE_HEARTBEAT, life, seq, clockNs);
    }

    Scene allocate(long seq, long clockNs, String request, long expiryNs, int... blocks) {
        return allocateFor(Absent.LONG, seq, clockNs, request, expiryNs, blocks);
    }

    Scene allocateFor(long maxReads, long seq, long clockNs, String request, long expiryNs, int... blocks) {
        return event(new LeaseEvent(
                LeaseEventType.BLOCKS_ALLOCATED,
                "h",
                "a",
                seq,
                clockNs,
                request,
                Optional.of(new int[][] {blocks}),
                new int[] {0},
                expiryNs,
                maxReads,
                Absent.LONG,
                Absent.LONG,
                ""));
    }

    Scene release(long seq, long clockNs, String request, String reason) {
        return event(of(LeaseEventType.BLOCKS_RELEASED, "a", seq, clockNs, request, Absent.LONG, reason));
    }

    Scene expire(long seq, long clockNs, String request) {
        return event(of(LeaseEventType.BLOCKS_EXPIRED, "a", seq, clockNs, request, Absent.LONG, ""));
    }

    Scene extend(long seq, long clockNs, String request, long expiryNs) {
        return event(of(LeaseEventType.LEASE_EXTENDED, "a", seq, clockNs, request, expiryNs, ""));
    }

    /** The reader "r" in its life "p" learns that both clocks are the same, to the nanosecond. */
    Scene sample(long atNs) {
        return sample("r", "p", "a", atNs, atNs, atNs);
    }

    Scene sample(String reader, String readerLife, String life, long sentNs, long remoteNs, long receivedNs) {
        Arrival at = next();
        engine.apply(new HandshakeSample(reader, readerLife, "h", life, 0, sentNs, remoteNs, receivedNs), at, this);
        return this;
    }

    ReadIntent intent(String request, String read, long nowNs) {
        return new ReadIntent("r", "p", "h", Optional.empty(), request, read, new int[0][], 1, nowNs, Absent.LONG);
    }

    Verdict ask(ReadIntent intent) {
        Arrival at = next();
        engine.apply(intent, at, this);
        return verdicts.get(verdicts.size() - 1);
    }

    /** The reader "r" asks. */
    Verdict ask(String request, String read, long nowNs) {
        return ask(intent(request, read, nowNs));
    }

    Verdict ask(String reader, String request, String read, long nowNs) {
        return ask(
                new ReadIntent(reader, "p", "h", Optional.empty(), request, read, new int[0][], 1, nowNs, Absent.LONG));
    }

    /** The reader "r" says how its read of the life "a" ended. */
    Scene outcome(String request, String read, ReadStatus status, long finishedNs) {
        return outcome("r", "a", request, read, status, finishedNs);
    }

    Scene outcome(String reader, String life, String request, String read, ReadStatus status, long finishedNs) {
        Arrival at = next();
        engine.apply(
                new ReadOutcome(reader, "p", "h", life, request, read, Absent.LONG, status, finishedNs - 1, finishedNs),
                at,
                this);
        return this;
    }

    /** Goes on with an engine that knows what was stored, and no more. */
    Scene restore() {
        engine.drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                stored.put(name(kind, key), new Entry(kind, key, value));
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                stored.remove(name(kind, key));
            }
        });
        engine = new LeaseEngine("h", settings, true);
        stored.values().forEach(entry -> engine.restore(entry.kind(), entry.key(), entry.value()));
        engine.restored();
        return this;
    }

    private static String name(StateKind kind, byte[] key) {
        return kind + HexFormat.of().formatHex(key);
    }

    /** Goes on with a restored engine, and hears what it says again. */
    Scene restoreAndRepeat() {
        restore();
        verdicts.clear();
        violations.clear();
        engine.repeatLastWords(next().asOf(), this);
        return this;
    }
}
