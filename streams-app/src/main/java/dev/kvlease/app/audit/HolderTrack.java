package dev.kvlease.app.audit;

import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** What the records say of one holder. */
final class HolderTrack {
    final String holder;
    final Map<String, ClockOffset> clocks = new HashMap<>();
    final Map<String, ClockSeries> clockSeries = new LinkedHashMap<>();
    final IncidentWindow window = new IncidentWindow();
    private final Map<String, RequestTrack> requests = new HashMap<>();
    private final Map<String, LifeTrack> lives = new LinkedHashMap<>();
    private final Deque<LeaseEvent> allocations = new ArrayDeque<>();
    private String currentLife = "";

    HolderTrack(String holder) {
        this.holder = holder;
    }

    Optional<RequestTrack> find(String requestId) {
        return Optional.ofNullable(requests.get(requestId));
    }

    RequestTrack request(String requestId) {
        return requests.computeIfAbsent(requestId, RequestTrack::new);
    }

    Collection<RequestTrack> requests() {
        return requests.values();
    }

    Collection<LifeTrack> lives() {
        return lives.values();
    }

    Optional<LifeTrack> life(String life) {
        return Optional.ofNullable(lives.get(life));
    }

    Optional<LifeTrack> currentLife() {
        return life(currentLife);
    }

    /** Whether the holder has sent any lease event. */
    boolean hasSpoken() {
        return !lives.isEmpty();
    }

    /** A lease event that was not refused. */
    void see(LeaseEvent event, long recordTimeMs) {
        boolean first = lives.isEmpty();
        LifeTrack life = lives.computeIfAbsent(event.life(), id -> new LifeTrack(id, recordTimeMs, first));
        life.see(event.seq(), event.clockNs(), recordTimeMs);
        if (event.type() == LeaseEventType.ENGINE_STARTED && life.start()) {
            startLife(event.life(), recordTimeMs);
        } else if (event.type() == LeaseEventType.BLOCKS_ALLOCATED) {
            rememberAllocation(event);
        }
    }

    private void startLife(String life, long recordTimeMs) {
        if (!currentLife.isEmpty()) {
            requests.values().forEach(request -> request.lifeEnded(recordTimeMs));
            allocations.clear();
        }
        currentLife = life;
    }

    private void rememberAllocation(LeaseEvent event) {
        allocations.addLast(event);
        while (event.clockNs() - allocations.peekFirst().clockNs() > keptNs(allocations.peekFirst())) {
            allocations.removeFirst();
        }
    }

    /** An allocation may take from leases that are judged as long as they are remembered. */
    private static long keptNs(LeaseEvent allocation) {
        long leaseNs = Absent.is(allocation.expiryNs()) ? 0 : allocation.expiryNs() - allocation.clockNs();
        return 2 * Constants.HORIZON_NS + Math.max(0, Math.min(leaseNs, Constants.LEAP_NS));
    }

    /** Allocations of other requests that were given blocks of a lease until a time, latest first. */
    List<Taker> takers(LeaseEvent lease, long untilNs) {
        BitSet blocks = new BitSet();
        lease.blockIds().ifPresent(groups -> each(groups, blocks::set));
        blocks.clear(0);
        List<Taker> takers = new ArrayList<>();
        Iterator<LeaseEvent> latestFirst = allocations.descendingIterator();
        while (latestFirst.hasNext()) {
            LeaseEvent event = latestFirst.next();
            boolean later = event.seq() > lease.seq()
                    && event.clockNs() <= untilNs
                    && event.life().equals(lease.life())
                    && !event.requestId().equals(lease.requestId());
            if (later) {
                taker(event, blocks).ifPresent(takers::add);
            }
        }
        return takers;
    }

    private static void each(int[][] groups, IntConsumer sink) {
        for (int[] group : groups) {
            for (int block : group) {
                sink.accept(block);
            }
        }
    }

    private static Optional<Taker> taker(LeaseEvent event, BitSet blocks) {
        int[][] groups = event.blockIds().orElse(new int[0][]);
        int[] shared = event.sharedPrefixBlocks();
        int common = 0;
        long exclusive = 0;
        for (int g = 0; g < groups.length; g++) {
            for (int i = 0; i < groups[g].length; i++) {
                if (blocks.get(groups[g][i])) {
                    common++;
                    exclusive += g < shared.length && i >= shared[g] ? 1 : 0;
                }
            }
        }
        return common == 0
                ? Optional.empty()
                : Optional.of(new Taker(
                        event.requestId(),
                        event.seq(),
                        event.clockNs(),
                        common,
                        shared.length == 0 ? Absent.LONG : exclusive));
    }

    /** Takes away the requests that no judgement can concern any more. */
    void forget(long recordTimeMs, Consumer<RequestTrack> gone) {
        requests.values().removeIf(request -> {
            if (!request.isForgettableAt(recordTimeMs)) {
                return false;
            }
            gone.accept(request);
            return true;
        });
    }
}
