package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.explain.Input;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.function.Predicate;

/**
 * Audits a log, record by record. Memory grows with the live state of the fleet and with what is found, not with the
 * log.
 */
public final class Auditor implements EventHandler {
    private final Replayer replayer;
    private final Watch watch;

    /**
     * An audit of nothing yet.
     *
     * @param settings the rules' variable parts
     * @param limits how much is kept in detail
     * @param isHistory tells of which records only the state that they leave matters, not what follows from them
     */
    public Auditor(Settings settings, Limits limits, Predicate<Origin> isHistory) {
        this.watch = new Watch(settings, limits, isHistory);
        this.replayer = new Replayer(settings, watch);
    }

    /**
     * What was found, when all records have been read. To be called once.
     *
     * @return the audit
     */
    public Audit finish() {
        return watch.finish();
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        Input input = new Input.Event(event);
        watch.begin(input);
        replayer.leaseEvent(event, at);
        watch.end(input);
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        Input input = new Input.Sample(sample);
        watch.begin(input);
        replayer.handshakeSample(sample, at);
        watch.end(input);
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        Input input = new Input.Intent(intent);
        watch.begin(input);
        replayer.readIntent(intent, at);
        watch.end(input);
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        Input input = new Input.Outcome(outcome);
        watch.begin(input);
        replayer.readOutcome(outcome, at);
        watch.end(input);
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        replayer.nullValue(topic, at);
    }
}
