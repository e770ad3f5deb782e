package dev.kvlease.benchmarks.cluster;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.run.LeaseApplication;
import java.util.Map;

/** An application in this process that works off what is in its topics. */
public final class Drain {
    private static final String COMMIT_MS = "500";
    private static final long POLL_MS = 10;

    private Drain() {}

    /**
     * Runs a new application until it has committed everything, and stops it.
     *
     * @param cluster where
     * @param properties its configuration; it commits every 500 ms
     * @param count how many records there are
     * @return from the moment it works on its partitions, in nanoseconds
     * @throws Exception if it cannot run
     */
    public static long elapsedNs(Cluster cluster, Map<String, String> properties, long count) throws Exception {
        properties.put("commit.interval.ms", COMMIT_MS);
        KvleaseConfig config = new KvleaseConfig(properties);
        try (LeaseApplication application = LeaseApplication.start(config, cluster.partitions(), line -> {})) {
            while (!application.isRunning()) {
                Thread.sleep(POLL_MS);
            }
            return cluster.untilCommittedNs(properties.get("application.id"), count);
        }
    }
}
