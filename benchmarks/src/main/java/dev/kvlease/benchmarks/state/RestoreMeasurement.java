package dev.kvlease.benchmarks.state;

import dev.kvlease.benchmarks.cluster.ApplicationProcess;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.report.Directories;
import dev.kvlease.benchmarks.report.Run;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;

/**
 * The real application with a million live leases, in a process of its own: its heap, its files, its changelog; how long it
 * takes to answer again for every holder after a start with its files, and after one without.
 */
public final class RestoreMeasurement {
    private static final int PARTITIONS = 4;
    private static final String ID = "restore";

    private final Run run;
    private final Cluster cluster;
    private final int leases;

    private RestoreMeasurement(Run run, Cluster cluster) {
        this.run = run;
        this.cluster = cluster;
        this.leases = run.of(5_000, 1_000_000);
    }

    /**
     * Prints them all.
     *
     * @param run how many leases: a million, or a few
     * @throws Exception if a part cannot run
     */
    public static void measure(Run run) throws Exception {
        try (Cluster cluster = Cluster.start(PARTITIONS)) {
            new RestoreMeasurement(run, cluster).all();
        }
    }

    private void all() throws Exception {
        Map<String, String> properties = cluster.applicationProperties(ID);
        Path state = Path.of(properties.get("state.dir"));
        try (ApplicationProcess application = ApplicationProcess.start(cluster, properties)) {
            long emptyBytes = application.heapBytes();
            long events = Filled.with(cluster, leases);
            answer("filling", System.nanoTime());
            run.say("  " + events + " events taken");
            perLease("heap", application.heapBytes() - emptyBytes);
        }
        perLease("files", Directories.bytes(state, ""));
        perLease("changelog", cluster.bytesOf(ID + "-holder-state-changelog"));
        if (!run.quick()) {
            restart("start with its files", properties);
        }
        Directories.delete(state);
        restart("start without, from the changelog", properties);
    }

    private void restart(String what, Map<String, String> properties) throws Exception {
        long startNs = System.nanoTime();
        try (ApplicationProcess application = ApplicationProcess.launch(cluster, properties)) {
            answer(what, startNs);
            application.awaitRunning();
        }
    }

    private void answer(String what, long startNs) throws InterruptedException {
        try (Questions questions = new Questions(cluster, Filled.HOLDERS, what)) {
            long lastNs = Collections.max(questions.untilAllAnswered().values());
            String seconds = String.format(Locale.ROOT, "%.2f", (lastNs - startNs) / 1e9);
            run.figure(
                    what, seconds, "s", String.format(Locale.ROOT, "%,d leases, until every holder answers", leases));
        }
    }

    private void perLease(String what, long bytes) {
        run.figure(
                "application, " + what,
                String.format(Locale.ROOT, "%,d", bytes / leases),
                "B",
                String.format(Locale.ROOT, "a lease; %,d leases, %.1f MB", leases, bytes / 1e6));
    }
}
