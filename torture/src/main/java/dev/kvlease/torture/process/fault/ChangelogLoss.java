package dev.kvlease.torture.process.fault;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.LeaseTopology;
import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.Patience;
import dev.kvlease.torture.process.world.TortureException;
import dev.kvlease.torture.process.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The topic that keeps the state is deleted. Then docs/operations.md is followed: Reset. */
final class ChangelogLoss implements Fault {
    private static final Duration REFUSAL = Duration.ofMinutes(1);
    private static final int UNAVAILABLE = 4;
    private static final int LAST_LINES = 40;

    @Override
    public About about() {
        return new About(
                "changelog",
                "the changelog is deleted under running instances, which are then killed",
                "the inputs are set back, the state directories removed, and one start accepts the loss",
                "without that, an instance refuses to start");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public boolean isRebuild() {
        return true;
    }

    @Override
    public Duration bound() {
        return Duration.ofMinutes(3);
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        String changelog = LeaseTopology.changelogTopic(world.config());
        world.admin().deleteTopics(List.of(changelog)).all().get();
        Pause.some(random, 500, 4_000);
        for (Instance instance : world.instances()) {
            instance.kill();
        }
        Patience.until(
                changelog + " is gone",
                refusal(world),
                () -> !world.admin().listTopics().names().get().contains(changelog));
        refuses(world.instances().get(0), changelog, refusal(world));
    }

    private static Duration refusal(World world) {
        return REFUSAL.multipliedBy(world.options().patience());
    }

    /** Not for another reason, such as a cluster that does not answer. */
    private static void refuses(Instance instance, String changelog, Duration bound) throws InterruptedException {
        instance.start();
        Optional<Integer> exit = instance.exitWithin(bound);
        String reason = "topic " + changelog + " is gone";
        boolean named = instance.lastLines(LAST_LINES).stream().anyMatch(line -> line.contains(reason));
        if (exit.isEmpty() || exit.get() != UNAVAILABLE || !named) {
            instance.kill();
            throw new TortureException(
                    "without its changelog " + instance + " did not refuse to start for that reason, but "
                            + exit.map(code -> "ended with " + code).orElse("went on") + ": " + instance.lastLine());
        }
    }

    @Override
    public void heal(World world) throws Exception {
        String group = world.config().getString("application.id");
        Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
        for (Topic topic : Topic.inputs()) {
            for (int partition = 0; partition < World.PARTITIONS; partition++) {
                beginning.put(new TopicPartition(world.config().nameOf(topic), partition), new OffsetAndMetadata(0));
            }
        }
        Patience.until("the group has no members and can be set back", refusal(world), () -> {
            world.admin().alterConsumerGroupOffsets(group, beginning).all().get();
            return true;
        });
        world.rebuilt();
        for (Instance instance : world.instances()) {
            delete(instance.stateDirectory());
        }
        for (Instance instance : world.instances()) {
            boolean first = instance.number() == 0;
            instance.start(Map.of(), first ? Map.of(ConfigKeys.MISSING_STATE, "accept") : Map.of());
            if (first) {
                Patience.until(
                        "there is a new changelog",
                        refusal(world),
                        () -> world.admin()
                                .listTopics()
                                .names()
                                .get()
                                .contains(LeaseTopology.changelogTopic(world.config())));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
