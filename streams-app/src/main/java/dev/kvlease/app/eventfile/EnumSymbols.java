package dev.kvlease.app.eventfile;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Enum symbols by name. A symbol that this version does not know reads as UNKNOWN, as Avro's enum defaults do. */
final class EnumSymbols {
    private static final Map<String, LeaseEventType> LEASE_EVENT_TYPES = byName(LeaseEventType.values());
    private static final Map<String, ReadStatus> READ_STATUSES = byName(ReadStatus.values());

    private EnumSymbols() {}

    static LeaseEventType leaseEventType(String symbol) {
        return LEASE_EVENT_TYPES.getOrDefault(symbol, LeaseEventType.UNKNOWN);
    }

    static ReadStatus readStatus(String symbol) {
        return READ_STATUSES.getOrDefault(symbol, ReadStatus.UNKNOWN);
    }

    private static <E extends Enum<E>> Map<String, E> byName(E[] symbols) {
        return Arrays.stream(symbols).collect(Collectors.toUnmodifiableMap(Enum::name, symbol -> symbol));
    }
}
