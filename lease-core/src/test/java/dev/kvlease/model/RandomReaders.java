package dev.kvlease.model;

import java.util.List;
import java.util.Random;

/** The readers of {@link RandomRecords}: their samples, intents and outcomes. */
final class RandomReaders {
    private final Random random;
    private final PlainHolder model;
    private final RandomHolder holder;
    private final int readers;
    private final int reads;
    private final boolean restless;
    private final int oddPercent;
    private final int edgePercent;
    private final int[] lives = new int[3];
    private final long[] offsets = new long[3];
    private final int[] ppm = new int[3];

    /**
     * Readers.
     *
     * @param model follows the history and names its edges
     * @param holder whom they read from
     * @param restless whether they restart all the time
     * @param crowded whether there are very many reads
     */
    RandomReaders(Random random, PlainHolder model, RandomHolder holder, boolean restless, boolean crowded) {
        this.random = random;
        this.model = model;
        this.holder = holder;
        this.readers = 1 + random.nextInt(3);
        this.reads = crowded ? 100 : 2 + random.nextInt(6);
        this.restless = restless;
        this.oddPercent = crowded ? 0 : random.nextInt(3) * 5;
        this.edgePercent = crowded ? 0 : random.nextInt(3) * 25;
        for (int r = 0; r < 3; r++) {
            newClock(r);
        }
    }

    private void newClock(int r) {
        offsets[r] = PlainTime.seconds(random.nextInt(1_000)) * random.nextInt(3) + random.nextInt(1_000);
        ppm[r] = random.nextInt(99) - 49;
    }

    private long clock(int r, long trueNs) {
        return trueNs + offsets[r] + trueNs / 1_000_000 * ppm[r];
    }

    private int reader() {
        int r = random.nextInt(readers);
        if (restless || (odd() && random.nextInt(10) == 0)) {
            lives[r]++;
            newClock(r);
        }
        return r;
    }

    private String readerLife(int r) {
        return "p" + (odd() ? random.nextInt(lives[r] + 1) : lives[r]);
    }

    private String holderLife() {
        return odd() ? holder.anyLife() : holder.life();
    }

    private boolean odd() {
        return random.nextInt(100) < oddPercent;
    }

    private long clockOrEdge(int r, long trueNs) {
        boolean edge = random.nextInt(100) < edgePercent;
        return edge ? Math.max(0, RandomHolder.edge(random, model.edges("p" + r), clock(r, trueNs))) : clock(r, trueNs);
    }

    PlainRecord sample(long trueNs) {
        int r = reader();
        long rtt = choose(0L, 1L, 1_000L, 1_000_001L, 5_000_000L, 100_000_000L, PlainTime.MAX_RTT);
        long sent = odd() ? clockOrEdge(r, trueNs) : clock(r, trueNs);
        if (odd()) {
            sent += PlainTime.DAY + random.nextInt(3) - 1;
        }
        long remote = holder.clock(trueNs) + (rtt == 0 ? 0 : random.nextLong(rtt));
        if (odd()) {
            remote += choose(-1L, 1L, 1_000L) * random.nextInt(1_000_000_000);
        }
        return new PlainRecord.Sample(
                "p" + r,
                readerLife(r),
                RandomRecords.HOLDER,
                holderLife(),
                0,
                Math.max(0, sent),
                Math.max(0, remote),
                Math.max(0, sent) + rtt);
    }

    PlainRecord intent(long trueNs) {
        int r = reader();
        String request = holder.leasedRequest();
        PlainLease lease = model.life == null ? null : model.life.current(request);
        return new PlainRecord.Intent(
                "p" + r,
                readerLife(r),
                RandomRecords.HOLDER,
                choose(null, null, holderLife()),
                request,
                "x" + random.nextInt(reads),
                blocks(lease),
                random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(3),
                random.nextInt(10) == 0 ? null : clockOrEdge(r, trueNs),
                expiry(lease, trueNs));
    }

    private List<List<Integer>> blocks(PlainLease lease) {
        if (lease == null || random.nextInt(3) != 0) {
            return null;
        }
        return random.nextInt(4) == 0
                ? List.of(List.of(random.nextInt(9)))
                : lease.allocation().blocks();
    }

    private Long expiry(PlainLease lease, long trueNs) {
        int what = random.nextInt(20);
        if (what < 14 || (what < 19 && lease == null)) {
            return null;
        }
        if (what < 19) {
            Long first = lease.allocation().expiryNs();
            return first == null
                    ? null
                    : Math.max(0, first + choose(-1_000_001L, -1_000_000L, 0L, 0L, 0L, 0L, 1_000_000L));
        }
        return holder.clock(trueNs) + PlainTime.seconds(choose(0L, 5L, 30L, 480L, 86_400L, 90_000L));
    }

    PlainRecord outcome(long trueNs) {
        List<PlainReads.Open> open = model.reads.open;
        if (!open.isEmpty() && random.nextInt(3) != 0) {
            PlainReads.Open read = open.get(random.nextInt(open.size()));
            int r = read.key().reader().charAt(1) - '0';
            Long seq = choose(null, read.lease().seq(), read.lease().seq());
            return outcome(
                    r, read.readerLife(), read.key().request(), read.key().read(), seq, trueNs);
        }
        int r = reader();
        Long seq = choose(null, null, (long) random.nextInt(60));
        return outcome(r, readerLife(r), holder.leasedRequest(), "x" + random.nextInt(reads), seq, trueNs);
    }

    private PlainRecord outcome(int r, String life, String request, String read, Long seq, long trueNs) {
        long finished = clockOrEdge(r, trueNs);
        return new PlainRecord.Outcome(
                "p" + r,
                life,
                RandomRecords.HOLDER,
                holderLife(),
                request,
                read,
                seq,
                choose("COMPLETED", "COMPLETED", "FAILED", "DECLINED"),
                Math.max(0, finished - PlainTime.seconds(random.nextInt(2))),
                finished);
    }

    @SafeVarargs
    private <T> T choose(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
