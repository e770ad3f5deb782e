package dev.kvlease.demo.live;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.demo.stats.Happening;
import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.fleet.FleetVerdict;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.schemas.VerdictReason;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A simulated fleet in real time on a real broker: what engines say goes out through their producers when it is time, and
 * what the stream answers reaches the readers through their consumers.
 *
 * <p>Only the engines' clocks and blocks are simulated. Its network adds nothing to what the platform takes.
 */
public final class LiveFleet implements AutoCloseable {
    private static final long STEP_MS = 2;
    private static final long STOP_MS = 2_000;

    private final FleetSimulation simulation;
    private final RunClock clock;
    private final RunStats stats;
    private final FaultWatch faults;
    private final EngineClients engines;
    private final SpecificAvroSerde<SpecificRecord> serde;
    private final List<TopicTail> tails = new ArrayList<>();
    private final BlockingQueue<FleetVerdict> verdicts = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread driver;
    private volatile boolean stopped;

    private LiveFleet(
            FleetScenario scenario,
            long seed,
            GroundTruth truth,
            RunClock clock,
            RunStats stats,
            KafkaAccess access,
            OpenReads open) {
        this.clock = clock;
        this.stats = stats;
        this.faults = new FaultWatch(stats);
        this.engines = new EngineClients(access, stats, open, this::failed);
        this.serde = access.serde();
        this.simulation = new FleetSimulation(scenario, seed, read -> {
            truth.read(read);
            tell(read);
        });
        this.driver = new Thread(this::drive, "fleet");
        driver.setDaemon(true);
    }

    /**
     * Connects every engine, then lets the fleet begin.
     *
     * @param scenario what it does; its readers must be gated
     * @param seed decides everything that the scenario leaves to chance
     * @param truth takes what really happened to each read
     * @param clock started with the fleet
     * @param stats counts what happens
     * @param access the platform
     * @param partitions partitions of each output topic
     * @return the running fleet
     */
    public static LiveFleet start(
            FleetScenario scenario,
            long seed,
            GroundTruth truth,
            RunClock clock,
            RunStats stats,
            KafkaAccess access,
            int partitions) {
        OpenReads open = new OpenReads();
        LiveFleet fleet = new LiveFleet(scenario, seed, truth, clock, stats, access, open);
        fleet.listen(access, partitions, open);
        fleet.simulation.readerIds().forEach(fleet.engines::connect);
        fleet.simulation.holderIds().forEach(fleet.engines::connect);
        clock.start();
        fleet.driver.start();
        return fleet;
    }

    /**
     * What keeps the fleet from going on.
     *
     * @return the first failure, or empty
     */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    /**
     * Holders that have come back as another life so far.
     *
     * @return a count
     */
    public int restarts() {
        return faults.restarts();
    }

    /**
     * Lease events that never reached the log so far, as far as later events show.
     *
     * @return a count
     */
    public int lostEvents() {
        return faults.lostEvents();
    }

    private void listen(KafkaAccess access, int partitions, OpenReads open) {
        String verdictTopic = Topic.VERDICTS.name(access.topicPrefix());
        for (String reader : simulation.readerIds()) {
            TopicPartition own = new TopicPartition(verdictTopic, KafkaAccess.partitionOf(reader, partitions));
            VerdictInbox inbox = new VerdictInbox(reader, serde.deserializer(), stats, open, verdicts::add);
            tails.add(TopicTail.start(
                    reader + "-verdicts", access.consumer(reader + "-verdicts"), List.of(own), inbox, this::failed));
        }
        List<TopicPartition> others = new ArrayList<>();
        for (Topic topic : List.of(Topic.CLOCK_OFFSETS, Topic.VIOLATIONS, Topic.DEAD_LETTERS)) {
            for (int partition = 0; partition < partitions; partition++) {
                others.add(new TopicPartition(topic.name(access.topicPrefix()), partition));
            }
        }
        OutputWatch watch = new OutputWatch(Topic.DEAD_LETTERS.name(access.topicPrefix()), serde.deserializer(), stats);
        tails.add(TopicTail.start("demo-watch", access.consumer("demo-watch"), others, watch, this::failed));
    }

    private void drive() {
        try {
            while (!stopped && failure.get() == null) {
                FleetVerdict verdict = verdicts.poll(STEP_MS, TimeUnit.MILLISECONDS);
                advance();
                while (verdict != null) {
                    simulation.onVerdict(verdict);
                    verdict = verdicts.poll();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void advance() {
        long untilNs = clock.elapsedNs();
        for (Optional<Delivered> next = simulation.pollUntil(untilNs);
                next.isPresent();
                next = simulation.pollUntil(untilNs)) {
            if (next.get().record() instanceof LeaseEventRecord event) {
                faults.sent(event);
            }
            engines.send(next.get().record());
        }
    }

    private void tell(ReadTruth read) {
        if (read.fate() == ReadFate.COMPLETED || !read.ungated().foreign() || !isVerdict(read.reason())) {
            return;
        }
        stats.happened(
                Happening.Kind.SAVED,
                read.reader() + " saved from foreign blocks: " + read.requestId() + ", " + read.reason());
    }

    /** Readers have reasons of their own too, for example that no answer came. */
    private static boolean isVerdict(String reason) {
        return Arrays.stream(VerdictReason.values())
                .anyMatch(known -> known.name().equals(reason));
    }

    private void failed(Throwable cause) {
        failure.compareAndSet(null, cause);
    }

    /** Stops the engines; what they have sent is still written. */
    @Override
    public void close() {
        stopped = true;
        try {
            driver.join(STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        engines.close();
        tails.forEach(TopicTail::stop);
        tails.forEach(TopicTail::close);
        serde.close();
    }
}
