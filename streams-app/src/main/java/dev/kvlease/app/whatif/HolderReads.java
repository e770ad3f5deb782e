package dev.kvlease.app.whatif;

import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One holder: its requests, its lives and the clocks as the rules as they are know them. */
final class HolderReads {
    final Map<String, RequestReads> requests = new HashMap<>();
    private final Map<String, ClockOffset> clocks = new HashMap<>();
    private final Map<String, Long> lastClockNs = new HashMap<>();
    private final Set<String> started = new HashSet<>();
    private String current = "";

    RequestReads request(String requestId) {
        return requests.computeIfAbsent(requestId, any -> new RequestReads());
    }

    /** The lease events of a request that are known so far. */
    List<LeaseEvent> events(String requestId) {
        RequestReads request = requests.get(requestId);
        return request == null ? List.of() : request.events();
    }

    void see(LeaseEvent event, long recordTimeMs) {
        lastClockNs.merge(event.life(), event.clockNs(), Math::max);
        if (event.type() == LeaseEventType.ENGINE_STARTED && started.add(event.life())) {
            current = event.life();
            requests.values().forEach(request -> request.span.lifeEnded(recordTimeMs));
        }
        if (event.type().ofRequest()) {
            request(event.requestId()).see(event, recordTimeMs);
        }
    }

    void clock(ClockOffset offset) {
        clocks.put(offset.reader(), offset);
    }

    /** What is known of a pair, if it is about this life of the reader. */
    Optional<ClockOffset> clock(String reader, String readerLife) {
        return Optional.ofNullable(clocks.get(reader))
                .filter(clock -> clock.readerLife().equals(readerLife));
    }

    /** The highest clock of a life. */
    long lastClockNs(String life) {
        return lastClockNs.getOrDefault(life, Long.MIN_VALUE);
    }

    /** Whether another life has started after a life. */
    boolean isOver(String life) {
        return started.contains(life) && !life.equals(current);
    }
}
