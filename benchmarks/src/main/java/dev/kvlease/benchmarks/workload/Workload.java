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
 * The mixed workload of every measurement: many holders, four readers each, 32 blocks a lease; lease events 40 %
 * (heartbeats included), samples 10 %, intents 28 %, outcomes 22 %. Seeded; the same numbers give the same records.
 *
 * <p>A holder's clock moves {@value #STEP_NS} ns from one of its own records to the next, so that a long run reaches
 * the horizon and forgets as much as it learns.
 */
public final class Workload {
    /** Readers of each holder. */
    public static final int READERS = 4;

    /** Blocks of each lease. */
    public static final int BLOCKS = 32;

    /** Nanoseconds of a holder's clock from one of its records to the next. */
    public static final long STEP_NS = 100_000_000L;

    private static final long LEASE_NS = 30_000_000_000L;
    private static final long READ_NS = 20_000_000L;
    private static final int LIVE_LEASES = 32;
    private static final int POOL_BLOCKS = 4_096;
    private static final String READER_LIFE = "reader-life";
    private static final String HOLDER_LIFE = "holder-life";

    /**
     * One record.
     *
     * @param holder the holder's number, from 0
     * @param record what is sent
     */
    public record Step(int holder, InputRecord record) {}

    private record LiveLease(String requestId, int[] blocks) {}

    private static final class Holder {
        private final int index;
        private final String id;
        private final ArrayDeque<LiveLease> unread = new ArrayDeque<>();
        private final ArrayDeque<LiveLease> read = new ArrayDeque<>();
        private final ArrayDeque<ReadIntent> running = new ArrayDeque<>();
        private long clockNs = LEASE_NS;
        private long seq;
        private long requests;
        private long reads;
        private int nextBlock = 1;

        private Holder(int index, String id) {
            this.index = index;
            this.id = id;
        }
    }

    private final SplittableRandom random;
    private final String prefix;
    private final long stepNs;
    private final List<Holder> holders = new ArrayList<>();

    /**
     * A workload.
     *
     * @param seed decides everything
     * @param holderCount how many holders
     */
    public Workload(long seed, int holderCount) {
        this(seed, holderCount, "", STEP_NS);
    }

    /**
     * A workload of other engines at another pace.
     *
     * @param seed decides everything
     * @param holderCount how many holders
     * @param prefix what the engine ids start with
     * @param stepNs how far a holder's clock moves from one of its records to the next
     */
    public Workload(long seed, int holderCount, String prefix, long stepNs) {
        this.random = new SplittableRandom(seed);
        this.prefix = prefix;
        this.stepNs = stepNs;
        for (int i = 0; i < holderCount; i++) {
            holders.add(new Holder(i, prefix + "decode-" + i));
        }
    }

    /**
     * The next records.
     *
     * @param count how many at least
     * @return the records in order; the first call begins with every holder's start and clocks
     */
    public List<Step> next(int count) {
        List<Step> steps = new ArrayList<>(count + holders.size() * (READERS + 1));
        for (Holder holder : holders) {
            if (holder.seq == 0) {
                start(holder, steps);
            }
        }
        while (steps.size() < count) {
            Holder holder = holders.get(random.nextInt(holders.size()));
            holder.clockNs += stepNs;
            steps.add(step(holder));
        }
        return steps;
    }

    private void start(Holder holder, List<Step> steps) {
        steps.add(event(holder, Records.own(LeaseEventType.ENGINE_STARTED, at(holder))));
        for (int reader = 0; reader < READERS; reader++) {
            steps.add(sample(holder, reader));
        }
    }

    /** Draws the kind of record; where there is nothing to read or release, a heartbeat takes its place. */
    private Step step(Holder holder) {
        int drawn = random.nextInt(100);
        if (drawn < 10) {
            return sample(holder, random.nextInt(READERS));
        }
        if (drawn < 38) {
            return intent(holder);
        }
        if (drawn < 60 && !holder.running.isEmpty()) {
            return outcome(holder);
        }
        boolean crowded = holder.read.size() > LIVE_LEASES;
        if (drawn < 76 && holder.read.size() <= 2 * LIVE_LEASES) {
            return allocate(holder);
        }
        if (drawn < 92 && crowded) {
            return release(holder);
        }
        return event(holder, Records.own(LeaseEventType.ENGINE_HEARTBEAT, at(holder)));
    }

    private Step release(Holder holder) {
        LiveLease lease = holder.read.remove();
        return event(holder, Records.released(at(holder), lease.requestId(), LeaseEvent.READ_COMPLETED));
    }

    private Step allocate(Holder holder) {
        int[] blocks = new int[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = holder.nextBlock;
            holder.nextBlock = holder.nextBlock % POOL_BLOCKS + 1;
        }
        LiveLease lease = new LiveLease("request-" + holder.index + "-" + holder.requests++, blocks);
        holder.unread.add(lease);
        return event(holder, Records.allocated(at(holder), lease.requestId(), blocks, holder.clockNs + LEASE_NS));
    }

    private static Records.At at(Holder holder) {
        return new Records.At(holder.id, HOLDER_LIFE, holder.seq++, holder.clockNs);
    }

    private static Step event(Holder holder, LeaseEvent event) {
        return new Step(holder.index, new InputRecord.Event(event));
    }

    /** Reader and holder clocks are equal here; the round trip is 1 ms or a little more. */
    private Step sample(Holder holder, int reader) {
        long rttNs = 1_000_000L + random.nextInt(200_000);
        long sentNs = holder.clockNs;
        return new Step(
                holder.index,
                new InputRecord.Sample(new HandshakeSample(
                        reader(holder, reader),
                        READER_LIFE,
                        holder.id,
                        HOLDER_LIFE,
                        0,
                        sentNs,
                        sentNs + rttNs / 2,
                        sentNs + rttNs)));
    }

    private String reader(Holder holder, int reader) {
        return prefix + "prefill-" + (holder.index * READERS + reader) % 64;
    }

    private Step intent(Holder holder) {
        LiveLease unread = holder.unread.poll();
        if (unread != null) {
            holder.read.add(unread);
            return ask(holder, unread, true);
        }
        if (holder.read.isEmpty()) {
            return ask(holder, new LiveLease("unknown", new int[0]), false);
        }
        return ask(holder, holder.read.peekLast(), random.nextBoolean());
    }

    private Step ask(Holder holder, LiveLease lease, boolean reads) {
        ReadIntent intent = new ReadIntent(
                reader(holder, random.nextInt(READERS)),
                READER_LIFE,
                holder.id,
                Optional.of(HOLDER_LIFE),
                lease.requestId(),
                "read-" + holder.index + "-" + holder.reads++,
                new int[][] {lease.blocks()},
                lease.blocks().length,
                holder.clockNs,
                Absent.LONG);
        if (reads) {
            holder.running.add(intent);
        }
        return new Step(holder.index, new InputRecord.Intent(intent));
    }

    private Step outcome(Holder holder) {
        ReadIntent intent = holder.running.poll();
        boolean completed = random.nextInt(10) > 0;
        return new Step(
                holder.index,
                new InputRecord.Outcome(new ReadOutcome(
                        intent.reader(),
                        READER_LIFE,
                        holder.id,
                        HOLDER_LIFE,
                        intent.requestId(),
                        intent.readRequestId(),
                        Absent.LONG,
                        completed ? ReadStatus.COMPLETED : ReadStatus.DECLINED,
                        intent.nowNs(),
                        intent.nowNs() + READ_NS)));
    }
}
