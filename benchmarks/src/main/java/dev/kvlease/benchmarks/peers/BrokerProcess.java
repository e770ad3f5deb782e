package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.TopicLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The process of the broker and the schema registry, so that all who are compared share the same one. */
final class BrokerProcess {
    /** Outputs are deleted after every run; their files must not pile up. */
    private static final Map<String, String> SETTINGS = Map.of("log.segment.delete.delay.ms", "1000");

    private BrokerProcess() {}

    /**
     * Serves until its standard input ends. Prints where, in two words.
     *
     * @param args directory, number of partitions
     * @throws IOException if standard input breaks
     */
    public static void main(String[] args) throws IOException {
        int partitions = Integer.parseInt(args[1]);
        BrokerOptions options = BrokerOptions.in(Path.of(args[0])).withOverrides(SETTINGS);
        try (EmbeddedPlatform platform = EmbeddedPlatform.start(options, layout(partitions), step -> {})) {
            System.out.println(platform.bootstrapServers() + " " + platform.registryUrl());
            while (System.in.read() >= 0) {
                // the end tells that the measurement is over, or dead
            }
        }
    }

    static TopicLayout layout(int partitions) {
        return new TopicLayout(TopicLayout.DEFAULT_PREFIX, partitions, partitions, Optional.of((short) 1));
    }
}
