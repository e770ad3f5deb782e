package dev.kvlease.benchmarks.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.schemas.ClockOffset;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.Violation;
import dev.kvlease.schemas.registry.MockRegistry;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

    private final List<Harness> opened = new ArrayList<>();
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
        register(Topic.VERDICTS, Verdict.getClassSchema());
        register(Topic.CLOCK_OFFSETS, ClockOffset.getClassSchema());
        register(Topic.VIOLATIONS, Violation.getClassSchema());
    }

    private static void register(Topic topic, Schema schema) {
        MockRegistry.of(SCOPE).register(settings(true).nameOf(topic) + "-value", Schemas.portable(schema), false);
    }

    @AfterEach
    void closeAndForget() throws Exception {
        for (Harness each : opened) {
            each.operator.close();
        }
        MockRegistry.drop(SCOPE);
    }

    @Test
    void saysWhatTheCoreSaysThoughTheTopicsComeApart() throws Exception {
        Harness join = open(settings(true));
        join.takeAll(apart());
        join.end();
        assertThat(join.outputs()).isEqualTo(expected()).hasSizeGreaterThan(RECORDS / 4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesOnFromACheckpoint(boolean stateEveryRecord) throws Exception {
        JobSettings settings = settings(stateEveryRecord);
        List<Sent> apart = apart();
        Harness first = open(settings);
        first.takeAll(apart.subList(0, RECORDS / 2));
        OperatorSubtaskState checkpoint = first.checkpoint();
        List<String> before = first.outputs();
        first.takeAll(apart.subList(RECORDS / 2, RECORDS));

        Harness second = open(settings, checkpoint);
        second.takeAll(apart.subList(RECORDS / 2, apart.size()));
        second.end();
        List<String> repeated = new ArrayList<>(before);
        repeated.addAll(second.outputs());
        assertThat(repeated).containsAll(expected());
        expected().forEach(repeated::remove);
        assertThat(before).as("what a restored engine repeats was said before").containsAll(repeated);
    }

    /** Every topic in its order, but some ahead of others. */
    private List<Sent> apart() {
        List<Sent> apart = new ArrayList<>(log);
        apart.sort(Comparator.comparingLong(sent -> sent.record().timestampMs()
                - AHEAD_MS * Topic.inputs().indexOf(sent.record().topic())));
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
        return record.topic() + " " + new String(record.key(), StandardCharsets.UTF_8) + " "
                + HexFormat.of().formatHex(record.value());
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
        return new JobSettings("", "mock://" + SCOPE, "kvlease.", "test", false, 500, "", 1, stateEveryRecord, true);
    }

    private Harness open(JobSettings settings, OperatorSubtaskState... from) throws Exception {
        Harness harness = new Harness(settings, from);
        opened.add(harness);
        return harness;
    }

    /** The operator, and watermarks as the source would send them. */
    private static final class Harness {
        private final KeyedOneInputStreamOperatorTestHarness<String, TopicRecord, OutputRecord> operator;
        private final Map<Topic, Long> latestMs = new EnumMap<>(Topic.class);

        Harness(JobSettings settings, OperatorSubtaskState... from) throws Exception {
            operator = new KeyedOneInputStreamOperatorTestHarness<>(
                    new LeaseJoin(settings), TopicRecord::holder, Types.STRING);
            operator.setStateBackend(new EmbeddedRocksDBStateBackend(true));
            operator.setup();
            if (from.length > 0) {
                operator.initializeState(from[0]);
            }
            operator.open();
        }

        void takeAll(List<Sent> records) throws Exception {
            for (Sent sent : records) {
                take(sent.record());
            }
        }

        private void take(TopicRecord record) throws Exception {
            operator.processElement(new StreamRecord<>(record, record.timestampMs()));
            latestMs.merge(record.topic(), record.timestampMs(), Math::max);
            if (latestMs.size() == Topic.inputs().size()) {
                long least = Collections.min(latestMs.values());
                operator.processWatermark(new Watermark(least - 1));
            }
        }

        /** As at the end of a bounded source. */
        void end() throws Exception {
            operator.processWatermark(Watermark.MAX_WATERMARK);
        }

        OperatorSubtaskState checkpoint() throws Exception {
            operator.prepareSnapshotPreBarrier(1);
            return operator.snapshot(1, 1);
        }

        List<String> outputs() {
            return operator.extractOutputValues().stream()
                    .map(LeaseJoinTest::text)
                    .toList();
        }
    }
}
