package dev.kvlease.demo.live;

import dev.kvlease.demo.stats.Happening;
import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Notices restarts and lost events in what holders send. Used by one thread; its counts may be read by any. */
final class FaultWatch {
    private final RunStats stats;
    private final Map<String, Life> lives = new HashMap<>();
    private final AtomicInteger restarts = new AtomicInteger();
    private final AtomicInteger lostEvents = new AtomicInteger();

    FaultWatch(RunStats stats) {
        this.stats = stats;
    }

    int restarts() {
        return restarts.get();
    }

    int lostEvents() {
        return lostEvents.get();
    }

    void sent(LeaseEventRecord event) {
        Life life = lives.get(event.holder());
        if (life == null || !life.id.equals(event.life())) {
            begin(event, life != null);
            return;
        }
        if (event.kind() == LeaseEventKind.ENGINE_STARTED) {
            return;
        }
        long missing = event.seq() - life.nextSeq;
        life.nextSeq = event.seq() + 1;
        if (missing > 0) {
            lost(event, missing);
        }
    }

    private void begin(LeaseEventRecord event, boolean again) {
        lives.put(event.holder(), new Life(event.life(), event.seq() + 1));
        if (again) {
            restarts.incrementAndGet();
            stats.happened(
                    Happening.Kind.FAULT, event.holder() + " restarted with an empty cache; its leases are gone");
        }
    }

    private void lost(LeaseEventRecord event, long missing) {
        lostEvents.addAndGet(Math.toIntExact(missing));
        stats.happened(
                Happening.Kind.FAULT,
                "event " + (event.seq() - 1) + " of " + event.holder() + " was lost; its older leases are in doubt");
    }

    /** The life of a holder, and the number of its next event. */
    private static final class Life {
        private final String id;
        private long nextSeq;

        Life(String id, long nextSeq) {
            this.id = id;
            this.nextSeq = nextSeq;
        }
    }
}
