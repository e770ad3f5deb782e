package dev.kvlease.connect;

import dev.kvlease.logs.LiveLogs;
import dev.kvlease.logs.LogNews;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.transforms.Transformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes lease events, outcomes and sightings of the log lines of engines, for fleets that have nothing but logs.
 *
 * <p>A transformation makes at most one record of one. What a line tells beyond that waits, in order, and goes out with
 * the lines that follow; most of them tell nothing, so it does not wait long. Lines that carry nothing out are dropped.
 *
 * @param <R> records of a source or of a sink
 */
public final class LogTransform<R extends ConnectRecord<R>> implements Transformation<R>, Monitorable {
    private static final Logger LOG = LoggerFactory.getLogger(LogTransform.class);

    /** What goes out with a line, whatever that line is. */
    private record Outgoing(String topic, String key, Schema schema, Object value) {}

    private final LogStructs structs = new LogStructs();
    private final Deque<Outgoing> pending = new ArrayDeque<>();
    private Optional<LogTransformConfig> config = Optional.empty();
    private Optional<LiveLogs> logs = Optional.empty();
    private int mostPending;
    private final Map<Count, AtomicLong> counts = new EnumMap<>(Count.class);

    /** What is counted, as metrics and for the last word. */
    private enum Count {
        LINES("Lines read"),
        FACTS("Lines that told a lease fact; the others passed silently"),
        FACTS_REPEATED("Facts that another rank had told just before"),
        RECORDS("Lease events, clock bounds and outcomes made"),
        SIGHTINGS("Facts that are no record"),
        RECORDS_PENDING("Records that wait for a line to go out with"),
        LINES_SKIPPED("Lines not read, because too many records waited");

        private final String description;

        Count(String description) {
            this.description = description;
        }

        String metric() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Made by the worker. */
    public LogTransform() {
        for (Count each : Count.values()) {
            counts.put(each, new AtomicLong());
        }
    }

    @Override
    public String version() {
        return Plugin.version();
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef(LogTransformConfig.DEFINITION);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        LogTransformConfig given = new LogTransformConfig(configs);
        config = Optional.of(given);
        mostPending = given.getInt(LogTransformConfig.PENDING);
        logs = Optional.of(new LiveLogs(
                given.options(),
                given.getString(LogTransformConfig.ENGINE_PREFIX),
                UUID.randomUUID().toString()));
    }

    @Override
    public void withPluginMetrics(PluginMetrics metrics) {
        counts.forEach((count, number) -> {
            Gauge<Long> gauge = (unused, nowMs) -> number.get();
            metrics.addMetric(metrics.metricName(count.metric(), count.description, new LinkedHashMap<>()), gauge);
        });
    }

    @Override
    public R apply(R record) {
        if (pending.size() >= mostPending) {
            skip();
        } else if (record.value() != null) {
            read(record);
        }
        Outgoing next = pending.poll();
        counts.get(Count.RECORDS_PENDING).set(pending.size());
        return next == null
                ? null
                : record.newRecord(
                        next.topic(),
                        null,
                        Targets.KEY_SCHEMA,
                        next.key(),
                        next.schema(),
                        next.value(),
                        record.timestamp(),
                        new ConnectHeaders());
    }

    private void skip() {
        if (counts.get(Count.LINES_SKIPPED).getAndIncrement() == 0) {
            LOG.warn(
                    "{} records wait, so lines are skipped. Give this transformation whole logs, not a selection of their"
                            + " lines: a record goes out with each.",
                    pending.size());
        }
    }

    private void read(R record) {
        LogTransformConfig given = config.orElseThrow();
        String engine = given.told(LogTransformConfig.ENGINE).orElseGet(() -> engine(record));
        Instant now = record.timestamp() == null ? Instant.now() : Instant.ofEpochMilli(record.timestamp());
        LiveLogs following = logs.orElseThrow();
        line(record.value(), given.told(LogTransformConfig.LINE_FIELD))
                .lines()
                .forEach(line -> following.take(engine, line, now).forEach(this::add));
        counts.get(Count.LINES).set(following.lines());
        counts.get(Count.FACTS).set(following.facts());
        counts.get(Count.FACTS_REPEATED).set(following.repeated());
    }

    private static String engine(ConnectRecord<?> record) {
        if (record.key() instanceof String key && !key.isBlank()) {
            return key;
        }
        throw new DataException("whose log is this? Set " + LogTransformConfig.ENGINE
                + " to the engine's id, or have the engine's id as the key of records.");
    }

    private static String line(Object value, Optional<String> field) {
        Object line = value;
        if (field.isPresent() && value instanceof Struct struct) {
            line = struct.schema().field(field.get()) == null ? null : struct.get(field.get());
        } else if (field.isPresent() && value instanceof Map<?, ?> map) {
            line = map.get(field.get());
        }
        if (line instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (line instanceof String text) {
            return text;
        }
        throw new DataException("there is no log line in a value of type "
                + value.getClass().getName() + ". Set " + LogTransformConfig.LINE_FIELD
                + " to the field that has it, or a converter that gives text.");
    }

    private void add(LogNews news) {
        LogTransformConfig given = config.orElseThrow();
        if (news instanceof LogNews.Recorded recorded) {
            Struct value = structs.struct(recorded.record());
            String topic = given.getString(SourceConfig.TOPIC_PREFIX) + Targets.topic(value);
            pending.add(new Outgoing(topic, Targets.key(value), value.schema(), value));
            counts.get(Count.RECORDS).incrementAndGet();
        } else if (news instanceof LogNews.Sighted sighted) {
            given.told(LogTransformConfig.SIGHTINGS)
                    .ifPresent(topic -> pending.add(new Outgoing(
                            topic,
                            sighted.fact().at().engine(),
                            Schema.BYTES_SCHEMA,
                            LogStructs.json(sighted.fact()))));
            counts.get(Count.SIGHTINGS).incrementAndGet();
        }
    }

    /** The last word: what has been counted. */
    @Override
    public void close() {
        LOG.info("log lines have become: {}", counts);
    }
}
