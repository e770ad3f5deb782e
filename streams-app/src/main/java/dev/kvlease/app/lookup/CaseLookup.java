package dev.kvlease.app.lookup;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.explain.CaseCollector;
import dev.kvlease.app.explain.CaseQuery;
import dev.kvlease.app.query.UnavailableException;
import dev.kvlease.app.source.Bound;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TimeOrder;
import dev.kvlease.app.source.TopicQuery;
import dev.kvlease.app.source.TopicSource;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdminException;
import dev.kvlease.app.topology.Partitions;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.core.common.Constants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serde;

/**
 * Finds cases in the topics. Only the holder's partition of the inputs is read, of it only the newest records, and only
 * the holder's own are decoded; one case at a time, with a consumer of its own that is in no group.
 *
 * <p>What lies a while before the stretch asked for is applied and not told of, as leases and clocks come from there. All
 * inputs begin at one time, so that no read is answered without the events that were there.
 */
public final class CaseLookup {
    /**
     * How much is read for one case.
     *
     * @param records how many of each input are looked at, the newest
     * @param patience how long reading may take, and how long it may go without a record
     * @param silence how long each answer of the cluster may take
     */
    public record Limits(long records, Duration patience, Duration silence) {
        /** As docs/operations.md says. */
        public static final Limits DEFAULT = new Limits(100_000, Duration.ofSeconds(10), Duration.ofSeconds(3));
    }

    /** Longer than late events and ended leases are waited for. */
    private static final Duration HISTORY =
            Duration.ofNanos(Constants.HORIZON_NS).plusMinutes(5);

    private static final int WAITING = 3;
    private static final long WAIT_S = 5;

    private static final List<Topic> INPUTS = Arrays.stream(Topic.values())
            .filter(topic -> topic.role() == Topic.Role.INPUT)
            .toList();

    private final KvleaseConfig config;
    private final int inputPartitions;
    private final Clock clock;
    private final Limits limits;
    private final Semaphore reading = new Semaphore(1);
    private final Semaphore waiting = new Semaphore(WAITING);

    /**
     * A lookup in the cluster of an application.
     *
     * @param config names the cluster, topics and rules
     * @param inputPartitions the partition count that all inputs share
     * @param clock wall clock
     * @param limits how much is read
     */
    public CaseLookup(KvleaseConfig config, int inputPartitions, Clock clock, Limits limits) {
        this.config = config;
        this.inputPartitions = inputPartitions;
        this.clock = clock;
        this.limits = limits;
    }

    /**
     * Reads a case.
     *
     * @param query which lease
     * @param back how far back to read
     * @return what was found, perhaps nothing
     * @throws UnavailableException if others are waiting for theirs, or the cluster cannot be read
     */
    public FoundCase find(CaseQuery query, Duration back) {
        if (!waiting.tryAcquire()) {
            throw busy();
        }
        try {
            if (!reading.tryAcquire(WAIT_S, TimeUnit.SECONDS)) {
                throw busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("this instance is stopping", e);
        } finally {
            waiting.release();
        }
        try (Serde<Object> values = ValueSerdes.of(config).get()) {
            return read(query, clock.millis(), back, values);
        } catch (IOException | TopicAdminException | KafkaException e) {
            throw new UnavailableException("the topics cannot be read: " + e.getMessage(), e);
        } finally {
            reading.release();
        }
    }

    private static UnavailableException busy() {
        return new UnavailableException("other requests are being looked up in the topics");
    }

    private FoundCase read(CaseQuery query, long nowMs, Duration back, Serde<Object> values) throws IOException {
        int partition = Partitions.of(query.holder().getBytes(StandardCharsets.UTF_8), inputPartitions);
        long sinceMs = Math.max(0, nowMs - back.toMillis());
        Slice slice = new Slice(Optional.of(new Bound.Time(sinceMs)), Optional.empty());
        TopicQuery topics = TopicQuery.committed(INPUTS, slice, HISTORY)
                .ofKey(query.holder(), partition, limits.records())
                .within(limits.silence(), limits.patience());
        CaseCollector collector = new CaseCollector(query, config.settings(), slice::isHistory);
        long until = System.nanoTime() + limits.patience().toNanos();
        try (TopicSource source = TopicSource.open(config, topics, values.deserializer());
                RecordStream records = new TimeOrder().merge(source.streams())) {
            Optional<StoredRecord> next = records.next();
            long fromMs = source.cappedSinceMs().orElse(Math.max(0, sinceMs - HISTORY.toMillis()));
            while (next.isPresent() && System.nanoTime() < until) {
                if (next.get().origin().recordTimeMs() >= fromMs) {
                    next.get().deliver(collector);
                }
                next = records.next();
            }
            return new FoundCase(
                    collector.caseFile(), sinceMs, fromMs, nowMs, partition, source.isCut(), next.isEmpty());
        }
    }
}
