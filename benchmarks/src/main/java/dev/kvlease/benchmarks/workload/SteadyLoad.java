package dev.kvlease.benchmarks.workload;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The mix of {@link Workload} over a state of a given size that neither grows nor shrinks: the oldest lease is released
 * shortly before it would expire, and a new one takes its place. Blocks lie anywhere in a pool.
 */
public final class SteadyLoad {
    /** Intents go to any live lease, and are soon followed by their outcome. */
    public static final int READ_SOON = -1;

    private static final int READERS = Workload.READERS;
    private static final int WATCHED = 64;
    private static final int BLOCKS = Workload.BLOCKS;
    private static final long TTL_NS = 480_000_000_000L;
    private static final long LIFE_NS = 470_000_000_000L;
    private static final long FAR_NS = 1L << 60;
    private static final double ALLOCATIONS_OF_EVENTS = 0.4;
    private static final long SCATTER = 0x9E3779B1L;
    private static final String LIFE = "life";

    /**
     * How large the state is.
     *
     * @param holders at least 1
     * @param liveLeases of all holders together, at least one each
     * @param openReads reads that are open of each of 64 leases of each holder, to which all intents go; or
     *     {@link #READ_SOON}
     * @param hotPercent how much of the traffic the first holder has; 0 for the same as any other
     */
    public record Size(int holders, int liveLeases, int openReads, int hotPercent) {
        long eventStepNs() {
            return (long) (LIFE_NS * ALLOCATIONS_OF_EVENTS / leasesEach());
        }

        int leasesEach() {
            return Math.max(1, liveLeases / holders);
        }
    }

    private record Read(String requestId, String readRequestId, String reader) {}

    private static final class Holder {
        private final int index;
        private final String id;
        private final ArrayDeque<Read> running = new ArrayDeque<>();
        private final List<ArrayDeque<Read>> watched = new ArrayList<>();
        private final ArrayDeque<Integer> readTooOften = new ArrayDeque<>();
        private long clockNs = 2 * TTL_NS;
        private long seq;
        private long oldest;
        private long next;
        private long reads;

        private Holder(int index) {
            this.index = index;
            this.id = StandingLeases.holder(index);
        }
    }

    private final SplittableRandom random;
    private final Size size;
    private final int pool;
    private final List<Holder> holders = new ArrayList<>();

    /**
     * A load.
     *
     * @param seed decides everything
     * @param size how large its state is
     */
    public SteadyLoad(long seed, Size size) {
        this.random = new SplittableRandom(seed);
        this.size = size;
        this.pool = Integer.highestOneBit(4 * BLOCKS * (size.leasesEach() + 1));
        for (int i = 0; i < size.holders(); i++) {
            holders.add(new Holder(i));
        }
    }

    /**
     * The records that build the state up.
     *
     * @return holder by holder
     */
    public List<Workload.Step> fill() {
        List<Workload.Step> steps = new ArrayList<>();
        for (Holder holder : holders) {
            steps.add(event(holder, Records.own(LeaseEventType.ENGINE_STARTED, at(holder))));
            for (int reader = 0; reader < READERS; reader++) {
                steps.add(sample(holder, reader));
            }
            for (int lease = 0; lease < size.leasesEach(); lease++) {
                holder.clockNs += LIFE_NS / size.leasesEach();
                steps.add(allocate(holder));
            }
            if (size.openReads() != READ_SOON) {
                watch(holder, steps);
            }
        }
        return steps;
    }

    private void watch(Holder holder, List<Workload.Step> steps) {
        for (int lease = 0; lease < WATCHED; lease++) {
            holder.watched.add(new ArrayDeque<>());
            int first = pool + 1 + lease * BLOCKS;
            steps.add(event(holder, Records.allocated(at(holder), watchedId(lease), blocks(first, 1), FAR_NS)));
            for (int read = 0; read < size.openReads(); read++) {
                steps.add(readWatched(holder, lease));
            }
        }
    }

    private static String watchedId(int lease) {
        return "watched-" + lease;
    }

