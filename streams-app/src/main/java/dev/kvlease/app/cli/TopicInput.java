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
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.serde.GenericAvroDeserializer;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Deserializer;
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

    /** Reads all topics that are there, their history before the slice too. */
    InputResult readStored(FileInput.StoredHandler handler, Slice slice) throws IOException {
        Slice exported = slice.with(history);
        long[] stored = {0};
        try (Deserializer<?> values = asWritten();
                TopicSource source = TopicSource.open(config, List.of(Topic.values()), slice, history, values);
                RecordStream records = new TimeOrder().merge(source.streams())) {
            source.findings().forEach(console.err()::println);
            Progress progress = new Progress(console, quiet, "records", () -> stored[0], source::share);
            for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                if (exported.includes(next.get().origin())) {
                    stored[0]++;
                    handler.take(next.get());
                }
                progress.tick();
            }
            return new InputResult(ExitCode.OK, progress.finish());
        }
    }

    /** A user's own serde decides itself what it makes of newer schemas. */
    private Deserializer<?> asWritten() {
        if (config.valueSerde().isPresent()) {
            return ValueSerdes.of(config).get().deserializer();
        }
        config.schemaRegistryUrl();
        return new GenericAvroDeserializer(SchemaRegistry.open(config.serdeProperties()));
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
