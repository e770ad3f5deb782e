package dev.kvlease.benchmarks.state;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.cluster.Tail;
import dev.kvlease.benchmarks.workload.StandingLeases;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.schemas.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;

/** Asks every holder for a read, over and over, and remembers when each holder's first question was answered. */
final class Questions implements AutoCloseable {
    private static final long PAUSE_MS = 100;
    private static final long PATIENCE_MS = 300_000;

    private final Cluster cluster;
    private final int holders;
    private final String round;
    private final Tail verdicts;
    private final Map<String, Long> answeredNs = new ConcurrentHashMap<>();

    /**
     * Asks nothing yet.
     *
     * @param cluster where
     * @param holders how many
     * @param round tells these questions from others
     */
    Questions(Cluster cluster, int holders, String round) {
        this.cluster = cluster;
        this.holders = holders;
        this.round = round;
        this.verdicts = new Tail(cluster, Topic.VERDICTS.name(Cluster.PREFIX), this::take);
    }

    private void take(SpecificRecord value) {
        if (value instanceof Verdict verdict && verdict.getReadRequestId().startsWith(round)) {
            answeredNs.putIfAbsent(verdict.getHolderEngineId(), System.nanoTime());
        }
    }

    /**
     * Asks until every holder has answered.
     *
     * @return when each did, on the clock of {@link System#nanoTime}
     * @throws InterruptedException if the thread is interrupted
     */
    Map<String, Long> untilAllAnswered() throws InterruptedException {
        long giveUpNs = System.nanoTime() + PATIENCE_MS * 1_000_000;
        for (int attempt = 0; answeredNs.size() < holders; attempt++) {
            if (System.nanoTime() > giveUpNs) {
                throw new IllegalStateException("only " + answeredNs.size() + " of " + holders + " holders answered");
            }
            cluster.produce(intents(attempt));
            Thread.sleep(PAUSE_MS);
        }
        return Map.copyOf(answeredNs);
    }

    private List<Workload.Step> intents(int attempt) {
        List<Workload.Step> steps = new ArrayList<>();
        for (int holder = 0; holder < holders; holder++) {
            ReadIntent intent = new ReadIntent(
                    "prefill-" + holder,
                    "life",
                    StandingLeases.holder(holder),
                    Optional.empty(),
                    "request",
                    round + attempt,
                    new int[0][],
                    Workload.BLOCKS,
                    Absent.LONG,
                    Absent.LONG);
            steps.add(new Workload.Step(holder, new InputRecord.Intent(intent)));
        }
        return steps;
    }

    @Override
    public void close() {
        verdicts.close();
    }
}
