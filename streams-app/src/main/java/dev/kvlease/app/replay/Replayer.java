package dev.kvlease.app.replay;

import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.LineInfo;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.HashMap;
import java.util.Map;

/**
 * Applies the records of event files in file order, one engine per holder, as if every topic had one partition: a
 * record's offset is the number of records of its topic before it.
 */
public final class Replayer implements EventHandler {
    private static final int PARTITION = 0;

    private final Settings settings;
    private final ReplayObserver observer;
    private final Map<String, LeaseEngine> engines = new HashMap<>();

    private long leaseEvents;
    private long handshakeSamples;
    private long readIntents;
    private long readOutcomes;

    /**
     * A replay of nothing yet.
     *
     * @param settings the rules' variable parts
     * @param observer takes what follows
     */
    public Replayer(Settings settings, ReplayObserver observer) {
        this.settings = settings;
        this.observer = observer;
    }

    @Override
    public void leaseEvent(LeaseEvent event, LineInfo at) {
        Arrival arrival = consume(Topic.LEASE_EVENTS, at);
        LeaseEngine engine = engine(event.holder());
        engine.apply(event, arrival, observer);
        keep(event.holder(), engine);
    }

    @Override
    public void handshakeSample(HandshakeSample sample, LineInfo at) {
        Arrival arrival = consume(Topic.HANDSHAKE_SAMPLES, at);
        LeaseEngine engine = engine(sample.holder());
        engine.apply(sample, arrival, observer);
        keep(sample.holder(), engine);
    }

    @Override
    public void readIntent(ReadIntent intent, LineInfo at) {
        Arrival arrival = consume(Topic.READ_INTENTS, at);
        LeaseEngine engine = engine(intent.holder());
        engine.apply(intent, arrival, observer);
        keep(intent.holder(), engine);
    }

    @Override
    public void readOutcome(ReadOutcome outcome, LineInfo at) {
        Arrival arrival = consume(Topic.READ_OUTCOMES, at);
        LeaseEngine engine = engine(outcome.holder());
        engine.apply(outcome, arrival, observer);
        keep(outcome.holder(), engine);
    }

    @Override
    public void nullValue(Topic topic, LineInfo at) {
        consume(topic, at);
        observer.nullValue();
    }

    private Arrival consume(Topic topic, LineInfo at) {
        observer.applying(topic, at);
        long offset = next(topic);
        AsOf asOf = new AsOf(PARTITION, leaseEvents, handshakeSamples, readIntents, readOutcomes);
        return new Arrival(at.recordTimeMs(), offset, asOf);
    }

    private long next(Topic topic) {
        return switch (topic) {
            case LEASE_EVENTS -> leaseEvents++;
            case HANDSHAKE_SAMPLES -> handshakeSamples++;
            case READ_INTENTS -> readIntents++;
            case READ_OUTCOMES -> readOutcomes++;
            case VERDICTS, CLOCK_OFFSETS, VIOLATIONS, DEAD_LETTERS ->
                throw new IllegalArgumentException(topic + " is no input");
        };
    }

    private LeaseEngine engine(String holder) {
        LeaseEngine known = engines.get(holder);
        return known != null ? known : new LeaseEngine(holder, settings, false);
    }

    /** A record that changes nothing, such as an invalid one, leaves no engine behind. */
    private void keep(String holder, LeaseEngine engine) {
        if (!engines.containsKey(holder) && !engine.isEmpty()) {
            engines.put(holder, engine);
        }
    }
}
