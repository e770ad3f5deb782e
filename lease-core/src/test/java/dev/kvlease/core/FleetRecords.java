package dev.kvlease.core;

import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.FleetVerdict;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.record.ReadOutcomeRecord;
import dev.kvlease.model.PlainAnswer;
import dev.kvlease.model.PlainRecord;
import java.util.Arrays;
import java.util.List;

/** Carries the simulated fleet's records to what judges them, and verdicts back. */
final class FleetRecords {
    private FleetRecords() {}

    static PlainRecord.Stamped plain(Delivered delivered) {
        return new PlainRecord.Stamped(delivered.timestampMs(), plain(delivered.record()));
    }

    static FleetVerdict verdict(PlainAnswer.Verdict v) {
        return new FleetVerdict(
                v.reader(),
                v.readerLife(),
                v.read(),
                v.status().equals("READABLE"),
                !v.trigger().equals("READ_INTENT"),
                v.provisional(),
                v.reason(),
                number(v.leaseSeq()),
                number(v.readableUntilNs()),
                number(v.deadlineNs()));
    }

    private static PlainRecord plain(FleetRecord record) {
        if (record instanceof LeaseEventRecord event) {
            return event(event);
        }
        if (record instanceof HandshakeSampleRecord s) {
            return new PlainRecord.Sample(
                    s.reader(),
                    s.readerLife(),
                    s.holder(),
                    s.holderLife(),
                    s.rank(),
                    s.sentNs(),
                    s.remoteNs(),
                    s.receivedNs());
        }
        if (record instanceof ReadIntentRecord i) {
            return new PlainRecord.Intent(
                    i.reader(),
                    i.readerLife(),
                    i.holder(),
                    orNull(i.holderLife()),
                    i.requestId(),
                    i.readRequestId(),
                    lists(i.blockIds()),
                    i.numLocalBlocks(),
                    orNull(i.nowNs()),
                    orNull(i.expiryNs()));
        }
        ReadOutcomeRecord o = (ReadOutcomeRecord) record;
        return new PlainRecord.Outcome(
                o.reader(),
                o.readerLife(),
                o.holder(),
                o.holderLife(),
                o.requestId(),
                o.readRequestId(),
                orNull(o.leaseSeq()),
                o.status().name(),
                o.startedNs(),
                o.finishedNs());
    }

    private static PlainRecord event(LeaseEventRecord e) {
        boolean allocation = e.kind() == LeaseEventKind.BLOCKS_ALLOCATED;
        return new PlainRecord.Event(
                e.kind().name(),
                e.holder(),
                e.life(),
                e.seq(),
                e.clockNs(),
                orNull(e.requestId()),
                allocation ? lists(e.blockIds()) : null,
                allocation ? list(e.sharedPrefixBlocks()) : null,
                orNull(e.expiryNs()),
                orNull(e.maxReads()),
                orNull(e.numTokens()),
                orNull(e.numBlocks()),
                orNull(e.reason()));
    }

    private static List<List<Integer>> lists(int[][] groups) {
        return Arrays.stream(groups).map(FleetRecords::list).toList();
    }

    private static List<Integer> list(int[] ids) {
        return Arrays.stream(ids).boxed().toList();
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Long orNull(long number) {
        return number == FleetRecord.ABSENT ? null : number;
    }

    private static long number(Long nullable) {
        return nullable == null ? FleetRecord.ABSENT : nullable;
    }
}
