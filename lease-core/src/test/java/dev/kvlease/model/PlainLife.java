package dev.kvlease.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Section "Lease events" for one life of a holder: its events, what is missing of them, and its leases. */
final class PlainLife {
    /** A run of missing seqs, and the W at which it was found missing. */
    private record Missing(long from, long to, long foundW) {}

    final String name;
    private long w = -1;
    private long highest = -1;
    private List<Missing> missing = new ArrayList<>();
    private long highestLost = -1;
    private PlainRecord.Event lastLeap;
    private final NavigableMap<Long, PlainRecord.Event> events = new TreeMap<>();
    private final Set<Long> endedByGap = new HashSet<>();
    private final Map<Long, PlainRecord.Event> reused = new HashMap<>();
    /** All leases as they follow from the above; null when they must be worked out again. */
    private List<PlainLease> leases;

    PlainLife(String name) {
        this.name = name;
    }

    long w() {
        return w;
    }

    /** Leaps; remembers or clears the last one. */
    boolean leaps(PlainRecord.Event e) {
        boolean far = e.clockNs() - w > PlainTime.DAY || e.seq() - (highest + 1) > 1_000_000;
        boolean agreed = lastLeap != null
                && e.seq() > lastLeap.seq()
                && e.seq() - lastLeap.seq() <= 1_000_000
                && e.clockNs() >= lastLeap.clockNs()
                && e.clockNs() - lastLeap.clockNs() <= PlainTime.DAY;
        boolean leap = far && !agreed;
        lastLeap = leap ? e : null;
        return leap;
    }

    /** Seq and W, applying, lost seqs. */
    void take(PlainRecord.Event e) {
        w = Math.max(w, e.clockNs());
        boolean unseen = see(e.seq());
        if (e.clockNs() < w - PlainTime.HORIZON) {
            if (unseen) {
                highestLost = Math.max(highestLost, e.seq());
            }
        } else if (e.isOfRequest() && (unseen || !e.is("BLOCKS_ALLOCATED"))) {
            events.putIfAbsent(e.seq(), e);
            leases = null;
        }
        loseWhatIsMissingTooLong();
        endByGap();
    }

    /** Whether the seq was new or missing. */
    private boolean see(long seq) {
        if (seq > highest) {
            if (seq > highest + 1) {
                missing.add(new Missing(highest + 1, seq - 1, w));
            }
            highest = seq;
            mergeLowest();
            return true;
        }
        List<Missing> left = new ArrayList<>();
        boolean found = false;
        for (Missing m : missing) {
            if (seq < m.from() || seq > m.to()) {
                left.add(m);
                continue;
            }
            found = true;
            if (m.from() < seq) {
                left.add(new Missing(m.from(), seq - 1, m.foundW()));
            }
            if (seq < m.to()) {
                left.add(new Missing(seq + 1, m.to(), m.foundW()));
            }
        }
        missing = left;
        mergeLowest();
        return found;
    }

    /** Limits: 1,024 missing ranges. */
    private void mergeLowest() {
        while (missing.size() > 1_024) {
            Missing low = missing.remove(0);
            Missing second = missing.remove(0);
            missing.add(0, new Missing(low.from(), second.to(), Math.max(low.foundW(), second.foundW())));
        }
    }

    private void loseWhatIsMissingTooLong() {
        for (Missing m : missing) {
            if (w - m.foundW() > PlainTime.HORIZON) {
                highestLost = Math.max(highestLost, m.to());
            }
        }
        missing.removeIf(m -> w - m.foundW() > PlainTime.HORIZON);
    }

    /** An end never goes away again, so that to look each time also finds leases that come after the loss. */
    private void endByGap() {
        for (PlainLease lease : leases()) {
            if (lease.seq() < highestLost && lease.endReason() == null) {
                endedByGap.add(lease.seq());
                leases = null;
            }
        }
    }

    boolean anyMissing() {
        return !missing.isEmpty();
    }

    boolean missingAbove(long seq) {
        return missing.stream().anyMatch(m -> m.to() > seq);
    }

    private boolean missingBetween(long low, long high) {
        return missing.stream().anyMatch(m -> m.to() > low && m.from() < high);
    }

    boolean lostAbove(long seq) {
        return highestLost > seq;
    }

    /** Requests of which any event is remembered. */
    NavigableSet<String> requests() {
        NavigableSet<String> requests = new TreeSet<>();
        events.values().forEach(e -> requests.add(e.request()));
        return requests;
    }

    boolean remembers(String request) {
        return requests().contains(request);
    }

    /** All leases, those of one request in seq order. */
    List<PlainLease> leases() {
        if (leases == null) {
            Map<String, List<PlainRecord.Event>> byRequest = new TreeMap<>();
            for (PlainRecord.Event e : events.values()) {
                byRequest.computeIfAbsent(e.request(), r -> new ArrayList<>()).add(e);
            }
            List<PlainLease> all = new ArrayList<>();
            byRequest.values().forEach(own -> all.addAll(leasesOf(own)));
            leases = all;
        }
        return leases;
    }

