package dev.kvlease.benchmarks.state;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.benchmarks.cluster.ApplicationProcess;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.StandingLeases;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;

/**
 * Two instances with a standby copy each: one is killed, and the other answers for its holders from the copy. From the kill
 * to the first verdict and to the first of the last holder.
 */
public final class TakeoverMeasurement {
    private static final int PARTITIONS = 4;
    private static final long POLL_MS = 250;
    private static final int STEADY = 4;
    private static final String ID = "takeover";
    private static final String KILLED = "killed";

    private final Run run;
    private final Cluster cluster;
    private final HttpClient http = HttpClient.newHttpClient();

    private TakeoverMeasurement(Run run, Cluster cluster) {
        this.run = run;
        this.cluster = cluster;
    }

    /**
     * Prints them all.
     *
     * @param run how many leases: a million, or a few
     * @throws Exception if a part cannot run
     */
    public static void measure(Run run) throws Exception {
        try (Cluster cluster = Cluster.start(PARTITIONS)) {
            new TakeoverMeasurement(run, cluster).all();
        }
    }

    private void all() throws Exception {
        int leases = run.of(2_000, 1_000_000);
        Filled.with(cluster, leases);
        takeOver(
                leases,
                Map.of("main.consumer.session.timeout.ms", "6000", "main.consumer.heartbeat.interval.ms", "1500"));
        if (!run.quick()) {
            takeOver(leases, Map.of());
        }
    }

    private void takeOver(int leases, Map<String, String> timeouts) throws Exception {
        try (ApplicationProcess killed = launch(KILLED, timeouts);
                ApplicationProcess survivor = launch("survivor", timeouts)) {
            killed.awaitRunning();
            survivor.awaitRunning();
            awaitCopies(List.of(killed, survivor));
            Set<Integer> lost = cluster.partitionsOf(ID, KILLED);
            long killedNs = System.nanoTime();
            killed.kill();
            print(leases, timeouts, lost, killedNs);
        }
    }

    private ApplicationProcess launch(String name, Map<String, String> timeouts) throws IOException {
        Map<String, String> properties = new HashMap<>(cluster.applicationProperties(ID));
        properties.put("client.id", name);
        properties.put("state.dir", cluster.stateDirectory(name).toString());
        properties.put("num.standby.replicas", "1");
        properties.put(ConfigKeys.HTTP_PORT, "0");
        properties.putAll(timeouts);
        return ApplicationProcess.launch(cluster, properties);
    }

    /** Both have partitions, all records are taken, and neither copy is behind. */
    private void awaitCopies(List<ApplicationProcess> instances) throws Exception {
        try (Questions questions = new Questions(cluster, Filled.HOLDERS, "before " + System.nanoTime())) {
            questions.untilAllAnswered();
        }
        int steady = 0;
        while (steady < STEADY) {
            Thread.sleep(POLL_MS);
            boolean behind = cluster.partitionsOf(ID, KILLED).isEmpty();
            for (ApplicationProcess instance : instances) {
                behind |= standbyLag(instance) != 0;
            }
            steady = behind ? 0 : steady + 1;
        }
    }

    private double standbyLag(ApplicationProcess instance) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(instance.address() + "/metrics"))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith("kafka_consumer_fetch_manager_records_lag{")
                        && line.contains("restore-consumer"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .filter(lag -> lag > 0)
                .sum();
    }

    private void print(int leases, Map<String, String> timeouts, Set<Integer> lost, long killedNs)
            throws InterruptedException {
        try (Questions questions = new Questions(cluster, Filled.HOLDERS, "after " + killedNs)) {
            Map<String, Long> answeredNs = questions.untilAllAnswered();
            long[] afterNs = IntStream.range(0, Filled.HOLDERS)
                    .mapToObj(StandingLeases::holder)
                    .filter(holder -> lost.contains(partitionOf(holder)))
                    .mapToLong(holder -> answeredNs.get(holder) - killedNs)
                    .sorted()
                    .toArray();
            String session = timeouts.getOrDefault("main.consumer.session.timeout.ms", "the default");
            run.figure(
                    "take-over from a standby",
                    String.format(Locale.ROOT, "%.2f", afterNs[afterNs.length - 1] / 1e9),
                    "s",
                    String.format(
                            Locale.ROOT,
                            "%,d leases, session.timeout.ms %s; first verdict after %.2f s, %d holders of %d partitions",
                            leases,
                            session,
                            afterNs[0] / 1e9,
                            afterNs.length,
                            lost.size()));
        }
    }

    private static int partitionOf(String holder) {
        return Utils.toPositive(Utils.murmur2(holder.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
    }
}
