package dev.kvlease.app.topology;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Constants;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One task of the join in Kafka Streams: makes records of bytes, lets the join take them, and writes what follows. */
final class LeaseProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseProcessor.class);

    /** Who asks over HTTP is answered from the store, and sees what is so old at most. */
    private static final Duration WRITE_EVERY = Duration.ofSeconds(1);

    private final KvleaseConfig config;
    private final int inputPartitions;
    private final ReaderPartitions readerPartitions;
    private final Supplier<Serde<Object>> valueSerdes;
    private final LeaseMeters meters;
    private final Feed feed;
    private final Map<String, Topic> inputs;
    private final Consequences consequences = new Consequences();

    private ProcessorContext<byte[], byte[]> context;
    private Serde<Object> valueSerde;
    private Intake intake;
    private Outlet outlet;
    private LeaseJoin join;
    private Metering metering;

    LeaseProcessor(
            KvleaseConfig config,
            int inputPartitions,
            Supplier<Serde<Object>> valueSerdes,
            ReaderPartitions readerPartitions,
            LeaseMeters meters,
            Feed feed) {
        this.config = config;
        this.inputPartitions = inputPartitions;
        this.readerPartitions = readerPartitions;
        this.valueSerdes = valueSerdes;
        this.meters = meters;
        this.feed = feed;
        this.inputs = Arrays.stream(Topic.values())
                .filter(topic -> topic.role() == Topic.Role.INPUT)
                .collect(Collectors.toMap(config::nameOf, Function.identity()));
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        this.context = context;
        WriteBehindStore store = context.getStateStore(HolderStore.NAME);
        // A task that was suspended is begun again: what its join before this one has kept comes first.
        store.flushCache();
        join = new LeaseJoin(
                store.wrapped(), context.taskId().partition(), config.settings(), context.currentSystemTimeMs());
        store.writeBehind(join::save);
        context.schedule(WRITE_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> join.save());
        metering = new Metering(meters, feed, context, join.engines());
        valueSerde = valueSerdes.get();
        intake = new Intake(valueSerde.deserializer(), inputPartitions);
        outlet = new Outlet(context, config, valueSerde.serializer(), readerPartitions);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata source = context.recordMetadata().orElseThrow();
        Topic topic = inputs.get(source.topic());
        Intake.Reading reading = intake.read(topic, record, source);
        Optional<InputRecord> usable = usable(reading, record);
        Optional<RuntimeException> failure = join.take(
                topic, source.offset(), record.timestamp(), usable, context.currentStreamTimeMs(), consequences);
        if (reading instanceof Intake.Bad bad) {
            deadLetter(DeadLetter.of(record, source, bad.reason(), bad.detail()));
        } else if (usable.isEmpty()) {
            deadLetter(DeadLetter.of(record, source, BadRecord.ID_INVALID));
        } else if (failure.isPresent()) {
            failed(failure.get(), record, source);
        } else {
            consequences.refusal().ifPresent(reason -> deadLetter(DeadLetter.of(record, source, reason)));
            metering.applied(usable.get(), source.offset(), record.timestamp(), consequences);
            outlet.write(consequences, record.timestamp(), join.trail());
        }
    }

    private static Optional<InputRecord> usable(Intake.Reading reading, Record<byte[], byte[]> record) {
        return reading instanceof Intake.Good good && record.key().length <= Constants.MAX_ID_BYTES
                ? Optional.of(good.input())
                : Optional.empty();
    }

    private void failed(RuntimeException failure, Record<byte[], byte[]> record, RecordMetadata source) {
        LOG.error("failed on {}-{}@{}", source.topic(), source.partition(), source.offset(), failure);
        deadLetter(DeadLetter.of(record, source, DeadLetterReason.INTERNAL_ERROR, failure.toString()));
    }

    private void deadLetter(Record<byte[], byte[]> letter) {
        metering.deadLetter(letter);
        outlet.deadLetter(letter);
    }

    @Override
    public void close() {
        metering.close();
        valueSerde.close();
    }
}
