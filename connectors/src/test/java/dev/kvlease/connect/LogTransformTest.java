package dev.kvlease.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.topics.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines as engines and collectors write them: their shape kept, ids invented. */
class LogTransformTest {
    private static final String STATS =
            "(APIServer pid=3) INFO 08-16 10:0%d:40 [loggers.py:248] Engine 000: Running: 0 reqs, Waiting: 0 reqs";
    private static final String HELD =
            "(EngineCore_DP0 pid=7) DEBUG 08-16 10:00:00 [nixl_connector.py:326] NIXLConnector"
                    + " request_finished(cmpl-1) waiting for 30 seconds before releasing blocks";
    private static final String FREED_OLD = "(EngineCore_DP0 pid=7) WARNING 08-16 10:00:30 [nixl_connector.py:1048]"
            + " Releasing expired KV blocks for request cmpl-1 which were retrieved by 0 decode worker(s) within 30"
            + " seconds.";
    private static final String FREED_NEW = "{\"ts\":1786874460.25,\"level\":\"WARNING\",\"kubernetes\":{\"pod_name\":"
            + "\"decode-9\"},\"message\":\"Releasing expired KV blocks for request cmpl-2 which were retrieved by 1 remote"
            + " worker(s) before lease expired.\"}";
    private static final String NOTICE = "\u001b[0;36m(Worker_TP%d pid=1%d)\u001b[0;0m ERROR 08-16 10:00:51"
            + " [nixl/worker.py:1500] Potentially invalid KV blocks for unrecognized request cmpl-1 were retrieved by a"
            + " decode worker. They may have expired.";
    private static final String FAILED = "(Worker_TP0 pid=1) ERROR 08-16 10:02:07 [nixl_connector.py:1] NIXL transfer"
            + " failure: transfer_exception. | Context: {'failure_type': 'transfer_exception', 'request_id': 'req-7',"
            + " 'engine_id': 'p0', 'remote_engine_id': 'uuid-1', 'remote_request_id': 'cmpl-1', 'tp_rank': 0}";

    private final List<SourceRecord> out = new ArrayList<>();

    @Test
    void linesBecomeLeaseEventsOutcomesAndSightings() {
        LogTransform<SourceRecord> transform =
                transform(Map.of("engine.aliases", "uuid-1=decode-0", "sightings.topic", "log-sightings"));

        feed(transform, "decode-0", HELD, String.format(STATS, 0), FREED_OLD, FREED_NEW, String.format(STATS, 1));
        feed(
                transform,
                "decode-0",
                String.format(NOTICE, 0, 0),
                String.format(NOTICE, 1, 1),
                String.format(NOTICE, 2, 2));
        feed(transform, "prefill-0", FAILED, String.format(STATS, 3), String.format(STATS, 4));

        assertThat(out)
                .extracting(LogTransformTest::told)
                .containsExactly(
                        "kvlease.lease-events log:decode-0 ENGINE_STARTED null",
                        "kvlease.lease-events log:decode-0 BLOCKS_ALLOCATED cmpl-1",
                        "kvlease.lease-events log:decode-0 ENGINE_HEARTBEAT null",
                        "kvlease.lease-events log:decode-0 BLOCKS_EXPIRED cmpl-1",
                        "kvlease.lease-events log:decode-9 ENGINE_STARTED null",
                        "kvlease.lease-events log:decode-9 BLOCKS_ALLOCATED cmpl-2",
                        "kvlease.lease-events log:decode-9 BLOCKS_EXPIRED cmpl-2",
                        "kvlease.lease-events log:decode-0 ENGINE_HEARTBEAT null",
                        "log-sightings decode-0 {\"fact\":\"FOREIGN_READ_SUSPECTED\",\"engine\":\"decode-0\","
                                + "\"process\":\"Worker_TP0\",\"wall_clock_ns\":1786874451000000000,"
                                + "\"resolution_ns\":1000000000,\"request_id\":\"cmpl-1\"}",
                        "kvlease.read-outcomes log:decode-0 FAILED cmpl-1");
        assertThat(out).allSatisfy(each -> assertThat(each.sourceOffset()).containsKey("position"));
    }

    @Test
    void linesThatTellNothingAreDroppedSilentlyAndCounted() {
        LogTransform<SourceRecord> transform = transform(Map.of());
        Map<String, Gauge<?>> metrics = metrics(transform);

        feed(
                transform,
                "d",
                "",
                "Traceback (most recent call last):",
                "{\"a\": [1]}",
                "{broken",
                String.format(STATS, 0));
        feed(transform, "d", String.format(NOTICE, 0, 0), String.format(NOTICE, 1, 1), FREED_OLD);

        assertThat(out)
                .extracting(LogTransformTest::told)
                .containsExactly(
                        "kvlease.lease-events log:d ENGINE_STARTED null",
                        "kvlease.lease-events log:d BLOCKS_ALLOCATED cmpl-1");
        assertThat(metrics.keySet())
                .containsExactly(
                        "lines", "facts", "facts-repeated", "records", "sightings", "records-pending", "lines-skipped");
        assertThat(metrics.values())
                .extracting(gauge -> (Object) gauge.value(null, 0))
                .containsExactly(7L, 3L, 1L, 3L, 1L, 1L, 0L);
    }

