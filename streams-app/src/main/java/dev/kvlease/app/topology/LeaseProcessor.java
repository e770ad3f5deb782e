package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Constants;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task of the join: hands each record to the engine of its holder, keeps what the engine remembers, and writes what
 * follows.
 *
 * <p>A record is applied as a whole or not at all: its consequences are held back until the engine has taken it, and an
 * engine that failed on it is dropped and read back from the store, as it was before.
 */
final class LeaseProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseProcessor.class);

    private final KvleaseConfig config;
    private final int inputPartitions;
    private final Supplier<Serde<Object>> valueSerdes;
    private final Map<String, Topic> inputs;
    private final Consequences consequences = new Consequences();

    private ProcessorContext<byte[], byte[]> context;
    private Serde<Object> valueSerde;
    private Intake intake;
    private Outlet outlet;
    private HolderEngines engines;
    private SilentHolders silentHolders;
    private Positions positions;

    LeaseProcessor(KvleaseConfig config, int inputPartitions, Supplier<Serde<Object>> valueSerdes) {
        this.config = config;
        this.inputPartitions = inputPartitions;
        this.valueSerdes = valueSerdes;
        this.inputs = Arrays.stream(Topic.values())
                .filter(topic -> topic.role() == Topic.Role.INPUT)
                .collect(Collectors.toMap(config::nameOf, Function.identity()));
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        this.context = context;
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(HolderStore.NAME);
        positions = new Positions(store, context.taskId().partition());
        engines = new HolderEngines(new HolderStore(store), config.settings());
        silentHolders = new SilentHolders(engines);
        valueSerde = valueSerdes.get();
        intake = new Intake(valueSerde.deserializer(), inputPartitions);
        outlet = new Outlet(context, config, valueSerde.serializer());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata source = context.recordMetadata().orElseThrow();
        Topic topic = inputs.get(source.topic());
        AsOf asOf = positions.consumed(topic, source.offset());
        Intake.Reading reading = intake.read(topic, record, source);
        if (reading instanceof Intake.Good good) {
            apply(good.input(), new Arrival(record.timestamp(), source.offset(), asOf), record, source);
        } else if (reading instanceof Intake.Bad bad) {
            outlet.deadLetter(DeadLetter.of(record, source, bad.reason(), bad.detail()));
        }
        positions.save();
        silentHolders.sweep(context.currentStreamTimeMs());
    }

    private void apply(InputRecord input, Arrival arrival, Record<byte[], byte[]> record, RecordMetadata source) {
        if (record.key().length > Constants.MAX_ID_BYTES) {
            outlet.deadLetter(DeadLetter.of(record, source, BadRecord.ID_INVALID));
            return;
        }
        consequences.clear();
        LeaseEngine engine = engines.of(input.holder(), arrival.asOf(), consequences);
        try {
            input.applyTo(engine, arrival, consequences);
        } catch (RuntimeException e) {
            LOG.error("failed on {}-{}@{}", source.topic(), source.partition(), source.offset(), e);
            engines.drop(input.holder());
            outlet.deadLetter(DeadLetter.of(record, source, DeadLetterReason.INTERNAL_ERROR, e.toString()));
            return;
        }
        engines.save(input.holder());
        consequences.refusal().ifPresent(reason -> outlet.deadLetter(DeadLetter.of(record, source, reason)));
        outlet.write(consequences, record.timestamp());
    }

    @Override
    public void close() {
        valueSerde.close();
    }
}
