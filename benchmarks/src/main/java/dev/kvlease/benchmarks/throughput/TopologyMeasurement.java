package dev.kvlease.benchmarks.throughput;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.report.Rates;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The full application and a pass-through topology over the same records in the same embedded broker, alternating:
 * records per second from the first to the last committed, start-up apart.
 */
public final class TopologyMeasurement {
    private static final int RECORDS = 200_000;
    private static final int HOLDERS = 64;
    private static final int PARTITIONS = 4;
    private static final long SEED = 1;
    private static final long POLL_MS = 10;
    private static final String COMMIT_MS = "500";

    private final Cluster cluster;

    private TopologyMeasurement(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Prints both and their ratio.
     *
     * @param run how long
     * @throws Exception if a part cannot run
     */
    public static void measure(Run run) throws Exception {
        Rates application = new Rates("topology, full application");
        Rates passThrough = new Rates("topology, pass-through");
        try (Cluster cluster = Cluster.start(PARTITIONS)) {
            List<Workload.Step> steps = new Workload(SEED, HOLDERS).next(RECORDS);
            cluster.produce(steps);
            TopologyMeasurement measurement = new TopologyMeasurement(cluster);
            for (int round = 0; round < run.of(2, 4); round++) {
                application.add(steps.size(), measurement.runApplication(round, steps.size()));
                passThrough.add(steps.size(), measurement.runPassThrough(round, steps.size()));
            }
        }
        run.say(application.toString());
        run.say(passThrough.toString());
        run.say(String.format(
                Locale.ROOT, "full application / pass-through   %.2f", application.median() / passThrough.median()));
    }

    private KvleaseConfig config(String applicationId) {
        Map<String, String> properties = cluster.applicationProperties(applicationId);
        properties.put("commit.interval.ms", COMMIT_MS);
        return new KvleaseConfig(properties);
    }

    private long runApplication(int round, long count) throws Exception {
        String id = "application-" + round;
        try (LeaseApplication application = LeaseApplication.start(config(id), PARTITIONS, line -> {})) {
            while (!application.isRunning()) {
                Thread.sleep(POLL_MS);
            }
            return cluster.untilCommittedNs(id, count);
        }
    }

    private long runPassThrough(int round, long count) throws Exception {
        String id = "pass-through-" + round;
        try (KafkaStreams streams = new KafkaStreams(
                PassThrough.topology(Cluster.PREFIX, cluster.serde(), Topic.VERDICTS.name(Cluster.PREFIX)),
                config(id).streamsProperties())) {
            streams.start();
            while (streams.state() != KafkaStreams.State.RUNNING) {
                Thread.sleep(POLL_MS);
            }
            long elapsedNs = cluster.untilCommittedNs(id, count);
            streams.close(Duration.ofSeconds(10));
            return elapsedNs;
        }
    }
}
