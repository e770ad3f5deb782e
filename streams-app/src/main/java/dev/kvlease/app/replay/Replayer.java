package dev.kvlease.app.replay;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.HashMap;
import java.util.Map;

/**
 * Applies records in the order they come, one engine per holder. Positions are counted in each partition, as live.
 */
public final class Replayer implements EventHandler {
    private final ReplayObserver observer;
    private final ReplayEngines engines;
    private final Map<Integer, PartitionPositions> positions = new HashMap<>();

    /**
     * A replay of nothing yet.
     *
     * @param settings the rules' variable parts
     * @param observer takes what follows
     */
    public Replayer(Settings settings, ReplayObserver observer) {
        this.observer = observer;
        this.engines = new ReplayEngines(settings);
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        Arrival arrival = consume(Topic.LEASE_EVENTS, at);
        engines.apply(event.holder(), at.recordTimeMs(), engine -> engine.apply(event, arrival, observer));
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        Arrival arrival = consume(Topic.HANDSHAKE_SAMPLES, at);
        engines.apply(sample.holder(), at.recordTimeMs(), engine -> engine.apply(sample, arrival, observer));
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        Arrival arrival = consume(Topic.READ_INTENTS, at);
        engines.apply(intent.holder(), at.recordTimeMs(), engine -> engine.apply(intent, arrival, observer));
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        Arrival arrival = consume(Topic.READ_OUTCOMES, at);
        engines.apply(outcome.holder(), at.recordTimeMs(), engine -> engine.apply(outcome, arrival, observer));
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        consume(topic, at);
        observer.nullValue();
    }

    @Override
    public void unusable(Topic topic, DeadLetterReason reason, String detail, Origin at) {
        consume(topic, at);
        observer.unusable(reason, detail);
    }

    private Arrival consume(Topic topic, Origin at) {
        observer.applying(topic, at);
        PartitionPositions partition = positions.get(at.partition());
        if (partition == null) {
            partition = new PartitionPositions(at.partition());
            positions.put(at.partition(), partition);
        }
        return new Arrival(at.recordTimeMs(), at.offset(), partition.consumed(topic, at.offset()));
    }
}
