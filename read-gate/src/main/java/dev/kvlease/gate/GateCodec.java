package dev.kvlease.gate;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.schemas.ReadStatus;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictEvidence;
import dev.kvlease.schemas.VerdictRule;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import java.util.ArrayList;
import java.util.List;

/** Between the gate's records and Avro. */
final class GateCodec {
    private GateCodec() {}

    static GateVerdict verdict(Verdict avro) {
        VerdictEvidence evidence = avro.getEvidence();
        return new GateVerdict(
                avro.getReaderEngineId(),
                avro.getReaderIncarnation(),
                new ReadKey(avro.getHolderEngineId(), avro.getRequestId(), avro.getReadRequestId()),
                avro.getHolderIncarnation() == null ? "" : avro.getHolderIncarnation(),
                orAbsent(avro.getLeaseSeq()),
                avro.getStatus() == VerdictStatus.READABLE,
                avro.getReason().name(),
                kind(avro),
                avro.getProvisional(),
                orAbsent(avro.getReadableUntilNs()),
                orAbsent(avro.getDeadlineNs()),
                avro.getRevision(),
                evidence.getTracked(),
                orAbsent(evidence.getWatermarkNs()),
                new PairClock.Bounds(
                        orAbsent(evidence.getLoNs()),
                        orAbsent(evidence.getHiNs()),
                        orAbsent(evidence.getRefNs()),
                        orAbsent(evidence.getPointNs()),
                        orAbsent(evidence.getMinRttNs())),
                evidence.getDriftPpm(),
                orAbsent(evidence.getReadIntentOffset()));
    }

    /** Whatever is no answer takes back, also what a newer writer may call otherwise. */
    private static GateVerdict.Kind kind(Verdict avro) {
        if (avro.getTrigger() != VerdictTrigger.READ_INTENT) {
            return GateVerdict.Kind.REVOCATION;
        }
        VerdictRule rule = avro.getEvidence().getRule();
        boolean end = rule == VerdictRule.V3 || rule == VerdictRule.V6;
        return end ? GateVerdict.Kind.END : GateVerdict.Kind.ANSWER;
    }

    static dev.kvlease.schemas.ReadIntent toAvro(ReadIntent intent) {
        dev.kvlease.schemas.ReadIntent avro = new dev.kvlease.schemas.ReadIntent();
        avro.setReaderEngineId(intent.reader());
        avro.setReaderIncarnation(intent.readerLife());
        avro.setHolderEngineId(intent.holder());
        avro.setHolderIncarnation(intent.holderLife().orElse(null));
        avro.setRequestId(intent.requestId());
        avro.setReadRequestId(intent.readRequestId());
        avro.setBlockIds(lists(intent.blockIds()));
        avro.setNumLocalBlocks(intent.numLocalBlocks());
        avro.setNowNs(intent.nowNs());
        avro.setExpiryNs(orNull(intent.expiryNs()));
        return avro;
    }

    static dev.kvlease.schemas.ReadOutcome toAvro(ReadOutcome outcome) {
        dev.kvlease.schemas.ReadOutcome avro = new dev.kvlease.schemas.ReadOutcome();
        avro.setReaderEngineId(outcome.reader());
        avro.setReaderIncarnation(outcome.readerLife());
        avro.setHolderEngineId(outcome.holder());
        avro.setHolderIncarnation(outcome.holderLife());
        avro.setRequestId(outcome.requestId());
        avro.setReadRequestId(outcome.readRequestId());
        avro.setLeaseSeq(orNull(outcome.leaseSeq()));
        avro.setStatus(ReadStatus.valueOf(outcome.status().name()));
        avro.setStartedNs(outcome.startedNs());
        avro.setFinishedNs(outcome.finishedNs());
        return avro;
    }

    static dev.kvlease.schemas.HandshakeSample toAvro(HandshakeSample sample) {
        dev.kvlease.schemas.HandshakeSample avro = new dev.kvlease.schemas.HandshakeSample();
        avro.setReaderEngineId(sample.reader());
        avro.setReaderIncarnation(sample.readerLife());
        avro.setHolderEngineId(sample.holder());
        avro.setHolderIncarnation(sample.holderLife());
        avro.setRank(sample.rank());
        avro.setSentNs(sample.sentNs());
        avro.setRemoteNs(sample.remoteNs());
        avro.setReceivedNs(sample.receivedNs());
        return avro;
    }

    private static List<List<Integer>> lists(int[][] groups) {
        List<List<Integer>> lists = new ArrayList<>(groups.length);
        for (int[] group : groups) {
            List<Integer> list = new ArrayList<>(group.length);
            for (int id : group) {
                list.add(id);
            }
            lists.add(list);
        }
        return lists;
    }

    private static long orAbsent(Long value) {
        return value == null ? Absent.LONG : value;
    }

    private static Long orNull(long value) {
        return Absent.is(value) ? null : value;
    }
}
