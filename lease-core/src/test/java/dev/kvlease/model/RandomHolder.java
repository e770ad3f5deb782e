package dev.kvlease.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The producer of lease events of {@link RandomRecords}. */
final class RandomHolder {
    private final Random random;
    private final PlainHolder model;
    private final int requests;
    private final boolean crowded;
    private final int ids;
    private final boolean leaps;
    private String life = "life0";
    private int lives = 1;
    private long offset;
    private long seq = 1;

    /**
     * A producer.
     *
     * @param model follows the history and names its edges
     * @param odd whether events may leap
     * @param crowded whether there are very many reads of very few long leases
     */
    RandomHolder(Random random, PlainHolder model, boolean odd, boolean crowded) {
        this.random = random;
        this.model = model;
        this.crowded = crowded;
        this.requests = crowded ? 1 : 2 + random.nextInt(7);
        this.ids = random.nextBoolean() ? 9 : 60;
        this.leaps = odd && random.nextInt(5) == 0;
        newClock();
    }

    private void newClock() {
        offset = PlainTime.seconds(random.nextInt(100_000)) * random.nextInt(3) + random.nextInt(1_000);
    }

    /** The offset of the current life's clock from true time. */
    long offset() {
        return offset;
    }

    String life() {
        return life;
    }

    /** A life that is, was, or will be. */
    String anyLife() {
        return "life" + random.nextInt(lives + 1);
    }

    String request() {
        return "r" + random.nextInt(requests);
    }

    /** A request that has a lease, if there is one. */
    String leasedRequest() {
        List<PlainLease> leases = model.life == null ? List.of() : model.life.leases();
        if (leases.isEmpty() || random.nextInt(10) == 0) {
            return request();
        }
        PlainLease lease = leases.get(random.nextInt(leases.size()));
        boolean again = lease.endReason() != null && random.nextInt(3) != 0;
        return again ? leases.get(random.nextInt(leases.size())).request() : lease.request();
    }

    long clock(long trueNs) {
        return trueNs + offset;
    }

    PlainRecord start(long trueNs) {
        return event("ENGINE_STARTED", 0, clock(trueNs), null);
    }

    PlainRecord restart(long trueNs) {
        if (random.nextInt(6) == 0) {
            return new PlainRecord.Event(
                    "ENGINE_STARTED",
                    RandomRecords.HOLDER,
                    anyLife(),
                    0,
                    clock(trueNs),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
        }
        life = "life" + lives++;
        seq = 1;
        newClock();
        return start(trueNs);
    }

    PlainRecord event(long trueNs) {
        long clock = clock(trueNs);
        if (leaps && random.nextInt(20) == 0) {
            return leap(clock);
        }
        int what = random.nextInt(crowded && random.nextInt(9) != 0 ? 35 : 100);
        if (what < 30) {
            return event("ENGINE_HEARTBEAT", seq++, clock, null);
        }
        if (what < 35) {
            return event("ENGINE_STARTED", 0, clock, null);
        }
        if (what < 72) {
            return allocation(clock);
        }
        if (what < 87) {
            return event("LEASE_EXTENDED", seq++, clock, expiry(clock));
        }
        return event(what < 95 ? "BLOCKS_RELEASED" : "BLOCKS_EXPIRED", seq++, clock, null);
    }

    /**
     * A clock or seq that is absurd and never comes again, or one that jumps for good. The clock never runs back for a
     * higher seq, but for such absurd events: they are refused.
     */
    private PlainRecord leap(long clock) {
        return switch (random.nextInt(4)) {
            case 0 -> heartbeat(seq, random.nextLong(1L << 55, 1L << 61));
            case 1 -> heartbeat(seq + random.nextLong(1L << 40, 1L << 60), clock);
            case 2 -> {
                long w = model.life == null ? clock : model.life.w();
                long dayAhead = w + PlainTime.DAY + random.nextInt(3) - 1;
                long far = random.nextBoolean() ? edge(random, model.edges(), clock) : dayAhead;
                offset += Math.max(0, far - clock);
                yield heartbeat(seq++, Math.max(far, clock));
            }
            default -> {
                seq += 1_000_000L * (1 + random.nextInt(2)) + random.nextInt(3) - 1;
                yield heartbeat(seq++, clock);
            }
        };
    }

    private PlainRecord.Event heartbeat(long number, long clock) {
        return event("ENGINE_HEARTBEAT", number, clock, null);
    }

    private PlainRecord.Event event(String type, long number, long clock, Long expiryNs) {
        boolean ofEngine = type.startsWith("ENGINE");
        return new PlainRecord.Event(
                type,
                RandomRecords.HOLDER,
                life,
                number,
                clock,
                ofEngine ? null : leasedRequest(),
                null,
                null,
                expiryNs,
                null,
                null,
                null,
                choose("READ_COMPLETED", "READ_COMPLETED", "ABORTED", null));
    }

    PlainRecord allocation(long clock) {
        List<List<Integer>> blocks = new ArrayList<>();
        List<Integer> shared = new ArrayList<>();
        int groups = 1 + random.nextInt(2);
        for (int g = 0; g < groups; g++) {
            List<Integer> group = new ArrayList<>();
            int size = random.nextInt(4);
            for (int i = 0; i < size; i++) {
                group.add(random.nextInt(ids));
            }
            blocks.add(group);
            shared.add(random.nextInt(4));
        }
        int listed = random.nextInt(groups + 2);
        return new PlainRecord.Event(
                "BLOCKS_ALLOCATED",
                RandomRecords.HOLDER,
                life,
                seq++,
                clock,
                request(),
                blocks,
                random.nextInt(3) == 0 ? null : shared.subList(0, Math.min(listed, groups)),
                random.nextInt(10) == 0 ? null : expiry(clock),
                crowded ? null : choose(null, null, 1L, 1L, 2L, 3L),
                null,
                null,
                null);
    }

    private Long expiry(long clock) {
        long ahead = PlainTime.seconds(crowded ? 3_600L : choose(-1L, 1L, 6L, 30L, 120L, 480L, 480L, 480L, 3_600L));
        return Math.max(0, clock + ahead + random.nextInt(3) - 1);
    }

    @SafeVarargs
    private <T> T choose(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** One of the edges, or one step beside it; the other time if there are none. */
    static long edge(Random random, List<Long> edges, long none) {
        return edges.isEmpty() ? none : edges.get(random.nextInt(edges.size())) + random.nextInt(3) - 1;
    }
}
