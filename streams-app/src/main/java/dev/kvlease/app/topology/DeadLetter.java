package dev.kvlease.app.topology;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.core.common.BadRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Makes dead letters: the record as it came, with headers (UTF-8 text) that say what is wrong and where it lay. */
public final class DeadLetter {
    /** Header: a {@link DeadLetterReason} or {@link BadRecord} by name. */
    public static final String REASON = "kvlease.error.reason";

    /** Header: the reason in words. */
    public static final String MESSAGE = "kvlease.error.message";

    /** Header: the topic that the record came from. */
    public static final String TOPIC = "kvlease.error.topic";

    /** Header: the partition that it came from. */
    public static final String PARTITION = "kvlease.error.partition";

    /** Header: its offset there. */
    public static final String OFFSET = "kvlease.error.offset";

    /** Header: its time stamp there, in milliseconds of the epoch. */
    public static final String TIMESTAMP = "kvlease.error.timestamp";

    /** Header: the length of the value in bytes, if it was cut to fit. */
    public static final String CUT_FROM = "kvlease.error.value.bytes";

    /** Longest value; leaves room for headers below the 1 MiB that brokers and producers accept by default. */
    public static final int MAX_VALUE_BYTES = 900_000;

    /** Longest headers that are kept of the record, and longest key. */
    public static final int MAX_HEADER_BYTES = 32_768;

    private static final int MAX_DETAIL_CHARS = 1_000;

    private DeadLetter() {}

    static Record<byte[], byte[]> of(
            Record<byte[], byte[]> record, RecordMetadata source, DeadLetterReason reason, String detail) {
        String message = detail.isEmpty() ? reason.meaning() : reason.meaning() + " (" + clip(detail) + ")";
        return of(record, source, reason.name(), message);
    }

    static Record<byte[], byte[]> of(Record<byte[], byte[]> record, RecordMetadata source, BadRecord reason) {
        return of(record, source, reason.name(), reason.meaning());
    }

    /** The reason of a dead letter, by name. */
    static String reasonOf(Record<byte[], byte[]> letter) {
        return text(letter.headers().lastHeader(REASON));
    }

    private static Record<byte[], byte[]> of(
            Record<byte[], byte[]> record, RecordMetadata source, String reason, String message) {
        Headers headers = original(record.headers());
        Header invalidTime = record.headers().lastHeader(RecordTimes.INVALID);
        put(headers, REASON, reason);
        put(headers, MESSAGE, message);
        put(headers, TOPIC, source.topic());
        put(headers, PARTITION, Integer.toString(source.partition()));
        put(headers, OFFSET, Long.toString(source.offset()));
        put(headers, TIMESTAMP, invalidTime == null ? Long.toString(record.timestamp()) : text(invalidTime));
        byte[] key = record.key() == null ? null : cut(record.key(), MAX_HEADER_BYTES);
        return new Record<>(key, cutValue(record.value(), headers), record.timestamp(), headers);
    }

    private static byte[] cutValue(byte[] value, Headers headers) {
        if (value == null || value.length <= MAX_VALUE_BYTES) {
            return value;
        }
        put(headers, CUT_FROM, Integer.toString(value.length));
        return cut(value, MAX_VALUE_BYTES);
    }

    private static byte[] cut(byte[] bytes, int length) {
        return bytes.length <= length ? bytes : Arrays.copyOf(bytes, length);
    }

    private static Headers original(Headers headers) {
        RecordHeaders kept = new RecordHeaders();
        int bytes = 0;
        for (Header header : headers) {
            bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
            if (!header.key().equals(RecordTimes.INVALID) && bytes <= MAX_HEADER_BYTES) {
                kept.add(header);
            }
        }
        return kept;
    }

    private static void put(Headers headers, String key, String value) {
        headers.remove(key).add(key, value.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Header header) {
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    private static String clip(String text) {
        return text.length() <= MAX_DETAIL_CHARS ? text : text.substring(0, MAX_DETAIL_CHARS) + "…";
    }
}
