package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the lease events of one holder have said, in the order consumed, without any of the rules' leniency. */
public final class Evidence {
    private final Map<String, LifeEvidence> lives = new HashMap<>();
    private Optional<LifeEvidence> current = Optional.empty();
    private Optional<String> currentLife = Optional.empty();
    private long startedAt = Long.MAX_VALUE;
    /** Offsets of events that came before their lives had started. */
    private final Set<Long> passedOver = new HashSet<>();

    private long lastRecordTimeMs = Long.MIN_VALUE;
    private boolean strangersSeen;
    private boolean forgetful;

    /** Nothing was said. */
    public Evidence() {}

    /**
     * A record of the holder comes, of any input.
     *
     * @param recordTimeMs its record time, in milliseconds of the epoch
     */
    public void heard(long recordTimeMs) {
        boolean longSilent =
                lastRecordTimeMs != Long.MIN_VALUE && recordTimeMs - lastRecordTimeMs > Constants.HOLDER_STATE_KEPT_MS;
        forgetful |= longSilent;
        lastRecordTimeMs = Math.max(lastRecordTimeMs, recordTimeMs);
    }

    /**
     * A lease event is consumed for the first time.
     *
     * @param event the event
     * @param offset where it lies in its input
     */
    public void take(LeaseEvent event, long offset) {
        LifeEvidence life = lives.get(event.life());
        if (life == null && event.type() != LeaseEventType.ENGINE_STARTED) {
            strangersSeen = true;
            passedOver.add(offset);
            return;
        }
        if (life == null) {
            current.ifPresent(former -> former.superseded(offset));
            life = new LifeEvidence();
            lives.put(event.life(), life);
            current = Optional.of(life);
            currentLife = Optional.of(event.life());
            startedAt = Math.min(startedAt, offset);
        }
        if (life.supersededAt() == Long.MAX_VALUE) {
            life.take(event, offset);
        }
    }

    /**
     * A lease event is consumed again after a crash. What was restored may have been written later than its first coming, so
     * the life that it is of may have started for the application by now, or not.
     *
     * @param event the event
     * @param offset where it lies in its input
     */
    public void takeAgain(LeaseEvent event, long offset) {
        if (isPassedOver(offset) && lives.containsKey(event.life())) {
            lives.get(event.life()).mayTake(event, offset);
        }
    }

    /**
     * Whether an event did not count when it came first, because its life had not started.
     *
     * @param offset where it lies in its input
     * @return true if it did not
     */
    public boolean isPassedOver(long offset) {
        return passedOver.contains(offset);
    }

    /**
     * A life that has started.
     *
     * @param life its incarnation
     * @return what it has said, or empty if it has not started
     */
    public Optional<LifeEvidence> life(String life) {
        return Optional.ofNullable(lives.get(life));
    }

    /**
     * The life that started last.
     *
     * @return its incarnation, or empty if none has started
     */
    public Optional<String> currentLife() {
        return currentLife;
    }

    /**
     * Whether a life had started before a position.
     *
     * @param eventsNext a position in the lease events
     * @return true if one had
     */
    public boolean tracked(long eventsNext) {
        return startedAt < eventsNext;
    }

    /**
     * Whether an event of a life that had not started was consumed.
     *
     * @return true if one was
     */
    public boolean strangersSeen() {
        return strangersSeen;
    }

    /**
     * Whether the holder seemed silent for more than a day of record time, so that its leases may be forgotten.
     *
     * @return true if it ever did
     */
    public boolean forgetful() {
        return forgetful;
    }
}
