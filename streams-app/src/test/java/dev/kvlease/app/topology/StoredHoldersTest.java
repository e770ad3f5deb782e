package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.view.LeaseFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is stored of a request is found by its id, whatever the id looks like, and no other request's. */
class StoredHoldersTest {
    private static final String HOLDER = "decode-0";
    private static final String LIFE = "life";
    private static final long SECOND_NS = 1_000_000_000L;

    private static final List<String> REQUESTS = List.of(
            "q",
            "q1",
            "cmpl-",
            "cmpl-0123456789abcdef0123456789abcdef",
            "cmpl-0123456789abcdef0123456789abcdef-0",
            "cmpl-0123456789abcdef0123456789abcdef-1",
            "0123456789abcdef",
            "ünïcode-0123456789abcdef0123456789abcdef-ü");

    private final MemoryStore store = new MemoryStore();
    private final StoredHolders holders = new StoredHolders(store, Settings.DEFAULT);

    @BeforeEach
    void allocate() {
        LeaseJoin join = new LeaseJoin(store, 0, Settings.DEFAULT, 0);
        take(join, event(LeaseEventType.ENGINE_STARTED, 0, ""));
        for (int seq = 1; seq <= REQUESTS.size(); seq++) {
            take(join, event(LeaseEventType.BLOCKS_ALLOCATED, seq, REQUESTS.get(seq - 1)));
        }
        join.save();
    }

    @Test
    void eachRequestIsRememberedAndHasItsOwnLease() {
        for (int seq = 1; seq <= REQUESTS.size(); seq++) {
            String request = REQUESTS.get(seq - 1);
            assertThat(holders.remembers(HOLDER, request)).as(request).isTrue();
            assertThat(holders.leases(HOLDER, request))
                    .as(request)
                    .extracting(LeaseFacts::seq)
                    .containsExactly((long) seq);
        }
    }

    @Test
    void aRequestThatNobodyHasIsNotRemembered() {
        for (String request : List.of("", "cmpl", "q2", "cmpl-0123456789abcdef0123456789abcdef-")) {
            assertThat(holders.remembers(HOLDER, request)).as(request).isFalse();
            assertThat(holders.leases(HOLDER, request)).as(request).isEmpty();
        }
    }

    @Test
    void pagesOfOneHoldAllRequests() {
        List<String> found = new ArrayList<>();
        List<String> page = holders.requests(HOLDER, Optional.empty(), 1);
        while (!page.isEmpty() && found.size() <= REQUESTS.size()) {
            found.addAll(page);
            page = holders.requests(HOLDER, Optional.of(page.get(0)), 1);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(REQUESTS);
    }

    private static void take(LeaseJoin join, LeaseEvent event) {
        join.take(Topic.LEASE_EVENTS, event.seq(), 0, Optional.of(new InputRecord.Event(event)), 0, new Consequences());
    }

    private static LeaseEvent event(LeaseEventType type, long seq, String requestId) {
        boolean allocates = type == LeaseEventType.BLOCKS_ALLOCATED;
        return new LeaseEvent(
                type,
                HOLDER,
                LIFE,
                seq,
                seq,
                requestId,
                allocates ? Optional.of(new int[][] {{(int) seq}}) : Optional.empty(),
                new int[0],
                allocates ? 60 * SECOND_NS : Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                "");
    }
}
