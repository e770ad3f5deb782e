package dev.kvlease.model;

import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Spoils records so that one field at a time is bad, or only just good. */
final class BadRecords {
    private static final String LONGEST = "i".repeat(256);

    private BadRecords() {}

    static PlainRecord spoil(PlainRecord record, Random random) {
        if (record instanceof PlainRecord.Event e) {
            return event(e, random);
        }
        if (record instanceof PlainRecord.Sample s) {
            return sample(s, random);
        }
        if (record instanceof PlainRecord.Intent i) {
            return intent(i, random);
        }
        return outcome((PlainRecord.Outcome) record, random);
    }

    private static String id(String good, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> "";
            case 1 -> LONGEST + "i";
            case 2 -> LONGEST;
            case 3 -> "a\nb";
            case 4 -> "\u00e9".repeat(128);
            case 5 -> "\u00e9".repeat(128) + "i";
            case 6 -> "\u0085";
            default -> good + "|%";
        };
    }

    private static long time(Random random) {
        long end = 1L << 61;
        long[] times = {-1, end, end - 1, Long.MAX_VALUE, -end};
        return times[random.nextInt(times.length)];
    }

    private static PlainRecord event(PlainRecord.Event e, Random random) {
        int field = random.nextInt(10);

        return new PlainRecord.Event(
                field == 0 ? "SOMETHING_NEW" : e.type(),
                e.holder(),
                field == 1 ? id(e.life(), random) : e.life(),
                field == 2 ? time(random) : field == 3 ? 0 : e.seq(),
                field == 4 ? time(random) : e.clockNs(),
                field == 5 ? id("r1", random) : e.request(),
                field == 6 ? blocks(random) : e.blocks(),
                field == 7 ? List.of(-1) : e.shared(),
                field == 9 ? null : field == 8 ? Long.valueOf(time(random)) : e.expiryNs(),
                field == 7 ? Long.valueOf(random.nextInt(3) - 1) : e.maxReads(),
                field == 9 ? Long.valueOf(random.nextInt(2) - 1) : e.numTokens(),
                field == 8 ? Long.valueOf(random.nextInt(2) - 1) : e.numBlocks(),
                e.reason());
    }

    private static List<List<Integer>> blocks(Random random) {
        return switch (random.nextInt(16)) {
            case 0 -> List.of(Collections.nCopies(65_536 + random.nextInt(2), 1));
            case 1 -> Collections.nCopies(64 + random.nextInt(2), List.of());
            case 2 -> List.of(List.of(-1));
            default -> null;
        };
    }

    private static PlainRecord sample(PlainRecord.Sample s, Random random) {
        int field = random.nextInt(6);
        return new PlainRecord.Sample(
                s.reader(),
                field == 0 ? id(s.readerLife(), random) : s.readerLife(),
                s.holder(),
                field == 1 ? id(s.holderLife(), random) : s.holderLife(),
                s.rank(),
                field == 2 ? time(random) : s.sentNs(),
                field == 3 ? time(random) : s.remoteNs(),
                field == 4
                        ? s.sentNs() + PlainTime.MAX_RTT + 1
                        : field == 5 ? Math.max(0, s.sentNs() - 1) : s.receivedNs());
    }

    private static PlainRecord intent(PlainRecord.Intent i, Random random) {
        int field = random.nextInt(8);
        return new PlainRecord.Intent(
                i.reader(),
                field == 0 ? id(i.readerLife(), random) : i.readerLife(),
                i.holder(),
                field == 1 ? id("life0", random) : i.holderLife(),
                field == 2 ? id(i.request(), random) : i.request(),
                field == 3 ? id(i.read(), random) : i.read(),
                field == 4 ? List.of(List.of(-1)) : i.blocks(),
                field == 5 ? -1 : i.numLocalBlocks(),
                field == 6 ? Long.valueOf(time(random)) : i.nowNs(),
                field == 7 ? Long.valueOf(time(random)) : i.expiryNs());
    }

    private static PlainRecord outcome(PlainRecord.Outcome o, Random random) {
        int field = random.nextInt(8);
        return new PlainRecord.Outcome(
                o.reader(),
                field == 0 ? id(o.readerLife(), random) : o.readerLife(),
                o.holder(),
                field == 1 ? id(o.holderLife(), random) : o.holderLife(),
                field == 2 ? id(o.request(), random) : o.request(),
                field == 3 ? id(o.read(), random) : o.read(),
                field == 4 ? Long.valueOf(time(random)) : o.leaseSeq(),
                field == 5 ? "UNKNOWN" : o.status(),
                field == 6 ? time(random) : o.startedNs(),
                field == 7 ? Math.max(0, o.startedNs() - 1) : o.finishedNs());
    }
}
