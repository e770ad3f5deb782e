package dev.kvlease.fleet.scenario;

import java.util.List;

/**
 * What goes wrong in engines. Shares are probabilities; rates are per engine.
 *
 * @param earlyReleaseShare leases that are aborted or pre-empted before their deadline
 * @param replacementShare leases whose request is given other blocks, without a release
 * @param noticeLossShare completed reads whose notice never reaches the holder
 * @param holderRestartsPerHour crashes of a holder
 * @param readerRestartsPerHour crashes of a reader
 * @param maxDownNs longest time an engine is down after a crash
 * @param outagesPerHour times a holder cannot reach the log; what it says meanwhile arrives afterwards
 * @param maxOutageNs longest such time
 * @param restartsAtNs true times at which a holder crashes for certain, one holder after the other
 * @param lostReleasesAtNs true times after which the next release event of the fleet is lost for certain
 */
public record Faults(
        double earlyReleaseShare,
        double replacementShare,
        double noticeLossShare,
        double holderRestartsPerHour,
        double readerRestartsPerHour,
        long maxDownNs,
        double outagesPerHour,
        long maxOutageNs,
        List<Long> restartsAtNs,
        List<Long> lostReleasesAtNs) {
    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of());

    /** Keeps lists of its own. */
    public Faults {
        restartsAtNs = List.copyOf(restartsAtNs);
        lostReleasesAtNs = List.copyOf(lostReleasesAtNs);
    }
}
