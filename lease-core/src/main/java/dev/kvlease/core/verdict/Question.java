package dev.kvlease.core.verdict;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.EventSequence;
import dev.kvlease.core.lease.HolderLives;
import dev.kvlease.core.lease.Lease;
import java.util.Optional;

/**
 * Everything that the decision table looks at for one intent.
 *
 * @param intent the intent, validated
 * @param lives the holder's lives
 * @param sequence the events of its current life
 * @param current the request's current lease
 * @param pair the pair's clock
 */
public record Question(
        ReadIntent intent,
        HolderLives lives,
        EventSequence sequence,
        Optional<Lease> current,
        Optional<PairClock> pair) {

    boolean isTracked() {
        return lives.isTracked();
    }

    /**
     * The current lease; only where a rule above has made sure that there is one.
     *
     * @return the lease
     */
    public Lease lease() {
        return current.orElseThrow();
    }

    /** The pair's clock; only where V13 has made sure that it is known. */
    PairClock clock() {
        return pair.orElseThrow();
    }

    /** {@code now}: the later of two reader times that have both passed. */
    long nowNs() {
        return Math.max(intent.nowNs(), clock().refNs());
    }

    /** The deadline that counts: the lease's for a tracked holder, else the one that came with the intent. */
    long expiryNs() {
        if (!isTracked()) {
            return intent.expiryNs();
        }
        return current.isPresent() ? current.get().expiryNs() : Absent.LONG;
    }
}
