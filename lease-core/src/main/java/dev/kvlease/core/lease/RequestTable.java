package dev.kvlease.core.lease;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The requests of a holder by their id. They are chained among themselves and keep their hash: a look-up touches the
 * table and the request, nothing in between, and one is taken out without touching its id.
 *
 * <p>Clients choose part of an id, and may choose ids of one hash: what a chain of {@value #LONGEST_CHAIN} does not take
 * goes into a map that stays fast even then.
 */
final class RequestTable {
    private static final int INITIAL_SLOTS = 16;
    private static final int LONGEST_CHAIN = 16;

    /** A power of two of chains, at least twice as many as requests; null marks an empty one. */
    private RequestLeases[] chains = new RequestLeases[INITIAL_SLOTS];

    private int chained;
    private Map<String, RequestLeases> others = Map.of();

    int size() {
        return chained + others.size();
    }

    private int slotOf(int hash) {
        return (hash ^ (hash >>> 16)) & (chains.length - 1);
    }

    Optional<RequestLeases> find(String id) {
        int hash = id.hashCode();
        RequestLeases request = chains[slotOf(hash)];
        while (request != null && !request.isCalled(hash, id)) {
            request = request.nextInTable();
        }
        return request != null || others.isEmpty() ? Optional.ofNullable(request) : Optional.ofNullable(others.get(id));
    }

    RequestLeases findOrAdd(String id) {
        Optional<RequestLeases> known = find(id);
        if (known.isPresent()) {
            return known.get();
        }
        RequestLeases added = new RequestLeases(id);
        add(added);
        return added;
    }

    /** Adds a request whose id is not in the table. */
    void add(RequestLeases request) {
        if (2 * chained >= chains.length) {
            grow();
        }
        chain(request);
    }

    private void chain(RequestLeases request) {
        int slot = slotOf(request.hash());
        int length = 0;
        for (RequestLeases each = chains[slot]; each != null; each = each.nextInTable()) {
            length++;
        }
        if (length < LONGEST_CHAIN) {
            request.nextInTable(chains[slot]);
            chains[slot] = request;
            chained++;
            return;
        }
        if (others.isEmpty()) {
            others = new HashMap<>();
        }
        others.put(request.requestId(), request);
    }

    private void grow() {
        RequestLeases[] old = chains;
        chains = new RequestLeases[2 * old.length];
        chained = 0;
        for (RequestLeases first : old) {
            RequestLeases next;
            for (RequestLeases each = first; each != null; each = next) {
                next = each.nextInTable();
                chain(each);
            }
        }
    }

    /** Takes a request out, which must be in. */
    void remove(RequestLeases request) {
        int slot = slotOf(request.hash());
        RequestLeases before = null;
        RequestLeases each = chains[slot];
        while (each != null && each != request) {
            before = each;
            each = each.nextInTable();
        }
        if (each == null) {
            others.remove(request.requestId());
            return;
        }
        if (before == null) {
            chains[slot] = each.nextInTable();
        } else {
            before.nextInTable(each.nextInTable());
        }
        each.nextInTable(null);
        chained--;
    }

    void clear() {
        chains = new RequestLeases[INITIAL_SLOTS];
        chained = 0;
        others = Map.of();
    }

    /** A copy, in no order that means anything. */
    List<RequestLeases> all() {
        List<RequestLeases> all = new ArrayList<>(size());
        for (RequestLeases first : chains) {
            for (RequestLeases each = first; each != null; each = each.nextInTable()) {
                all.add(each);
            }
        }
        all.addAll(others.values());
        return all;
    }
}
