package dev.kvlease.app.whatif;

import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.HashMap;
import java.util.Map;

/**
 * The original fix as it is: a reader that measured one offset when it connected to the holder, and compares a deadline
 * with it. A holder that has restarted cannot be read without connecting again. It knows no bounds, drift, releases, reuse, claims, restarts, silence or gaps. In the terms of
 * semantics.md these are V1, V12 and V17 to V19 with drift 0 and an exact offset.
 */
final class OriginalFix {
    /** Samples of one handshake, one a rank, arrive within this time; the one with the least round trip counts. */
    private static final long HANDSHAKE_NS = Constants.SECOND_NS;

    private record Pair(String holder, String reader, String readerLife) {}

    /** What was measured at the first handshake, and the latest time of the reader that samples tell of. */
    private record Offset(String holderLife, long offsetNs, long rttNs, long firstNs, long lastNs) {}

    private final Map<Pair, Offset> offsets = new HashMap<>();

    void take(HandshakeSample sample) {
        long rttNs = sample.receivedNs() - sample.sentNs();
        if (rttNs < 0 || rttNs > Constants.MAX_RTT_NS) {
            return;
        }
        Pair pair = new Pair(sample.holder(), sample.reader(), sample.readerLife());
        Offset known = offsets.get(pair);
        long offsetNs = sample.remoteNs() - (sample.sentNs() + rttNs / 2);
        if (known == null || !known.holderLife().equals(sample.holderLife())) {
            offsets.put(
                    pair, new Offset(sample.holderLife(), offsetNs, rttNs, sample.receivedNs(), sample.receivedNs()));
            return;
        }
        boolean better = sample.receivedNs() - known.firstNs() <= HANDSHAKE_NS && rttNs < known.rttNs();
        long lastNs = Math.max(known.lastNs(), sample.receivedNs());
        offsets.put(
                pair,
                better
                        ? new Offset(known.holderLife(), offsetNs, rttNs, known.firstNs(), lastNs)
                        : new Offset(known.holderLife(), known.offsetNs(), known.rttNs(), known.firstNs(), lastNs));
    }

    /**
     * Whether it would read. Where a router has asked, which has no such clock, the reader's time is that of its last
     * sample; a reader that has never met the holder does not read.
     *
     * @param intent the read
     * @param expiryNs the deadline that came with the request, holder clock, or absent
     */
    boolean reads(ReadIntent intent, long expiryNs) {
        if (intent.numLocalBlocks() == 0 || Absent.is(expiryNs)) {
            return true;
        }
        Offset offset = offsets.get(new Pair(intent.holder(), intent.reader(), intent.readerLife()));
        if (offset == null) {
            return false;
        }
        long nowNs = Math.max(intent.nowNs(), offset.lastNs());
        return nowNs + Constants.SAFETY_MARGIN_NS < expiryNs - offset.offsetNs();
    }
}
