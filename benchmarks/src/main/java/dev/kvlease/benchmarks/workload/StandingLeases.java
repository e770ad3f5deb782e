package dev.kvlease.benchmarks.workload;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Leases that nobody reads or releases. Blocks lie where an allocator that has been in use for a while finds them: anywhere
 * in a pool of a million. Request ids are as long as vLLM's.
 */
public final class StandingLeases {
    private static final int POOL_BLOCKS = 1 << 20;
    private static final long STEP_NS = 1_000_000L;
    private static final long LEASE_NS = 480_000_000_000L;

    private final SplittableRandom random;

    /**
     * None yet.
     *
     * @param seed decides ids and blocks
     */
    public StandingLeases(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * The name of a holder.
     *
     * @param holder its number
     * @return its engine id
     */
    public static String holder(int holder) {
        return "decode-" + holder;
    }

    /**
     * The first event of a holder.
     *
     * @param holder its engine id
     * @return number 0
     */
    public static LeaseEvent started(String holder) {
        return Records.own(LeaseEventType.ENGINE_STARTED, at(holder, 0));
    }

    /**
     * A new lease.
     *
     * @param holder its engine id
     * @param seq the number of the event, from 1
     * @return its allocation
     */
    public LeaseEvent allocated(String holder, int seq) {
        byte[] id = new byte[16];
        random.nextBytes(id);
        int[] blocks =
                random.ints(1, POOL_BLOCKS).distinct().limit(Workload.BLOCKS).toArray();
        String request = "cmpl-" + HexFormat.of().formatHex(id) + "-0";
        Records.At at = at(holder, seq);
        return Records.allocatedWithoutSharing(at, request, blocks, at.clockNs() + LEASE_NS);
    }

    /**
     * Events of many holders in turns.
     *
     * @param holders how many
     * @param fromSeq the first event of each
     * @param toSeq after the last event of each
     * @return in the order of their numbers
     */
    public List<Workload.Step> steps(int holders, int fromSeq, int toSeq) {
        List<Workload.Step> steps = new ArrayList<>();
        for (int seq = fromSeq; seq < toSeq; seq++) {
            for (int holder = 0; holder < holders; holder++) {
                String id = holder(holder);
                steps.add(
                        new Workload.Step(holder, new InputRecord.Event(seq == 0 ? started(id) : allocated(id, seq))));
            }
        }
        return steps;
    }

    private static Records.At at(String holder, int seq) {
        return new Records.At(holder, "life", seq, LEASE_NS + seq * STEP_NS);
    }
}