    /**
     * The next records of the mix.
     *
     * @param count how many
     * @return in order
     */
    public List<Workload.Step> next(int count) {
        List<Workload.Step> steps = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            boolean hot = size.hotPercent() > 0 && random.nextInt(100) < size.hotPercent();
            steps.add(step(holders.get(hot ? 0 : random.nextInt(holders.size()))));
        }
        return steps;
    }

    private Workload.Step step(Holder holder) {
        int drawn = random.nextInt(100);
        if (drawn < 10) {
            return sample(holder, random.nextInt(READERS));
        }
        if (drawn < 38) {
            return intent(holder, drawn < 16);
        }
        if (drawn < 60) {
            return outcome(holder);
        }
        return leaseEvent(holder);
    }

    /** Of five events two are allocations, two releases, and one is a heartbeat. */
    private Workload.Step leaseEvent(Holder holder) {
        holder.clockNs += size.eventStepNs();
        boolean full = holder.next - holder.oldest > size.leasesEach();
        if (random.nextInt(5) == 0) {
            return event(holder, Records.own(LeaseEventType.ENGINE_HEARTBEAT, at(holder)));
        }
        return full ? release(holder) : allocate(holder);
    }

    private Workload.Step allocate(Holder holder) {
        long lease = holder.next++;
        int first = (int) (lease * BLOCKS % pool);
        int[] blocks = blocks(first, SCATTER);
        return event(holder, Records.allocated(at(holder), request(holder, lease), blocks, holder.clockNs + TTL_NS));
    }

    private Workload.Step release(Holder holder) {
        return event(holder, Records.released(at(holder), request(holder, holder.oldest++), ""));
    }

    private static String request(Holder holder, long lease) {
        return "request-" + holder.index + "-" + lease;
    }

    /** Neighbours in the order of allocation lie far from each other in the pool; an odd factor meets each block once. */
    private int[] blocks(int first, long factor) {
        int[] ids = new int[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            ids[i] = factor == 1 ? first + i : 1 + (int) ((first + i) * factor & (pool - 1));
        }
        return ids;
    }

    private Workload.Step intent(Holder holder, boolean late) {
        if (late) {
            return ask(
                    holder, new Read(request(holder, Math.max(0, holder.oldest - 1)), readId(holder), reader(holder)));
        }
        if (size.openReads() != READ_SOON) {
            int lease = random.nextInt(WATCHED);
            holder.readTooOften.add(lease);
            return readWatched(holder, lease);
        }
        long live = holder.next - holder.oldest;
        long lease = holder.oldest + (live == 0 ? 0 : random.nextLong(live));
        Read read = new Read(request(holder, lease), readId(holder), reader(holder));
        holder.running.add(read);
        return ask(holder, read);
    }

    private Workload.Step readWatched(Holder holder, int lease) {
        Read read = new Read(watchedId(lease), readId(holder), reader(holder));
        holder.watched.get(lease).add(read);
        return ask(holder, read);
    }

    private static String readId(Holder holder) {
        return "read-" + holder.index + "-" + holder.reads++;
    }

    private String reader(Holder holder) {
        return reader(holder, random.nextInt(READERS));
    }

    private static String reader(Holder holder, int reader) {
        return "prefill-" + (holder.index * READERS + reader) % 64;
    }

    private Workload.Step outcome(Holder holder) {
        Integer watched = holder.readTooOften.poll();
        if (watched != null) {
            return outcome(holder, holder.watched.get(watched).remove(), ReadStatus.DECLINED);
        }
        Read read = holder.running.poll();
        return read == null ? leaseEvent(holder) : outcome(holder, read, ReadStatus.COMPLETED);
    }

    private static Workload.Step outcome(Holder holder, Read read, ReadStatus status) {
        return new Workload.Step(
                holder.index,
                new InputRecord.Outcome(new ReadOutcome(
                        read.reader(),
                        LIFE,
                        holder.id,
                        LIFE,
                        read.requestId(),
                        read.readRequestId(),
                        Absent.LONG,
                        status,
                        holder.clockNs,
                        holder.clockNs)));
    }

    private static Workload.Step ask(Holder holder, Read read) {
        return new Workload.Step(
                holder.index,
                new InputRecord.Intent(new ReadIntent(
                        read.reader(),
                        LIFE,
                        holder.id,
                        Optional.of(LIFE),
                        read.requestId(),
                        read.readRequestId(),
                        new int[0][],
                        BLOCKS,
                        holder.clockNs,
                        Absent.LONG)));
    }

    private static Workload.Step sample(Holder holder, int reader) {
        long nowNs = holder.clockNs;
        return new Workload.Step(
                holder.index,
                new InputRecord.Sample(new HandshakeSample(
                        reader(holder, reader), LIFE, holder.id, LIFE, 0, nowNs, nowNs + 500_000, nowNs + 1_000_000)));
    }

    private static Records.At at(Holder holder) {
        return new Records.At(holder.id, LIFE, holder.seq++, holder.clockNs);
    }

    private static Workload.Step event(Holder holder, LeaseEvent event) {
        return new Workload.Step(holder.index, new InputRecord.Event(event));
    }
}
