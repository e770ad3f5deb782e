package dev.kvlease.app.whatif;

import dev.kvlease.app.audit.Span;
import dev.kvlease.app.explain.LeaseHistory;
import dev.kvlease.core.Settings;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.List;
import java.util.Optional;

/**
 * Judges reads against the ends of their leases as they are known when the records are over (semantics.md, Audit), with
 * the clocks of the rules as they are, whatever the variant.
 */
final class Judge {
    private static final Drift DRIFT = new Drift(Settings.DEFAULT.driftPpm());

    private final long readNs;

    /**
     * A judge.
     *
     * @param readNs how long a read takes that did not take place
     */
    Judge(long readNs) {
        this.readNs = readNs;
    }

    Fate judge(int number, Variant variant, WouldBeRead read, RequestReads request, HolderReads holder) {
        Optional<ClockOffset> clock = read.clock(number).filter(known -> !known.suspect());
        long finishedNs = read.finishedNs(number, readNs);
        if (clock.isEmpty() || Absent.is(finishedNs)) {
            return Fate.UNKNOWN;
        }
        Span finished = Span.of(finishedNs, clock.get(), DRIFT);
        String life = clock.get().holderLife();
        Optional<LeaseHistory> lease = lease(read, request.leases(variant), life, finished);
        if (lease.isEmpty()) {
            return Fate.UNKNOWN;
        }
        if (finished.maxNs() > holder.lastClockNs(life)) {
            return holder.isOver(life) ? Fate.POSSIBLE : Fate.UNKNOWN;
        }
        return against(lease.get(), read, request, variant, finished);
    }

    /** The lease that was named, else the last one allocated before the read ended. */
    private static Optional<LeaseHistory> lease(
            WouldBeRead read, List<LeaseHistory> leases, String life, Span finished) {
        return leases.stream()
                .filter(lease -> lease.allocation().life().equals(life))
                .filter(lease -> Absent.is(read.leaseSeq())
                        ? lease.allocation().clockNs() <= finished.maxNs()
                        : lease.allocation().seq() == read.leaseSeq())
                .reduce((first, last) -> last);
    }

    private static Fate against(
            LeaseHistory lease, WouldBeRead read, RequestReads request, Variant variant, Span finished) {
        long endNs = lease.end().map(LeaseEvent::clockNs).orElse(Long.MAX_VALUE);
        boolean ownNotice = read.tookPlace()
                && lease.end()
                        .filter(end -> end.type() == LeaseEventType.BLOCKS_RELEASED
                                && end.reason().equals(LeaseEvent.READ_COMPLETED))
                        .isPresent();
        long otherEndNs = Math.min(
                lease.replacement().map(LeaseEvent::clockNs).orElse(Long.MAX_VALUE),
                Absent.is(lease.expiryNs()) ? Long.MAX_VALUE : lease.expiryNs());
        if (!variant.isScaled()) {
            RequestReads.LeaseName name = new RequestReads.LeaseName(
                    lease.allocation().life(), lease.allocation().seq());
            otherEndNs = Math.min(otherEndNs, request.reusedAtNs.getOrDefault(name, Long.MAX_VALUE));
        }
        if (finished.minNs() >= Math.min(endNs, otherEndNs)) {
            return Fate.CERTAIN;
        }
        boolean possible = finished.maxNs() >= otherEndNs || (finished.maxNs() >= endNs && !ownNotice);
        return possible ? Fate.POSSIBLE : Fate.LAWFUL;
    }
}