    @Test
    void whatWaitsIsBoundedAndWhatGoesOutHasNoHoles() {
        LogTransform<SourceRecord> transform = transform(Map.of("pending.max.records", "4"));
        Map<String, Gauge<?>> metrics = metrics(transform);

        for (int i = 0; i < 100; i++) {
            feed(transform, "d", FREED_OLD.replace("cmpl-1", "cmpl-" + i));
        }
        feed(transform, "d", "x", "x", "x", "x", "x");

        assertThat(metrics.get("lines-skipped").value(null, 0)).isNotEqualTo(0L);
        assertThat(metrics.get("records-pending").value(null, 0)).isEqualTo(0L);
        assertThat(out)
                .extracting(each -> ((Struct) each.value()).getInt64("seq"))
                .isSorted()
                .doesNotHaveDuplicates()
                .last()
                .isEqualTo(out.size() - 1L);
    }

    @Test
    void eachStartIsAnotherLifeSinceNumbersBeginAgain() {
        feed(transform(Map.of()), "d", FREED_OLD);
        feed(transform(Map.of()), "d", FREED_OLD);

        assertThat(out)
                .extracting(each -> ((Struct) each.value()).getString("holder_incarnation"))
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @Test
    void linesStandInFieldsOrBytesAsWell() {
        Schema schema =
                SchemaBuilder.struct().field("text", Schema.STRING_SCHEMA).build();
        Map<String, String> field = Map.of("line.field", "text", "engine", "d");

        out.add(transform(field).apply(record(null, schema, new Struct(schema).put("text", FREED_OLD))));
        out.add(transform(field).apply(record(null, null, Map.of("text", FREED_OLD))));
        out.add(transform(field).apply(record(null, null, FREED_OLD)));
        out.add(transform(Map.of("engine", "d")).apply(record(null, null, FREED_OLD.getBytes(UTF_8))));

        assertThat(out)
                .extracting(LogTransformTest::told)
                .containsOnly("kvlease.lease-events log:d ENGINE_STARTED null");
    }

    @Test
    void whatCannotBeALineIsRefusedWithAHint() {
        assertThatThrownBy(() -> transform(Map.of()).apply(record(null, null, FREED_OLD)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("Set engine to");
        assertThatThrownBy(() -> transform(Map.of()).apply(record("d", null, Map.of("text", FREED_OLD))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("Set line.field");
        assertThat(transform(Map.of()).apply(record("d", null, null))).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zone | Mars/Olympus | expected a time zone, such as",
                "first.year | 25 | 1971",
                "notice.delay.ms | 8000 | 7000",
                "fold.within.ms | -1 | at least 0",
                "engine.aliases | uuid-1 | expected NAME=ENGINE",
                "engine.aliases | a=b,a=c | a is given twice",
            })
    void mistakesAreExplained(String key, String value, String message) {
        assertThatThrownBy(() -> transform(Map.of(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(message);
    }

    @Test
    void recordsGoWhereTheApplicationLooks() {
        List<String> topics = List.of(
                        dev.kvlease.schemas.LeaseEvent.getClassSchema(),
                        dev.kvlease.schemas.HandshakeSample.getClassSchema(),
                        dev.kvlease.schemas.ReadIntent.getClassSchema(),
                        dev.kvlease.schemas.ReadOutcome.getClassSchema(),
                        dev.kvlease.schemas.BlockEvent.getClassSchema())
                .stream()
                .map(schema -> Targets.topic(new AvroStructs().struct(TestRecords.full(schema))))
                .toList();

        assertThat(topics)
                .containsExactly(
                        Topic.LEASE_EVENTS.shortName(),
                        Topic.HANDSHAKE_SAMPLES.shortName(),
                        Topic.READ_INTENTS.shortName(),
                        Topic.READ_OUTCOMES.shortName(),
                        Topic.BLOCK_EVENTS.shortName());
    }

    private static LogTransform<SourceRecord> transform(Map<String, String> given) {
        LogTransform<SourceRecord> transform = new LogTransform<>();
        Map<String, String> config = new HashMap<>(given);
        config.putIfAbsent("first.year", "2026");
        transform.configure(config);
        return transform;
    }

    private void feed(LogTransform<SourceRecord> transform, String engine, String... lines) {
        for (String line : lines) {
            SourceRecord made = transform.apply(record(engine, null, line));
            if (made != null) {
                out.add(made);
            }
        }
    }

    private static SourceRecord record(String key, Schema schema, Object value) {
        return new SourceRecord(
                Map.of("file", "f"), Map.of("position", 1L), "logs", 0, Schema.STRING_SCHEMA, key, schema, value);
    }

    private static String told(SourceRecord record) {
        String start = record.topic() + " " + record.key() + " ";
        if (record.value() instanceof byte[] json) {
            return start + new String(json, UTF_8);
        }
        Struct value = (Struct) record.value();
        return start + value.get(value.schema().field("type") == null ? "status" : "type") + " "
                + value.get("request_id");
    }

    private static Map<String, Gauge<?>> metrics(LogTransform<?> transform) {
        Map<String, Gauge<?>> gauges = new LinkedHashMap<>();
        transform.withPluginMetrics(new PluginMetrics() {
            @Override
            @SuppressWarnings("NonApiType") // Kafka's signature
            public MetricName metricName(String name, String description, LinkedHashMap<String, String> tags) {
                return new MetricName(name, "plugins", description, tags);
            }

            @Override
            public void addMetric(MetricName name, MetricValueProvider<?> value) {
                gauges.put(name.name(), (Gauge<?>) value);
            }

            @Override
            public void removeMetric(MetricName name) {}

            @Override
            public Sensor addSensor(String name) {
                throw new UnsupportedOperationException(name);
            }

            @Override
            public void removeSensor(String name) {}
        });
        return gauges;
    }
}
