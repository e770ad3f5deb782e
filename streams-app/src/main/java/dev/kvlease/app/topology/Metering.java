package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.metrics.TaskMeter;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Tells the meter of a task, and the feed of the process, what its processor does. */
final class Metering implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final TaskMeter meter;
    private final Feed feed;

    Metering(LeaseMeters meters, Feed feed, ProcessorContext<?, ?> context, HolderEngines engines) {
        this.feed = feed;
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
            boolean repeated = !isOf(input, offset, verdict.evidence().asOf());
            meter.verdict(verdict, repeated, recordTimeMs);
            if (!repeated) {
                feed.verdict(verdict, recordTimeMs);
            }
        }
        for (Violation violation : consequences.violations()) {
            meter.violation(violation);
            feed.violation(violation, recordTimeMs);
        }
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
