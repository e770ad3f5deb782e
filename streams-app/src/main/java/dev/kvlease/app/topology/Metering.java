package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.metrics.TaskMeter;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Tells the meter of a task what its processor does. */
final class Metering implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final TaskMeter meter;

    Metering(LeaseMeters meters, ProcessorContext<?, ?> context, HolderEngines engines) {
        meter = meters.ofTask(context);
        context.schedule(
                LOOK_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> meter.look(engines::awake, engines.asleepCount()));
    }

    /** A record has been applied; what follows from it is written. */
    void applied(InputRecord input, long offset, long recordTimeMs, Consequences consequences) {
        if (input instanceof InputRecord.Outcome outcome
                && consequences.refusal().isEmpty()) {
            meter.outcome(outcome.outcome().status());
        }
        List<Verdict> verdicts = consequences.verdicts();
        for (int i = 0; i < verdicts.size(); i++) {
            Verdict verdict = verdicts.get(i);
            meter.verdict(verdict, !isOf(input, offset, verdict.evidence().asOf()), recordTimeMs);
        }
        consequences.violations().forEach(meter::violation);
        if (!consequences.notes().isEmpty()) {
            consequences.notes().forEach(meter::note);
        }
        if (!consequences.leasesEnded().isEmpty()) {
            consequences.leasesEnded().forEach(meter::leasesEnded);
        }
    }

    /** Whether positions are those right after a record: a last word that is repeated has those of its first sending. */
    private static boolean isOf(InputRecord input, long offset, AsOf asOf) {
        long position = input instanceof InputRecord.Event
                ? asOf.leaseEvents()
                : input instanceof InputRecord.Sample
                        ? asOf.handshakeSamples()
                        : input instanceof InputRecord.Intent ? asOf.readIntents() : asOf.readOutcomes();
        return position == offset + 1;
    }

    void deadLetter(Record<byte[], byte[]> letter) {
        meter.deadLetter(DeadLetter.reasonOf(letter));
    }

    @Override
    public void close() {
        meter.close();
    }
}
