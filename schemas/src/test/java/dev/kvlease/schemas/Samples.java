package dev.kvlease.schemas;

import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/** For each topic record a value in every field, and one with null wherever null may stand. */
public final class Samples {
    private static final long NS = 1_234_567_890_123_456_789L;

    private Samples() {}

    /** All samples. */
    public static Stream<SpecificRecordBase> all() {
        return Stream.concat(full().stream(), sparse().stream());
    }

    /** Every field has a value that is not its default; ids go beyond ASCII. */
    public static List<SpecificRecordBase> full() {
        return List.of(
                LeaseEvent.newBuilder()
                        .setType(LeaseEventType.BLOCKS_ALLOCATED)
                        .setHolderEngineId("décodeur-0 ✓ \uD83D\uDE80")
                        .setHolderIncarnation("life-1")
                        .setSeq((1L << 61) - 1)
                        .setEngineClockNs(NS)
                        .setRequestId("req|1%")
                        .setBlockIds(List.of(List.of(1, 200, Integer.MAX_VALUE), List.of(), List.of(0, -7)))
                        .setSharedPrefixBlocks(List.of(1, 0, 300))
                        .setExpiryNs(NS + 1)
                        .setMaxReads(1L)
                        .setNumTokens(4096L)
                        .setNumBlocks(8_000_000_000L)
                        .setHolderRole(HolderRole.DECODE)
                        .setReason("READ_COMPLETED")
                        .build(),
                HandshakeSample.newBuilder()
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("p-life")
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("d-life")
                        .setRank(3)
                        .setSentNs(0)
                        .setRemoteNs(Long.MAX_VALUE)
                        .setReceivedNs(Long.MIN_VALUE)
                        .build(),
                ReadIntent.newBuilder()
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("p-life")
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("d-life")
                        .setRequestId("r1")
                        .setReadRequestId("x1")
                        .setBlockIds(List.of(List.of(5, 6), List.of(7)))
                        .setNumLocalBlocks(3)
                        .setNowNs(NS)
                        .setExpiryNs(NS)
                        .build(),
                ReadOutcome.newBuilder()
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("p-life")
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("d-life")
                        .setRequestId("r1")
                        .setReadRequestId("x1")
                        .setLeaseSeq(17L)
                        .setStatus(ReadStatus.FAILED)
                        .setStartedNs(NS)
                        .setFinishedNs(NS + 5)
                        .build(),
                Verdict.newBuilder()
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("p-life")
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("d-life")
                        .setRequestId("r1")
                        .setReadRequestId("x1")
                        .setLeaseSeq(17L)
                        .setStatus(VerdictStatus.READABLE)
                        .setReason(VerdictReason.WITHIN_LEASE)
                        .setTrigger(VerdictTrigger.READ_INTENT)
                        .setProvisional(true)
                        .setReadableUntilNs(NS)
                        .setDeadlineNs(NS)
                        .setRevision(42)
                        .setEvidence(fullEvidence())
                        .setConsumed(new Consumption(NS, 7L, "[2<1]e3s@9io"))
                        .build(),
                ClockOffset.newBuilder()
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("d-life")
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("p-life")
                        .setOffsetNs(-NS)
                        .setMinRttNs(900_000)
                        .setLoNs(-NS - 450_000)
                        .setHiNs(-NS + 450_000)
                        .setRefNs(NS)
                        .setSuspect(true)
                        .setSamples(12)
                        .setSteps(1)
                        .build(),
                Violation.newBuilder()
                        .setViolationId("READ_AFTER_REUSE|d0|d-life|r1|17|p0|x1")
                        .setType(ViolationType.READ_AFTER_REUSE)
                        .setCertainty(ViolationCertainty.CERTAIN)
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("d-life")
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("p-life")
                        .setRequestId("r1")
                        .setReadRequestId("x1")
                        .setLeaseSeq(17L)
                        .setBy("r9")
                        .setLeaseEndNs(NS)
                        .setStartedNs(NS)
                        .setFinishedNs(NS)
                        .setEvidence(ViolationEvidence.newBuilder()
                                .setFinishedMinNs(NS)
                                .setFinishedMaxNs(NS)
                                .setWatermarkNs(NS)
                                .setIncomplete(true)
                                .setAsOf(asOf())
                                .build())
                        .build(),
                BlockEvent.newBuilder()
                        .setType(BlockEventType.BLOCK_STORED)
                        .setEngineId("d0")
                        .setEngineIncarnation("0-cbf29ce484222325")
                        .setBatchSeq(NS)
                        .setBatchIndex(2)
                        .setWallClockNs(NS)
                        .setDataParallelRank(1)
                        .setBlockHashes(List.of("18446744073709551615", "0x00ff"))
                        .setParentBlockHash("-1")
                        .setTokenIds(List.of(1, 2, 151_643))
                        .setBlockSize(16)
                        .setLoraId(3L)
                        .setLoraName("sql")
                        .setMedium("GPU")
                        .setGroupIdx(1)
                        .build());
    }

