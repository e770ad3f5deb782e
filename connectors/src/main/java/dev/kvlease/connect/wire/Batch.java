package dev.kvlease.connect.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one message carries, in either of vLLM's shapes: {@code [ts, events, rank]} or a map with these names.
 *
 * @param seconds the sender's wall clock in seconds since 1970; empty if not told
 * @param rank the data-parallel rank; empty if not told
 * @param events the events, as MessagePack values
 */
public record Batch(OptionalDouble seconds, Optional<Integer> rank, List<?> events) {
    private static final String SECONDS = "ts";
    private static final String EVENTS = "events";
    private static final String RANK = "data_parallel_rank";

    /**
     * Reads a message's payload.
     *
     * @param payload the last frame
     * @return the batch
     * @throws MalformedBatchException if it has neither shape
     */
    public static Batch read(byte[] payload) throws MalformedBatchException {
        Object value = MsgPack.read(payload);
        if (value instanceof List<?> list && list.size() >= 2) {
            return of(list.get(0), list.get(1), list.size() > 2 ? list.get(2) : MsgPack.Nil.NIL);
        }
        if (value instanceof Map<?, ?> map) {
            return of(map.get(SECONDS), map.get(EVENTS), map.get(RANK));
        }
        throw new MalformedBatchException("a batch is [ts, events, data_parallel_rank] or a map with these names");
    }

    /**
     * Writes a message's payload, as a map.
     *
     * @param seconds the wall clock in seconds since 1970
     * @param events the events
     * @return the payload
     */
    public static byte[] write(double seconds, List<?> events) {
        return MsgPack.write(Map.of(SECONDS, seconds, EVENTS, events));
    }

    private static Batch of(Object seconds, Object events, Object rank) throws MalformedBatchException {
        if (!(events instanceof List<?> list)) {
            throw new MalformedBatchException("the batch has no list of events");
        }
        return new Batch(
                seconds instanceof Number number ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty(),
                rank instanceof Long number ? Optional.of(number.intValue()) : Optional.empty(),
                list);
    }
}
