package dev.kvlease.demo.live;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.demo.stats.Happening;
import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.EngineClock;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.fleet.ReaderGate;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.gate.GateConfig;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.schemas.VerdictReason;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A simulated fleet in real time on a real broker: what engines say goes out when it is time, and readers ask gates of
 * their own, as real engines do.
 *
 * <p>Only the engines' clocks and blocks are simulated. Its network adds nothing to what the platform takes.
 */
public final class LiveFleet implements AutoCloseable {
    private static final long STEP_MS = 2;
    private static final long STOP_MS = 2_000;
    private static final Duration GATE_READY = Duration.ofSeconds(20);

    private final FleetScenario scenario;
    private final RunClock clock;
    private final RunStats stats;
    private final KafkaAccess access;
    private final FaultWatch faults;
    private final SpecificAvroSerde<SpecificRecord> serde;
    private final List<LiveGate> gates = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Consumer<FleetSimulation>> calls = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final FleetSimulation simulation;
    private final Engines engines;
    private final TopicTail watch;
    private final Thread driver;
    private long writtenByGates;
    private volatile boolean stopped;

    private LiveFleet(
            FleetScenario scenario,
            long seed,
            GroundTruth truth,
            RunClock clock,
            RunStats stats,
            KafkaAccess access,
            EngineMaker maker) {
        this.scenario = scenario;
        this.clock = clock;
        this.stats = stats;
        this.access = access;
        this.faults = new FaultWatch(stats);
        this.serde = access.serde();
        this.simulation = new FleetSimulation(
                scenario,
                seed,
                read -> {
                    truth.read(read);
                    tell(read);
                },
                this::openGate);
        this.engines = maker.open(simulation.holderIds(), this::failed);
        this.watch = watchOutputs();
        this.driver = new Thread(this::drive, "fleet");
        driver.setDaemon(true);
    }

    /** Makes what brings the engines' records to the platform. */
    @FunctionalInterface
    public interface EngineMaker {
        /**
         * Connects.
         *
         * @param holders the engines that hold blocks
         * @param onFailure takes what keeps them from going on
         * @return the engines
         */
        Engines open(List<String> holders, Consumer<Throwable> onFailure);
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
     * @param maker how engines reach the platform
     * @return the running fleet
     * @throws InterruptedException if the thread is interrupted
     */
    public static LiveFleet start(
            FleetScenario scenario,
            long seed,
            GroundTruth truth,
            RunClock clock,
            RunStats stats,
            KafkaAccess access,
            EngineMaker maker)
            throws InterruptedException {
        LiveFleet fleet = new LiveFleet(scenario, seed, truth, clock, stats, access, maker);
        for (LiveGate gate : fleet.gates) {
            if (!gate.awaitReady(GATE_READY)) {
                fleet.failed(new IllegalStateException("a reader's gate cannot follow its verdicts"));
            }
        }
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

    private ReaderGate openGate(String reader, String life, EngineClock readerClock, List<String> holders) {
        GateConfig config = GateConfig.of(new Reader(reader, life), access.clientProperties())
                .withTopicPrefix(access.topicPrefix())
                .withSampleEvery(Duration.ofNanos(scenario.terms().handshakePeriodNs()));
        GateWatch verdicts =
                new GateWatch(stats, System::nanoTime, read -> calls.add(fleet -> fleet.look(reader, read)));
        LiveGate gate = new LiveGate(config, () -> readerClock.at(clock.elapsedNs()), holders, calls::add, verdicts);
        gates.add(gate);
        return gate;
    }

    private TopicTail watchOutputs() {
        List<TopicPartition> outputs = new ArrayList<>();
        for (Topic topic : List.of(Topic.CLOCK_OFFSETS, Topic.VIOLATIONS, Topic.DEAD_LETTERS)) {
            for (int partition = 0; partition < access.partitions(); partition++) {
                outputs.add(new TopicPartition(topic.name(access.topicPrefix()), partition));
            }
        }
        OutputWatch counter =
                new OutputWatch(Topic.DEAD_LETTERS.name(access.topicPrefix()), serde.deserializer(), stats);
        return TopicTail.start("demo-watch", access.consumer("demo-watch"), outputs, counter, this::failed);
    }

    private void drive() {
        try {
            while (!stopped && failure.get() == null) {
                Consumer<FleetSimulation> call = calls.poll(STEP_MS, TimeUnit.MILLISECONDS);
                advance();
                while (call != null) {
                    call.accept(simulation);
                    call = calls.poll();
                }
                countRecordsOfGates();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
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
            stats.recordsSent(1);
        }
    }

    private void countRecordsOfGates() {
        long written = gates.stream().mapToLong(LiveGate::writtenRecords).sum();
        if (written > writtenByGates) {
            stats.recordsSent(written - writtenByGates);
            writtenByGates = written;
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

    /** Gates have reasons of their own too, for example that no answer came. */
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
        gates.parallelStream().forEach(LiveGate::closeNow);
        countRecordsOfGates();
        engines.close();
        watch.close();
        serde.close();
    }
}
