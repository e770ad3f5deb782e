package dev.kvlease.app.source;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Which records of a partition are read, for who cannot wait for all.
 *
 * @param key only records with this key, if given; the others are not decoded
 * @param mostRecords only the newest, no more than this, whatever their keys
 */
public record Narrowing(Optional<String> key, long mostRecords) {
    /** Everything. */
    public static final Narrowing NONE = new Narrowing(Optional.empty(), Long.MAX_VALUE);

    boolean has(ConsumerRecord<byte[], byte[]> record) {
        return key.isEmpty() || Arrays.equals(key.get().getBytes(StandardCharsets.UTF_8), record.key());
    }

    /** Where reading begins, if it would begin at {@code start}. */
    long start(long start, long end) {
        return end - start > mostRecords ? end - mostRecords : start;
    }
}
