package dev.kvlease.records;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.schemas.HolderRole;
import dev.kvlease.schemas.LeaseEventType;
import dev.kvlease.schemas.ReadStatus;
import java.util.ArrayList;
import java.util.List;

/** The records of the four inputs, from the core to Avro. */
public final class AvroInputs {
    private AvroInputs() {}

    /**
     * Writes a lease event. The holder's role, which no rule uses, stays unknown.
     *
     * @param event the core's record
     * @return its Avro twin
     */
    public static dev.kvlease.schemas.LeaseEvent toAvro(LeaseEvent event) {
        dev.kvlease.schemas.LeaseEvent avro = new dev.kvlease.schemas.LeaseEvent();
        avro.setType(LeaseEventType.valueOf(event.type().name()));
        avro.setHolderEngineId(event.holder());
        avro.setHolderIncarnation(event.life());
        avro.setSeq(event.seq());
        avro.setEngineClockNs(event.clockNs());
        avro.setRequestId(orNull(event.requestId()));
        avro.setBlockIds(event.blockIds().map(AvroInputs::lists).orElse(null));
        avro.setSharedPrefixBlocks(event.sharedPrefixBlocks().length == 0 ? null : list(event.sharedPrefixBlocks()));
        avro.setExpiryNs(orNull(event.expiryNs()));
        avro.setMaxReads(orNull(event.maxReads()));
        avro.setNumTokens(orNull(event.numTokens()));
        avro.setNumBlocks(orNull(event.numBlocks()));
        avro.setHolderRole(HolderRole.UNKNOWN);
        avro.setReason(orNull(event.reason()));
        return avro;
    }

    /**
     * Writes a handshake sample.
     *
     * @param sample the core's record
     * @return its Avro twin
     */
    public static dev.kvlease.schemas.HandshakeSample toAvro(HandshakeSample sample) {
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

    /**
     * Writes a read intent.
     *
     * @param intent the core's record
     * @return its Avro twin
     */
    public static dev.kvlease.schemas.ReadIntent toAvro(ReadIntent intent) {
        dev.kvlease.schemas.ReadIntent avro = new dev.kvlease.schemas.ReadIntent();
        avro.setReaderEngineId(intent.reader());
        avro.setReaderIncarnation(intent.readerLife());
        avro.setHolderEngineId(intent.holder());
        avro.setHolderIncarnation(intent.holderLife().orElse(null));
        avro.setRequestId(intent.requestId());
        avro.setReadRequestId(intent.readRequestId());
        avro.setBlockIds(lists(intent.blockIds()));
        avro.setNumLocalBlocks(intent.numLocalBlocks());
        avro.setNowNs(orNull(intent.nowNs()));
        avro.setExpiryNs(orNull(intent.expiryNs()));
        return avro;
    }

    /**
     * Writes a read outcome.
     *
     * @param outcome the core's record
     * @return its Avro twin
     */
    public static dev.kvlease.schemas.ReadOutcome toAvro(ReadOutcome outcome) {
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

    private static Long orNull(long value) {
        return Absent.is(value) ? null : value;
    }

    private static String orNull(String value) {
        return value.isEmpty() ? null : value;
    }

    private static List<Integer> list(int[] array) {
        List<Integer> list = new ArrayList<>(array.length);
        for (int value : array) {
            list.add(value);
        }
        return list;
    }

    private static List<List<Integer>> lists(int[][] groups) {
        List<List<Integer>> lists = new ArrayList<>(groups.length);
        for (int[] group : groups) {
            lists.add(list(group));
        }
        return lists;
    }
}
