package dev.kvlease.app.cli;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.SlicedHandler;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TimeOrder;
import dev.kvlease.app.source.TopicSource;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/** Reads the inputs' topics of a cluster. */
final class TopicInput {
    private static final List<Topic> INPUTS = Arrays.stream(Topic.values())
            .filter(topic -> topic.role() == Topic.Role.INPUT)
            .toList();

    private final KvleaseConfig config;
    private final Duration history;
    private final Console console;
    private final boolean quiet;

    TopicInput(KvleaseConfig config, Duration history, Console console, boolean quiet) {
        this.config = config;
        this.history = history;
        this.console = console;
        this.quiet = quiet;
    }

    InputResult readInto(EventHandler handler, Slice slice) throws IOException {
        SlicedHandler sliced = new SlicedHandler(handler, slice);
        try (Serde<Object> values = ValueSerdes.of(config).get();
                TopicSource source = TopicSource.open(config, INPUTS, slice, history, values.deserializer());
                RecordStream records = new TimeOrder().merge(source.streams())) {
            source.findings().forEach(console.err()::println);
            Progress progress = new Progress(console, quiet, "records", sliced::records, source::share);
            for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                next.get().deliver(sliced);
                progress.tick();
            }
            String summary = progress.finish();
            sliced.times().finding().ifPresent(console.err()::println);
            return new InputResult(ExitCode.OK, summary);
        }
    }
}
