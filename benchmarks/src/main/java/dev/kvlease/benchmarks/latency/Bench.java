package dev.kvlease.benchmarks.latency;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.cluster.ApplicationProcess;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.cluster.Tail;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.schemas.ReadIntent;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictTrigger;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.NewTopic;

/** An application with one setting, in a process of its own, and what sends to it and reads from it. */
final class Bench implements AutoCloseable {
    private static final int PARTITIONS = 4;
    private static final int HOLDERS = 64;
    private static final long SEED = 1;
    private static final double WARM = 0.15;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String ECHO = "echo.";

    private final Setting setting;
    private final int seconds;
    private final Cluster cluster;
    private final Tail echoes;
    private final Tail verdicts;
    private final Sender sender;
    private final ApplicationProcess application;
    private final Workload workload = new Workload(SEED, HOLDERS);
    private volatile Phase phase = Phase.nothingAsked();

    /**
     * What both paths took, medians over rounds.
     *
     * @param echo produced to a topic and consumed from it
     * @param verdict the intent produced, its verdict consumed
     */
    record Both(Quantiles echo, Quantiles verdict) {}

    Bench(Setting setting, int seconds) throws IOException, InterruptedException, ExecutionException {
        this.setting = setting;
        this.seconds = seconds;
        this.cluster = Cluster.start(PARTITIONS);
        createEchoTopics();
        this.echoes = new Tail(cluster, echo(Topic.READ_INTENTS), this::takeEcho);
        this.verdicts = new Tail(cluster, Topic.VERDICTS.name(Cluster.PREFIX), this::takeVerdict);
        this.sender = new Sender(cluster, setting.lingerMs());
        Map<String, String> properties = cluster.applicationProperties("latency");
        setting.putInto(properties);
        this.application = ApplicationProcess.start(cluster, properties);
    }

    private void createEchoTopics() throws ExecutionException, InterruptedException {
        List<NewTopic> topics = Arrays.stream(Topic.values())
                .filter(topic -> topic.role() == Topic.Role.INPUT)
                .map(topic -> new NewTopic(echo(topic), PARTITIONS, (short) 1))
                .toList();
        cluster.admin().createTopics(topics).all().get();
    }

    private static String echo(Topic topic) {
        return ECHO + topic.shortName();
    }

    private static String input(Topic topic) {
        return topic.name(Cluster.PREFIX);
    }

    private void takeEcho(SpecificRecord value) {
        if (value instanceof ReadIntent intent) {
            phase.answered(intent.getReadRequestId(), System.nanoTime());
        }
    }

    private void takeVerdict(SpecificRecord value) {
        if (value instanceof Verdict verdict && verdict.getTrigger() == VerdictTrigger.READ_INTENT) {
            phase.answered(verdict.getReadRequestId(), System.nanoTime());
        }
    }

    private Traffic traffic(double records) {
        return Traffic.next(workload, (int) Math.ceil(records), cluster.serde().serializer());
    }

    /**
     * Records a second when all are sent at once: from the first that is sent to the last verdict that is read. The first
     * third is for warming up.
     */
    double most(int records) throws InterruptedException {
        phase(traffic(records / 3.0), Schedule.AT_ONCE, Bench::input);
        Traffic all = traffic(records);
        return all.records().size() / phase(all, Schedule.AT_ONCE, Bench::input).seconds();
    }

    /** The echo and the application in turns, with the same records at the same rate. */
    Both sideBySide(double perSecond) throws InterruptedException {
        List<Quantiles> echo = new ArrayList<>();
        List<Quantiles> verdict = new ArrayList<>();
        for (int round = 0; round < setting.rounds(); round++) {
            Traffic traffic = traffic(perSecond * seconds);
            echo.add(phase(traffic, perSecond, Bench::echo).quantiles());
            verdict.add(phase(traffic, perSecond, Bench::input).quantiles());
        }
        return new Both(Quantiles.median(echo), Quantiles.median(verdict));
    }

    private Phase phase(Traffic traffic, double perSecond, Function<Topic, String> topics) throws InterruptedException {
        int warm = (int) (WARM * traffic.records().size());
        Phase begun = new Phase(traffic.intents(), Schedule.from(perSecond), warm);
        phase = begun;
        sender.send(traffic, begun.schedule(), topics);
        return begun.await(PATIENCE);
    }

    /** From the release of a lease to the gate that had said READABLE, while the other records go on. */
    Quantiles revocations(double perSecond, int releases) throws Exception {
        try (Revocations revocations = new Revocations(cluster, setting.lingerMs(), releases)) {
            revocations.prepare();
            Traffic traffic = traffic(perSecond * seconds);
            Schedule background = Schedule.from(perSecond);
            Thread others = new Thread(() -> sender.send(traffic, background, Bench::input), "other records");
            others.start();
            Phase released = revocations.release(releases / (double) seconds);
            others.join();
            return released.await(PATIENCE).quantiles();
        }
    }

    @Override
    public void close() throws IOException {
        application.close();
        sender.close();
        verdicts.close();
        echoes.close();
        cluster.close();
    }
}
