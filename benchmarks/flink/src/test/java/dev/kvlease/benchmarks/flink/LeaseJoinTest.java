package dev.kvlease.benchmarks.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.schemas.registry.MockRegistry;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator with RocksDB state says what the core says, in the order of the record times. */
final class LeaseJoinTest {
    private static final String SCOPE = "lease-join-test";
    private static final int HOLDERS = 8;
    private static final int RECORDS = 3_000;
    private static final long SEED = 7;
    private static final long BEGINNING_MS = 1_785_000_000_000L;
    private static final long AHEAD_MS = 40;

    private record Sent(TopicRecord record, InputRecord input) {}

    @TempDir
    Path directory;

    private List<Sent> log;

    @BeforeEach
    void makeLog() {
        log = new ArrayList<>();
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(Map.of("schema.registry.url", "mock://" + SCOPE), false);
        Map<Topic, Long> offsets = new EnumMap<>(Topic.class);
        for (Workload.Step step : new Workload(SEED, HOLDERS).next(RECORDS)) {
            Topic topic = topicOf(step.record());
            byte[] value = serde.serializer()
                    .serialize(topic.name(settings(true).topicPrefix()), InputCodec.toAvro(step.record()));
            long offset = offsets.merge(topic, 1L, Long::sum) - 1;
            TopicRecord record =
                    new TopicRecord(step.record().holder(), topic, 0, offset, BEGINNING_MS + log.size(), value);
            log.add(new Sent(record, step.record()));
        }
        registerOutputs();
    }

    private void registerOutputs() {
        MockRegistry registry = MockRegistry.of(SCOPE);
        registry.register(
                settings(true).nameOf(Topic.VERDICTS) + "-value",
                dev.kvlease.schemas.Schemas.portable(dev.kvlease.schemas.Verdict.getClassSchema()),
                false);
        registry.register(
                settings(true).nameOf(Topic.CLOCK_OFFSETS) + "-value",
                dev.kvlease.schemas.Schemas.portable(dev.kvlease.schemas.ClockOffset.getClassSchema()),
                false);
        registry.register(
                settings(true).nameOf(Topic.VIOLATIONS) + "-value",
                dev.kvlease.schemas.Schemas.portable(dev.kvlease.schemas.Violation.getClassSchema()),
                false);
    }

    @AfterEach
    void forgetSchemas() {
        MockRegistry.drop(SCOPE);
    }

    @Test
    void saysWhatTheCoreSaysThoughTheTopicsComeApart() throws Exception {
        try (Harness join = open(settings(true))) {
            for (Sent sent : apart()) {
                join.take(sent.record());
            }
            join.harness.processWatermarkStatus(WatermarkStatus.IDLE);
            assertThat(join.outputs()).isEqualTo(expected()).hasSizeGreaterThan(RECORDS / 4);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesOnFromACheckpoint(boolean stateEveryRecord) throws Exception {
        JobSettings settings = settings(stateEveryRecord);
        List<Sent> apart = apart();
        List<String> before;
        OperatorSubtaskState checkpoint;
        try (Harness join = open(settings)) {
            for (Sent sent : apart.subList(0, RECORDS / 2)) {
                join.take(sent.record());
            }
            checkpoint = join.checkpoint();
            before = join.outputs();
            join.take(apart.get(RECORDS / 2).record());
        }
        try (Harness join = open(settings, checkpoint)) {
            for (Sent sent : apart.subList(RECORDS / 2, apart.size())) {
                join.take(sent.record());
            }
            join.harness.processWatermarkStatus(WatermarkStatus.IDLE);
            List<String> all = new ArrayList<>(before);
            all.addAll(join.outputs());
            assertThat(all).containsAll(expected());
            List<String> lastWords = new ArrayList<>(all);
            expected().forEach(lastWords::remove);
            assertThat(before).as("what a restored engine repeats was said before").containsAll(lastWords);
        }
    }

    /** Every topic in its order, but some ahead of others. */
    private List<Sent> apart() {
        List<Sent> apart = new ArrayList<>(log);
        apart.sort(Comparator.comparingLong(sent -> sent.record().timestampMs()
                - AHEAD_MS * sent.record().topic().ordinal()));
        return apart;
    }

    private List<String> expected() {
        List<String> said = new ArrayList<>();
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(settings(true).serdeProperties(), false);
        Outlet outlet = new Outlet(settings(true), serde, record -> said.add(text(record)));
        HolderPositions positions = new HolderPositions();
        Map<String, LeaseEngine> engines = new HashMap<>();
        for (Sent sent : log) {
            TopicRecord record = sent.record();
            outlet.begin(record);
            sent.input()
                    .applyTo(
                            engines.computeIfAbsent(
                                    record.holder(), holder -> new LeaseEngine(holder, Settings.DEFAULT, false)),
                            new Arrival(record.timestampMs(), record.offset(), positions.consumed(record)),
                            outlet);
        }
        return said;
    }

    private static String text(OutputRecord record) {
        return record.topic() + " " + new String(record.key(), java.nio.charset.StandardCharsets.UTF_8) + " "
                + java.util.HexFormat.of().formatHex(record.value());
    }

    private static Topic topicOf(InputRecord record) {
        if (record instanceof InputRecord.Event) {
            return Topic.LEASE_EVENTS;
        }
        if (record instanceof InputRecord.Sample) {
            return Topic.HANDSHAKE_SAMPLES;
        }
        return record instanceof InputRecord.Intent ? Topic.READ_INTENTS : Topic.READ_OUTCOMES;
    }

    private static JobSettings settings(boolean stateEveryRecord) {
        return new JobSettings(
                "", "mock://" + SCOPE, "kvlease.", "test", false, 500, "", 1, stateEveryRecord, true);
    }

    private Harness open(JobSettings settings, OperatorSubtaskState... from) throws Exception {
        return new Harness(settings, from);
    }

    /** The operator, and watermarks as the source would send them. */
    private static final class Harness implements AutoCloseable {
        private final KeyedOneInputStreamOperatorTestHarness<String, TopicRecord, OutputRecord> harness;
        private final Map<Topic, Long> latestMs = new EnumMap<>(Topic.class);
        private long checkpoints;

        Harness(JobSettings settings, OperatorSubtaskState... from) throws Exception {
            harness = new KeyedOneInputStreamOperatorTestHarness<>(
                    new LeaseJoin(settings), TopicRecord::holder, Types.STRING);
            harness.setStateBackend(new EmbeddedRocksDBStateBackend(true));
            harness.setup();
            if (from.length > 0) {
                harness.initializeState(from[0]);
            }
            harness.open();
        }

        void take(TopicRecord record) throws Exception {
            harness.processElement(new StreamRecord<>(record, record.timestampMs()));
            latestMs.merge(record.topic(), record.timestampMs(), Math::max);
            if (latestMs.size() == Topic.inputs().size()) {
                long least = latestMs.values().stream().mapToLong(Long::longValue).min().orElseThrow();
                harness.processWatermark(new Watermark(least - 1));
            }
        }

        OperatorSubtaskState checkpoint() throws Exception {
            checkpoints++;
            harness.prepareSnapshotPreBarrier(checkpoints);
            return harness.snapshot(checkpoints, checkpoints);
        }

        List<String> outputs() {
            return harness.extractOutputValues().stream().map(LeaseJoinTest::text).toList();
        }

        @Override
        public void close() throws Exception {
            harness.close();
        }
    }
}
