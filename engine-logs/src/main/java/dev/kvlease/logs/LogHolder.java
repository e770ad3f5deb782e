package dev.kvlease.logs;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** One holder while its log is turned into events: gives out the numbers, the lives, and a heartbeat where it is quiet. */
final class LogHolder {
    private static final long NS_PER_MS = 1_000_000;
    private static final long QUIET_NS = 12 * 3600 * Constants.SECOND_NS;
    private static final long CLOSING_NS = 15 * Constants.SECOND_NS;
    private static final long HEARD_NS = 5 * Constants.SECOND_NS;
    private static final long BOUNDS_NS = 60 * Constants.SECOND_NS;
    private static final String RANK = "_dp";

    private final String name;
    private final String lifePrefix;
    private final Consumer<LogRecord> out;
    private final Map<String, Held> leases;
    private int life = 1;
    private long seq;
    private long clockNs;
    private long boundedNs = Long.MIN_VALUE;
    private LogLine from;

    /**
     * A holder at its first sign of life.
     *
     * @param name its engine id
     * @param lifePrefix what its incarnations begin with
     * @param mostLeases of how many leases it is remembered that they were freed; the oldest are forgotten
     * @param clockNs when it was first seen
     * @param from where
     * @param out takes the records
     */
    LogHolder(String name, String lifePrefix, int mostLeases, long clockNs, LogLine from, Consumer<LogRecord> out) {
        this.name = name;
        this.lifePrefix = lifePrefix;
        this.from = from;
        this.leases = new BoundedMap<>(mostLeases);
        this.out = out;
        start(clockNs);
    }

    static String rankOf(String engine, int dataParallelRank) {
        return engine + RANK + dataParallelRank;
    }

    static boolean isOf(String holder, String engine) {
        return holder.equals(engine) || holder.startsWith(engine + RANK);
    }

    /** What is said from now on, this line shows. */
    LogHolder by(LogLine line) {
        from = line;
        return this;
    }

    void leased(String request, long atNs) {
        leased(request, atNs, Absent.LONG);
    }

    void leased(String request, long atNs, long expiryNs) {
        long expiry = expiryNs < Constants.TIME_END_NS ? expiryNs : Absent.LONG;
        quiet(atNs);
        leases.put(request, new Held(seq, false));
        send(LeaseEventType.BLOCKS_ALLOCATED, request, atNs, expiry);
    }

    void freed(String request, long atNs) {
        Held held = leases.get(request);
        boolean shown = held != null && !held.freed();
        if (!shown) {
            leased(request, atNs);
        }
        leases.computeIfPresent(request, (id, lease) -> new Held(lease.seq(), true));
        send(LeaseEventType.BLOCKS_EXPIRED, request, atNs, Absent.LONG);
    }

    boolean hasFreed(String request) {
        Held held = leases.get(request);
        return held != null && held.freed();
    }

    void restarted(long atNs) {
        closed(atNs);
        leases.clear();
        life++;
        start(atNs);
    }

    /** Nothing more will be said of this life: a last heartbeat lets reads that wait be judged. */
    void closed(long lastNs) {
        send(LeaseEventType.ENGINE_HEARTBEAT, "", Math.max(clockNs, lastNs) + CLOSING_NS, Absent.LONG);
    }

    /** A line that tells nothing else shows that the holder is alive. */
    void heard(long atNs) {
        if (atNs - clockNs >= HEARD_NS) {
            send(LeaseEventType.ENGINE_HEARTBEAT, "", atNs, Absent.LONG);
        }
    }

    /**
     * The holder's clock when a read ended lies between its notice less the delay, and the notice's last moment. That is
     * the same for every notice, so it is told again only before drift would widen it by much.
     */
    void bounds(String reader, String readerLife, LogTime notice, long delayNs) {
        boolean fresh = boundedNs != Long.MIN_VALUE && notice.fromNs() - boundedNs < BOUNDS_NS;
        if (fresh) {
            return;
        }
        boundedNs = notice.fromNs();
        long sentNs = notice.fromNs() - notice.resolutionNs();
        long receivedNs = notice.fromNs() + delayNs + notice.resolutionNs();
        out.accept(new LogRecord.Sample(
                notice.fromNs() / NS_PER_MS,
                from,
                new HandshakeSample(reader, readerLife, name, lifeId(), 0, sentNs, notice.fromNs(), receivedNs)));
    }

    LogRecord ended(String reader, String readerLife, String request, String read, ReadStatus status, long atNs) {
        Held held = leases.get(request);
        long leaseSeq = held == null ? Absent.LONG : held.seq();
        return new LogRecord.Outcome(
                atNs / NS_PER_MS,
                from,
                new ReadOutcome(reader, readerLife, name, lifeId(), request, read, leaseSeq, status, atNs, atNs));
    }

    private void start(long atNs) {
        seq = 0;
        clockNs = atNs;
        boundedNs = Long.MIN_VALUE;
        send(LeaseEventType.ENGINE_STARTED, "", atNs, Absent.LONG);
    }

    /** A jump of more than a day would not be believed. */
    private void quiet(long untilNs) {
        while (untilNs - clockNs > QUIET_NS) {
            clockNs += QUIET_NS;
            emit(LeaseEventType.ENGINE_HEARTBEAT, "", Absent.LONG);
        }
    }

    private void send(LeaseEventType type, String request, long atNs, long expiryNs) {
        quiet(atNs);
        clockNs = Math.max(clockNs, atNs);
        emit(type, request, expiryNs);
    }

    private void emit(LeaseEventType type, String request, long expiryNs) {
        boolean allocates = type == LeaseEventType.BLOCKS_ALLOCATED;
        LeaseEvent event = new LeaseEvent(
                type,
                name,
                lifeId(),
                seq++,
                clockNs,
                request,
                allocates ? Optional.of(new int[0][]) : Optional.empty(),
                new int[0],
                expiryNs,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                "");
        out.accept(new LogRecord.Event(clockNs / NS_PER_MS, from, event));
    }

    private String lifeId() {
        return lifePrefix + life;
    }

    /** A lease: the number of its allocation, and whether its blocks were freed. */
    private record Held(long seq, boolean freed) {}
}
