package dev.kvlease.demo.live;

import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.fleet.FleetVerdict;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** What one reader does with the verdicts of its partition: it takes its own. */
final class VerdictInbox implements Consumer<ConsumerRecord<String, byte[]>> {
    private final String reader;
    private final Deserializer<?> values;
    private final RunStats stats;
    private final OpenReads open;
    private final Consumer<FleetVerdict> out;

    VerdictInbox(String reader, Deserializer<?> values, RunStats stats, OpenReads open, Consumer<FleetVerdict> out) {
        this.reader = reader;
        this.values = values;
        this.stats = stats;
        this.open = open;
        this.out = out;
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        Object value = values.deserialize(record.topic(), record.headers(), record.value());
        if (!(value instanceof Verdict verdict) || !verdict.getReaderEngineId().equals(reader)) {
            return;
        }
        out.accept(toFleet(verdict));
        if (isRevocation(verdict)) {
            stats.revoked(verdict, open.isOpen(verdict.getReadRequestId()));
        } else {
            stats.answered(verdict, open.answered(verdict.getReadRequestId(), System.nanoTime()));
        }
    }

    private static boolean isRevocation(Verdict verdict) {
        return verdict.getTrigger() != VerdictTrigger.READ_INTENT;
    }

    private static FleetVerdict toFleet(Verdict verdict) {
        return new FleetVerdict(
                verdict.getReaderEngineId(),
                verdict.getReaderIncarnation(),
                verdict.getReadRequestId(),
                verdict.getStatus() == VerdictStatus.READABLE,
                isRevocation(verdict),
                verdict.getProvisional(),
                verdict.getReason().name(),
                orAbsent(verdict.getLeaseSeq()),
                orAbsent(verdict.getReadableUntilNs()),
                orAbsent(verdict.getDeadlineNs()),
                verdict.getEvidence() == null
                        ? FleetRecord.ABSENT
                        : orAbsent(verdict.getEvidence().getWatermarkNs()));
    }

    private static long orAbsent(Long value) {
        return value == null ? FleetRecord.ABSENT : value;
    }
}
