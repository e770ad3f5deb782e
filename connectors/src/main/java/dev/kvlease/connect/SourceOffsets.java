package dev.kvlease.connect;

import dev.kvlease.connect.order.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.errors.ConnectException;

/** Positions as Connect keeps them, one for each engine. */
final class SourceOffsets {
    static final String ENGINE = "engine";
    static final String LIFE = "life";
    static final String NEXT = "next";
    static final String ANCHOR = "anchor";

    private static final int HEX = 16;

    private SourceOffsets() {}

    static Map<String, String> partition(String engineId) {
        return Map.of(ENGINE, engineId);
    }

    static Map<String, Object> offset(Position position) {
        Map<String, Object> offset = new HashMap<>();
        offset.put(NEXT, position.next());
        position.life().ifPresent(life -> offset.put(LIFE, life));
        position.anchor().ifPresent(print -> offset.put(ANCHOR, Long.toHexString(print)));
        return offset;
    }

    /**
     * Reads an offset, perhaps one that a person wrote.
     *
     * @throws ConnectException if it is none, with what to write
     */
    static Position position(Map<String, ?> offset) {
        Object next = offset.get(NEXT);
        if (!(next instanceof Number number) || number.longValue() < 0) {
            throw new ConnectException(
                    "offset: \"" + NEXT + "\" must be the number of the next batch, 0 or more, but is " + next
                            + ". Leave \"" + LIFE + "\" and \"" + ANCHOR + "\" out to take it at its word.");
        }
        Object life = offset.get(LIFE);
        if (life != null && !(life instanceof String)) {
            throw new ConnectException("offset: \"" + LIFE + "\" must be a string, but is " + life);
        }
        OptionalLong anchor = anchor(offset.get(ANCHOR));
        if (anchor.isPresent() && number.longValue() == 0) {
            throw new ConnectException("offset: there is no batch before 0; leave \"" + ANCHOR + "\" out");
        }
        return new Position(Optional.ofNullable((String) life), number.longValue(), anchor);
    }

    /**
     * Checks what a person wants to be stored.
     *
     * @throws ConnectException if it could not be used later
     */
    static void check(Map<String, ?> partition, Map<String, ?> offset) {
        if (partition == null || partition.size() != 1 || !(partition.get(ENGINE) instanceof String)) {
            throw new ConnectException("partition: expected {\"" + ENGINE + "\": ENGINE_ID}, found " + partition);
        }
        if (offset != null) {
            position(offset);
        }
    }

    private static OptionalLong anchor(Object anchor) {
        if (anchor == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseUnsignedLong(String.valueOf(anchor), HEX));
        } catch (NumberFormatException e) {
            throw new ConnectException(
                    "offset: \"" + ANCHOR + "\" must be up to 16 hexadecimal digits, but is " + anchor);
        }
    }
}