    /** Only what has no default is set; all else is null or its default. */
    public static List<SpecificRecordBase> sparse() {
        return List.of(
                LeaseEvent.newBuilder()
                        .setType(LeaseEventType.ENGINE_HEARTBEAT)
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("")
                        .setSeq(0)
                        .setEngineClockNs(0)
                        .build(),
                HandshakeSample.newBuilder()
                        .setReaderEngineId("")
                        .setReaderIncarnation("")
                        .setHolderEngineId("")
                        .setHolderIncarnation("")
                        .setSentNs(0)
                        .setRemoteNs(0)
                        .setReceivedNs(0)
                        .build(),
                ReadIntent.newBuilder()
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("a")
                        .setHolderEngineId("d0")
                        .setRequestId("r1")
                        .setReadRequestId("x1")
                        .setNumLocalBlocks(0)
                        .build(),
                ReadOutcome.newBuilder()
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("a")
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("b")
                        .setRequestId("r1")
                        .setReadRequestId("x1")
                        .setStatus(ReadStatus.UNKNOWN)
                        .setStartedNs(-1)
                        .setFinishedNs(-2)
                        .build(),
                Verdict.newBuilder()
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("a")
                        .setHolderEngineId("d0")
                        .setRequestId("r1")
                        .setReadRequestId("x1")
                        .setStatus(VerdictStatus.EXPIRED)
                        .setReason(VerdictReason.LEASE_UNKNOWN)
                        .setTrigger(VerdictTrigger.LEASE_EVENT)
                        .setRevision(0)
                        .setEvidence(VerdictEvidence.newBuilder()
                                .setRule(VerdictRule.REVOCATION)
                                .setAsOf(asOf())
                                .build())
                        .build(),
                ClockOffset.newBuilder()
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("b")
                        .setReaderEngineId("p0")
                        .setReaderIncarnation("a")
                        .setOffsetNs(0)
                        .setMinRttNs(0)
                        .setLoNs(0)
                        .setHiNs(0)
                        .setRefNs(0)
                        .build(),
                Violation.newBuilder()
                        .setViolationId("DOUBLE_ALLOCATION|d0|b|r1|1|")
                        .setType(ViolationType.DOUBLE_ALLOCATION)
                        .setCertainty(ViolationCertainty.POSSIBLE)
                        .setHolderEngineId("d0")
                        .setHolderIncarnation("b")
                        .setRequestId("r1")
                        .setEvidence(
                                ViolationEvidence.newBuilder().setAsOf(asOf()).build())
                        .build(),
                BlockEvent.newBuilder()
                        .setType(BlockEventType.ALL_BLOCKS_CLEARED)
                        .setEngineId("d0")
                        .setEngineIncarnation("0-cbf29ce484222325")
                        .setBatchSeq(0)
                        .setBatchIndex(0)
                        .build());
    }

    private static VerdictEvidence fullEvidence() {
        return VerdictEvidence.newBuilder()
                .setRule(VerdictRule.V19)
                .setTracked(true)
                .setNowNs(NS)
                .setExpiryNs(NS)
                .setLeaseEndNs(NS)
                .setWatermarkNs(NS)
                .setClockKnown(true)
                .setLoNs(-1L)
                .setHiNs(1L)
                .setRefNs(NS)
                .setPointNs(0L)
                .setMinRttNs(2L)
                .setClockReaderIncarnation("p-life")
                .setClockHolderIncarnation("d-life")
                .setMarginNs(5_000_000_000L)
                .setDriftPpm(100)
                .setLeaseEventOffset(7L)
                .setHandshakeSampleOffset(8L)
                .setReadIntentOffset(9L)
                .setAsOf(asOf())
                .build();
    }

    private static AsOf asOf() {
        return new AsOf(5, 8L, 9L, 10L, 11L);
    }
}
