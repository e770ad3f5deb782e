package dev.kvlease.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Histories with more missing ranges than are remembered: most events never come, or come much later. */
final class RandomGaps {
    private static final int EVENTS = 4_000;

    private RandomGaps() {}

    static List<PlainRecord.Stamped> of(long seed) {
        Random random = new Random(seed);
        List<PlainRecord> records = new ArrayList<>();
        records.add(new PlainRecord.Sample("p0", "p", RandomRecords.HOLDER, "life", 0, 0, 0, 1));
        long clock = 1_000;
        records.add(event("ENGINE_STARTED", 0, clock, null));
        for (int seq = 1; seq < EVENTS; seq++) {
            clock += random.nextInt(200_000_000);
            if (random.nextInt(3) != 0) {
                continue;
            }
            boolean allocation = random.nextInt(40) == 0;
            records.add(event(allocation ? "BLOCKS_ALLOCATED" : "ENGINE_HEARTBEAT", seq, clock, "r" + seq % 7));
            if (random.nextInt(4) == 0) {
                long old = 1L + random.nextInt(seq);
                records.add(event("ENGINE_HEARTBEAT", old, clock - PlainTime.seconds(random.nextInt(2)), null));
            }
            if (random.nextInt(20) == 0) {
                String request = "r" + random.nextInt(7);
                records.add(new PlainRecord.Intent(
                        "p0", "p", RandomRecords.HOLDER, null, request, "x" + seq, null, 1, clock, null));
            }
        }
        return records.stream().map(r -> new PlainRecord.Stamped(1, r)).toList();
    }

    private static PlainRecord event(String type, long seq, long clock, String request) {
        List<List<Integer>> blocks = List.of(List.of(1 + (int) (seq % 50)));
        return new PlainRecord.Event(
                type,
                RandomRecords.HOLDER,
                "life",
                seq,
                Math.max(0, clock),
                request,
                blocks,
                null,
                clock + PlainTime.seconds(480),
                null,
                null,
                null,
                null);
    }
}
