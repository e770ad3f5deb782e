package dev.kvlease.app.whatif;

import dev.kvlease.app.audit.RequestSpan;
import dev.kvlease.app.explain.LeaseHistory;
import dev.kvlease.core.lease.LeaseEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One request of a holder: its lease events and the reads of it. */
final class RequestReads {
    /** Names a read of a request. */
    record Name(String reader, String readRequestId) {}

    /** Names a lease of a request. */
    record LeaseName(String life, long seq) {}

    final RequestSpan span = new RequestSpan();
    final Map<Name, WouldBeRead> reads = new LinkedHashMap<>(2);
    final Map<LeaseName, Long> reusedAtNs = new HashMap<>(1);
    private final List<LeaseEvent> events = new ArrayList<>(3);

    void see(LeaseEvent event, long recordTimeMs) {
        events.add(event);
        span.see(event, recordTimeMs);
    }

    List<LeaseEvent> events() {
        return events;
    }

    /** The leases as they would have been. */
    List<LeaseHistory> leases(Variant variant) {
        if (!variant.isScaled()) {
            return LeaseHistory.ofEvents(events);
        }
        LeaseScale scale = new LeaseScale(variant.ttlScale());
        return LeaseHistory.ofEvents(events.stream().map(scale::apply).toList());
    }
}
