package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventFileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Tells a short history to a person, and writes its records as an event file. */
final class Story {
    private final List<Step.Numbered> steps;

    Story(List<Step.Numbered> steps) {
        this.steps = steps;
    }

    /** A line for each step. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Step.Numbered each : steps) {
            text.append(String.format(Locale.ROOT, "  %8d  %s%n", each.id(), line(each.step())));
        }
        return text.toString();
    }

    private static String line(Step step) {
        if (step instanceof Step.Consume consume) {
            return "task " + consume.partition() + " takes " + consume.topic().shortName() + "@" + consume.offset()
                    + " " + record(consume.input());
        }
        if (step instanceof Step.Truth truth) {
            return "in truth: " + truth.read();
        }
        if (step instanceof Step.Betrayal betrayal) {
            return "in truth: " + betrayal.promise();
        }
        return step.toString();
    }

    private static String record(InputRecord input) {
        if (input instanceof InputRecord.Event event) {
            return event.event().type() + " seq " + event.event().seq() + " at "
                    + event.event().clockNs() + " " + event.event().requestId() + " of "
                    + event.event().life();
        }
        if (input instanceof InputRecord.Intent intent) {
            return intent.intent().readRequestId() + " of " + intent.intent().requestId() + " at "
                    + intent.intent().nowNs();
        }
        if (input instanceof InputRecord.Outcome outcome) {
            return outcome.outcome().status() + " " + outcome.outcome().readRequestId() + " at "
                    + outcome.outcome().finishedNs();
        }
        return ((InputRecord.Sample) input).sample().toString();
    }

    /** A request of a holder. */
    record About(String holder, String request) {}

    /** What it ends with, which is what it is about; empty if it is about no request. */
    Optional<About> about() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i).step() instanceof Step.Consume consume
                    && !request(consume.input()).isEmpty()) {
                return Optional.of(new About(consume.input().holder(), request(consume.input())));
            }
        }
        return Optional.empty();
    }

    private static String request(InputRecord input) {
        if (input instanceof InputRecord.Event event) {
            return event.event().requestId();
        }
        if (input instanceof InputRecord.Intent intent) {
            return intent.intent().requestId();
        }
        return input instanceof InputRecord.Outcome outcome ? outcome.outcome().requestId() : "";
    }

    /** Writes each record that was taken once, in the order taken. */
    void writeRecords(OutputStream out) throws IOException {
        Set<String> written = new HashSet<>();
        try (EventFileWriter file = new EventFileWriter(out)) {
            for (Step.Numbered each : steps) {
                if (each.step() instanceof Step.Consume consume
                        && written.add(consume.partition() + " " + consume.topic() + " " + consume.offset())) {
                    write(consume, file);
                }
            }
        }
    }

    private static void write(Step.Consume consume, EventFileWriter file) {
        InputRecord input = consume.input();
        if (input instanceof InputRecord.Event event) {
            file.leaseEvent(event.event(), "", consume.recordTimeMs());
        } else if (input instanceof InputRecord.Sample sample) {
            file.handshakeSample(sample.sample(), consume.recordTimeMs());
        } else if (input instanceof InputRecord.Intent intent) {
            file.readIntent(intent.intent(), consume.recordTimeMs());
        } else {
            file.readOutcome(((InputRecord.Outcome) input).outcome(), consume.recordTimeMs());
        }
    }
}
