package dev.kvlease.app.metrics;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Status;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What one stream thread counts, over all its tasks. It lives as long as the stream, so that counts do not go back when
 * tasks move; what a page adds up over threads only grows.
 */
final class ThreadMeter {
    final Counter repeated;
    final Histogram latency;
    final Histogram headroom;
    final Histogram resolution;

    private final Sensors sensors;
    private final Map<Status, Map<Reason, Counter>> verdicts = new EnumMap<>(Status.class);
    private final Map<Status, Counter> untracked = new EnumMap<>(Status.class);
    private final Map<Reason, Counter> provisional = new EnumMap<>(Reason.class);
    private final Map<Reason, Counter> revocations = new EnumMap<>(Reason.class);
    private final Map<ViolationType, Map<Certainty, Counter>> violations = new EnumMap<>(ViolationType.class);
    private final Map<ReadStatus, Counter> outcomes = new EnumMap<>(ReadStatus.class);
    private final Map<EndReason, Counter> ended = new EnumMap<>(EndReason.class);
    private final Map<Note, Counter> notes = new EnumMap<>(Note.class);
    private final Map<String, Counter> deadLetters = new HashMap<>();

    /** What alerts wait for is there from the start, at zero, or its first count would not be a change. */
    ThreadMeter(Sensors sensors) {
        this.sensors = sensors;
        repeated = sensors.counter(Metric.REPEATED_VERDICTS);
        latency = sensors.histogram(Metric.VERDICT_LATENCY);
        headroom = sensors.histogram(Metric.DEADLINE_HEADROOM);
        resolution = sensors.histogram(Metric.PROVISIONAL_RESOLUTION);
        for (Status status : Status.values()) {
            verdicts.put(status, new EnumMap<>(Reason.class));
        }
        for (ViolationType type : ViolationType.values()) {
            violations.put(type, new EnumMap<>(Certainty.class));
            for (Certainty certainty : Certainty.values()) {
                violation(type, certainty);
            }
        }
        for (DeadLetterReason reason : DeadLetterReason.values()) {
            deadLetter(reason.name());
        }
        for (BadRecord reason : BadRecord.values()) {
            deadLetter(reason.name());
        }
        for (Note note : Note.values()) {
            note(note);
        }
    }

    Counter verdict(Status status, Reason reason) {
        return verdicts.get(status)
                .computeIfAbsent(reason, first -> sensors.counter(Metric.VERDICTS, status.name(), first.name()));
    }

    Counter untracked(Status status) {
        return untracked.computeIfAbsent(status, first -> sensors.counter(Metric.UNTRACKED_VERDICTS, first.name()));
    }

    Counter provisional(Reason reason) {
        return provisional.computeIfAbsent(reason, first -> sensors.counter(Metric.PROVISIONAL_VERDICTS, first.name()));
    }

    Counter revocation(Reason reason) {
        return revocations.computeIfAbsent(reason, first -> sensors.counter(Metric.REVOCATIONS, first.name()));
    }

    Counter violation(ViolationType type, Certainty certainty) {
        return violations
                .get(type)
                .computeIfAbsent(certainty, first -> sensors.counter(Metric.VIOLATIONS, type.name(), first.name()));
    }

    Counter outcome(ReadStatus status) {
        return outcomes.computeIfAbsent(status, first -> sensors.counter(Metric.READ_OUTCOMES, first.name()));
    }

    Counter ended(EndReason reason) {
        return ended.computeIfAbsent(reason, first -> sensors.counter(Metric.LEASES_ENDED, first.name()));
    }

    Counter deadLetter(String reason) {
        return deadLetters.computeIfAbsent(reason, first -> sensors.counter(Metric.DEAD_LETTERS, first));
    }

    Counter note(Note note) {
        return notes.computeIfAbsent(note, first -> switch (first) {
            case CLOCK_STEPPED -> sensors.counter(Metric.CLOCK_STEPS);
            case DUPLICATE_EVENT -> sensors.counter(Metric.DUPLICATE_EVENTS);
            case SUPERSEDED_LIFE_IGNORED -> sensors.counter(Metric.STALE_LIFE_RECORDS, "superseded");
            case UNKNOWN_LIFE_IGNORED -> sensors.counter(Metric.STALE_LIFE_RECORDS, "unknown");
            default -> sensors.counter(Metric.NOTES, first.name());
        });
    }
}
