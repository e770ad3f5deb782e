package dev.kvlease.app.cli;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.source.ConsumedOrder;
import dev.kvlease.app.source.RecordHandler;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.SlicedHandler;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TopicQuery;
import dev.kvlease.app.source.TopicSource;
import dev.kvlease.app.source.TopicVerdicts;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.serde.GenericAvroDeserializer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;

/** Reads the inputs' topics of a cluster. */
final class TopicInput {
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

    /** The order that the topic of verdicts tells of, as far as it reaches into a slice and its history. */
    ConsumedOrder recordedOrder(Slice slice) throws IOException {
        ConsumedOrder order = new ConsumedOrder();
        try (TopicVerdicts verdicts = TopicVerdicts.open(config, slice, history)) {
            Progress progress = new Progress(console, quiet, "verdicts", order::verdicts, verdicts::share);
            verdicts.readInto(order::learn, progress::tick);
            progress.finish();
            verdicts.finding().ifPresent(console.err()::println);
        }
        return order;
    }

    /** Reads all topics that are there, their history before the slice too. */
    InputResult readStored(RecordHandler handler, Slice slice, ConsumedOrder order) throws IOException {
        Slice exported = slice.with(history);
        long[] stored = {0};
        try (Deserializer<?> values = asWritten();
                TopicSource source = TopicSource.open(config, query(List.of(Topic.values()), slice), values);
                RecordStream records = order.merge(source.streams())) {
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

    private TopicQuery query(List<Topic> topics, Slice slice) {
        return TopicQuery.committed(topics, slice, history);
    }

    /** Reads the inputs for a replay. */
    InputResult readInto(EventHandler handler, Slice slice, ConsumedOrder order) throws IOException {
        SlicedHandler sliced = new SlicedHandler(handler, slice);
        try (Serde<Object> values = ValueSerdes.of(config).get();
                TopicSource source = TopicSource.open(config, query(Topic.inputs(), slice), values.deserializer());
                RecordStream records = order.merge(source.streams())) {
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
