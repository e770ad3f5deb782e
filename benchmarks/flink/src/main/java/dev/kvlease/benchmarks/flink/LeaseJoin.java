package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * The join, keyed by holder. Four topics have no common order, so records wait until the watermark, the least of all
 * partitions, has passed their times, and are then taken in the order of those; what comes later than the watermark is
 * taken at once. The waiting ones, on the heap because they are few, are in every checkpoint.
 *
 * <p>A holder's engine is on the heap once a record of it has come; its state is in RocksDB,
 * written after every record, or, as Flink's own mini-batch operators do, before every checkpoint. The second is why this
 * is an operator: a function may not touch another key's state when a checkpoint comes.
 */
final class LeaseJoin extends AbstractStreamOperator<OutputRecord>
        implements OneInputStreamOperator<TopicRecord, OutputRecord> {
    private static final long serialVersionUID = 1;

    /** Records that wait are taken anyway when none has come for so long. */
    private static final long IDLE_MS = 1_000;

    private final JobSettings settings;
    private transient Map<String, LeaseEngine> engines;
    private transient Set<String> changed;
    private transient HolderPositions positions;
    private transient ListState<long[]> storedPositions;
    private transient ListState<TopicRecord> storedWaiting;
    private transient PriorityQueue<TopicRecord> waiting;
    private transient long watermarkMs;
    private transient long arrived;
    private transient long arrivedBefore;
    private transient HolderMap stored;
    private transient SpecificAvroSerde<SpecificRecord> serde;
    private transient Outlet outlet;
    private transient StreamRecord<OutputRecord> reused;

    LeaseJoin(JobSettings settings) {
        this.settings = settings;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        storedPositions = context.getOperatorStateStore()
                .getUnionListState(
                        new ListStateDescriptor<>("positions", PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO));
        positions = new HolderPositions();
        for (long[] each : storedPositions.get()) {
            positions.restore(each);
        }
        storedWaiting = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("waiting", TopicRecordSerializer.INSTANCE));
        waiting = new PriorityQueue<>(
                Comparator.comparingLong(TopicRecord::timestampMs).thenComparingLong(TopicRecord::offset));
        watermarkMs = Long.MIN_VALUE;
        for (TopicRecord each : storedWaiting.get()) {
            waiting.add(each);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        engines = new HashMap<>();
        changed = new HashSet<>();
        stored = new HolderMap(getKeyedStateStore()
                .getMapState(new MapStateDescriptor<>(
                        "holder-state",
                        PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
                        PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)));
        serde = new SpecificAvroSerde<>();
        serde.configure(settings.serdeProperties(), false);
        reused = new StreamRecord<>(null);
        outlet = new Outlet(settings, serde, record -> output.collect(reused.replace(record)));
        lookAgain();
    }

    private void lookAgain() {
        long nowMs = getProcessingTimeService().getCurrentProcessingTime();
        // it is never cancelled
        ScheduledFuture<?> unused = getProcessingTimeService().registerTimer(nowMs + IDLE_MS, this::takeAllIfIdle);
    }

    /** As Kafka Streams goes on without a partition that has nothing more; the source's own idleness ends at its watermark. */
    private void takeAllIfIdle(long timeMs) throws Exception {
        if (arrived == arrivedBefore) {
            takeUntil(Long.MAX_VALUE);
        }
        arrivedBefore = arrived;
        lookAgain();
    }

    @Override
    public void processElement(StreamRecord<TopicRecord> element) throws Exception {
        TopicRecord record = element.getValue();
        arrived++;
        if (settings.inTimeOrder() && record.timestampMs() > watermarkMs) {
            waiting.add(record);
        } else {
            take(record);
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        watermarkMs = mark.getTimestamp();
        takeUntil(watermarkMs);
        super.processWatermark(mark);
    }

    private void takeUntil(long timeMs) throws Exception {
        while (!waiting.isEmpty() && waiting.peek().timestampMs() <= timeMs) {
            TopicRecord next = waiting.remove();
            setCurrentKey(next.holder());
            take(next);
        }
    }

    private void take(TopicRecord record) throws Exception {
        outlet.begin(record);
        AsOf asOf = positions.consumed(record);
        Optional<InputRecord> input = decoded(record);
        if (input.isEmpty()) {
            outlet.deadLetter();
            return;
        }
        LeaseEngine engine = engineOf(record.holder(), asOf);
        input.get().applyTo(engine, new Arrival(record.timestampMs(), record.offset(), asOf), outlet);
        if (settings.stateEveryRecord()) {
            engine.drainChanges(stored);
        } else {
            changed.add(record.holder());
        }
    }

    private Optional<InputRecord> decoded(TopicRecord record) {
        Topic topic = record.topic();
        try {
            Object value = serde.deserializer().deserialize(settings.nameOf(topic), record.value());
            return InputCodec.fromAvro(topic, value)
                    .filter(input -> input.holder().equals(record.holder()));
        } catch (SerializationException e) {
            return Optional.empty();
        }
    }

    private LeaseEngine engineOf(String holder, AsOf asOf) throws Exception {
        LeaseEngine known = engines.get(holder);
        if (known != null) {
            return known;
        }
        LeaseEngine engine = new LeaseEngine(holder, Settings.DEFAULT, true);
        if (stored.restore(engine)) {
            engine.repeatLastWords(asOf, outlet);
        }
        engines.put(holder, engine);
        return engine;
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        for (String holder : changed) {
            setCurrentKey(holder);
            engines.get(holder).drainChanges(stored);
        }
        changed.clear();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        storedPositions.clear();
        for (long[] each : positions.all()) {
            storedPositions.add(each);
        }
        storedWaiting.update(List.copyOf(waiting));
    }
}