    /** A request's leases as a function of the set of its events, given in seq order. */
    private List<PlainLease> leasesOf(List<PlainRecord.Event> ofRequest) {
        List<PlainRecord.Event> allocations =
                ofRequest.stream().filter(e -> e.is("BLOCKS_ALLOCATED")).toList();
        List<PlainLease> leases = new ArrayList<>();
        for (int i = 0; i < allocations.size(); i++) {
            PlainRecord.Event allocation = allocations.get(i);
            PlainRecord.Event next = i + 1 < allocations.size() ? allocations.get(i + 1) : null;
            List<PlainRecord.Event> own = ofRequest.stream()
                    .filter(e -> e.seq() > allocation.seq() && (next == null || e.seq() < next.seq()))
                    .toList();
            PlainRecord.Event end =
                    own.stream().filter(PlainRecord.Event::isEnd).findFirst().orElse(null);
            leases.add(new PlainLease(
                    allocation,
                    expiry(allocation, own, end),
                    end,
                    next,
                    endedByGap.contains(allocation.seq()),
                    reused.get(allocation.seq())));
        }
        return leases;
    }

    private static Long expiry(PlainRecord.Event allocation, List<PlainRecord.Event> own, PlainRecord.Event end) {
        Long expiry = allocation.expiryNs();
        for (PlainRecord.Event e : own) {
            boolean counts = e.is("LEASE_EXTENDED")
                    && expiry != null
                    && e.clockNs() < expiry
                    && (end == null || e.seq() < end.seq());
            if (counts) {
                expiry = Math.max(expiry, e.expiryNs());
            }
        }
        return expiry;
    }

    /** The current lease of a request, or null. */
    PlainLease current(String request) {
        PlainLease current = null;
        for (PlainLease lease : leases()) {
            if (lease.request().equals(request)) {
                current = lease;
            }
        }
        return current;
    }

    /** The lease of a request with this seq, or null. */
    PlainLease lease(String request, long seq) {
        return leases().stream()
                .filter(lease -> lease.seq() == seq && lease.request().equals(request))
                .findFirst()
                .orElse(null);
    }

    /** Reuse: ends what has been given away, and answers those leases as they were before. */
    Map<PlainLease, PlainRecord.Event> findReuse() {
        Map<PlainLease, PlainRecord.Event> found = new HashMap<>();
        for (PlainLease lease : leases()) {
            if (lease.reuse() != null || lease.gap()) {
                continue;
            }
            for (PlainRecord.Event e : events.values()) {
                if (listsBlockOf(e, lease) && whileLeased(e, lease) && !missingBetween(lease.seq(), e.seq())) {
                    found.put(lease, e);
                    reused.put(lease.seq(), e);
                    leases = null;
                    break;
                }
            }
        }
        return found;
    }

    private static boolean listsBlockOf(PlainRecord.Event e, PlainLease lease) {
        return e.is("BLOCKS_ALLOCATED")
                && !e.request().equals(lease.request())
                && e.seq() > lease.seq()
                && exclusive(e).stream().anyMatch(lease::has);
    }

    private static boolean whileLeased(PlainRecord.Event e, PlainLease lease) {
        return (lease.endSeq() == null || e.seq() < lease.endSeq())
                && (lease.expiryNs() == null || e.clockNs() < lease.expiryNs());
    }

    /** The blocks that an allocation lists as exclusive. */
    private static Set<Integer> exclusive(PlainRecord.Event e) {
        Set<Integer> ids = new HashSet<>();
        int groups =
                e.shared() == null ? 0 : Math.min(e.shared().size(), e.blocks().size());
        for (int g = 0; g < groups; g++) {
            List<Integer> group = e.blocks().get(g);
            ids.addAll(group.subList(Math.min(e.shared().get(g), group.size()), group.size()));
        }
        ids.remove(0);
        return ids;
    }

    /** Forgetting, but for the reads that wait. */
    boolean mayForget(String request) {
        PlainLease current = current(request);
        if (current != null && current.expiryNs() == null && current.endReason() == null) {
            return false;
        }
        long last = 0;
        for (PlainRecord.Event e : events.values()) {
            if (e.request().equals(request)) {
                last = Math.max(last, e.clockNs());
            }
        }
        for (PlainLease lease : leases()) {
            if (lease.request().equals(request) && lease.expiryNs() != null) {
                last = Math.max(last, lease.expiryNs());
            }
        }
        return w - last > PlainTime.HORIZON;
    }

    void forget(String request) {
        List<Long> seqs = events.values().stream()
                .filter(e -> e.request().equals(request))
                .map(PlainRecord.Event::seq)
                .toList();
        seqs.forEach(endedByGap::remove);
        seqs.forEach(reused::remove);
        seqs.forEach(events::remove);
        leases = null;
    }

    /** A day without a record: the leases go, the life stays, and what is missing is lost. */
    void forgetLeases() {
        requests().forEach(this::forget);
        missing.forEach(m -> highestLost = Math.max(highestLost, m.to()));
        missing.clear();
    }

    /** Holder times at which something may change; where random histories look for faults. */
    List<Long> edges() {
        List<Long> edges = new ArrayList<>(List.of(w, w - PlainTime.HORIZON, w + PlainTime.HORIZON, w + PlainTime.DAY));
        missing.forEach(m -> edges.add(m.foundW() + PlainTime.HORIZON));
        for (PlainRecord.Event e : events.values()) {
            edges.add(e.clockNs());
            edges.add(e.clockNs() + PlainTime.HORIZON);
        }
        for (PlainLease lease : leases()) {
            if (lease.expiryNs() != null) {
                edges.add(lease.expiryNs());
                edges.add(lease.expiryNs() - PlainTime.seconds(5));
                edges.add(lease.expiryNs() + PlainTime.HORIZON);
            }
        }
        return edges;
    }
}
