package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The handshake samples of one holder and one reader, in the order consumed, and what may be doubted because of them. They
 * are kept and compared one by one; nothing is folded into bounds.
 */
final class PairSamples {
    /** Each widening of the bounds may round. */
    private static final long ROUNDING_NS = 10_000;

    private record Kept(HandshakeSample sample, Optional<String> currentLife) {
        boolean isOf(String readerLife, String holderLife) {
            return sample.readerLife().equals(readerLife) && sample.holderLife().equals(holderLife);
        }

        boolean isOfCurrent(String readerLife, String holderLife) {
            return isOf(readerLife, holderLife) && currentLife.equals(Optional.of(holderLife));
        }
    }

    private final Drift drift;
    private final List<Kept> kept = new ArrayList<>();
    private final Set<String> readerLives = new HashSet<>();
    private final Set<String> holderLives = new HashSet<>();
    private final Set<String> livesBeforeTracked = new HashSet<>();
    private String newestReaderLife = "";
    private boolean disagree;

    PairSamples(Drift drift) {
        this.drift = drift;
    }

    /** A sample is consumed for the first time, with the holder's life that its events had started last. */
    void take(HandshakeSample sample, Optional<String> currentLife) {
        long rttNs = sample.receivedNs() - sample.sentNs();
        if (rttNs < 0 || rttNs > Constants.MAX_RTT_NS) {
            return;
        }
        if (readerLives.add(sample.readerLife())) {
            newestReaderLife = sample.readerLife();
        }
        holderLives.add(sample.holderLife());
        if (currentLife.isEmpty()) {
            livesBeforeTracked.add(sample.holderLife());
        }
        disagree |= of(sample.readerLife(), sample.holderLife()).anyMatch(other -> !agree(sample, other));
        kept.add(new Kept(sample, currentLife));
    }

    private Stream<HandshakeSample> of(String readerLife, String holderLife) {
        return kept.stream().filter(each -> each.isOf(readerLife, holderLife)).map(Kept::sample);
    }

    private boolean agree(HandshakeSample a, HandshakeSample b) {
        long atNs = Math.max(a.receivedNs(), b.receivedNs());
        return leastNs(a, atNs) <= mostNs(b, atNs) && leastNs(b, atNs) <= mostNs(a, atNs);
    }

    /** The least that the offset can be at a reader's time no earlier than the sample. */
    private long leastNs(HandshakeSample sample, long atNs) {
        return sample.remoteNs() - sample.receivedNs() - doubtNs(sample, atNs);
    }

    private long mostNs(HandshakeSample sample, long atNs) {
        return sample.remoteNs() - sample.sentNs() + doubtNs(sample, atNs);
    }

    private long doubtNs(HandshakeSample sample, long atNs) {
        return drift.ofNs(sample.receivedNs() - sample.sentNs()) + drift.ofNs(atNs - sample.receivedNs());
    }

    /** Whether anything has ever made the clock doubtful that was known before. */
    boolean wasDoubted() {
        return disagree || readerLives.size() > 1 || holderLives.size() > 1;
    }

    /** Whether the clock need not be known to who asks, with the life of the holder that its events started last. */
    boolean mayBeUnknown(ReadIntent asked, Optional<String> currentLife) {
        if (disagree || !asked.readerLife().equals(newestReaderLife)) {
            return true;
        }
        if (currentLife.isEmpty()) {
            return holderLives.size() > 1 || !asked.holderLife().stream().allMatch(holderLives::contains);
        }
        String current = currentLife.get();
        boolean asksOfAnother = !asked.holderLife().stream().allMatch(current::equals);
        boolean heard = kept.stream().anyMatch(each -> each.isOfCurrent(asked.readerLife(), current));
        return asksOfAnother || livesBeforeTracked.size() > 1 || !heard || isAside(asked.readerLife(), current);
    }

    /** Whether a sample of another life of the holder has come, and none of the current one that was sent after it. */
    private boolean isAside(String readerLife, String current) {
        for (int i = 0; i < kept.size(); i++) {
            long receivedNs = kept.get(i).sample().receivedNs();
            boolean ofAnother = !kept.get(i).sample().holderLife().equals(current);
            boolean overtaken = kept.subList(i + 1, kept.size()).stream()
                    .anyMatch(later -> later.isOfCurrent(readerLife, current)
                            && later.sample().sentNs() >= receivedNs);
            if (ofAnother && kept.get(i).sample().readerLife().equals(readerLife) && !overtaken) {
                return true;
            }
        }
        return false;
    }

    /** Whether the holder's clock has surely passed a time when a reader asks. */
    boolean hasPassed(ReadIntent asked, String holderLife, long holderNs) {
        long nowNs = kept.stream()
                .map(Kept::sample)
                .filter(sample -> sample.readerLife().equals(asked.readerLife()))
                .mapToLong(HandshakeSample::receivedNs)
                .reduce(asked.nowNs(), Math::max);
        return of(asked.readerLife(), holderLife).anyMatch(sample -> {
            long receivedNs = sample.receivedNs();
            long spanNs = holderNs - leastNs(sample, receivedNs) - receivedNs;
            return nowNs > receivedNs + spanNs + drift.ofNs(spanNs) - ROUNDING_NS;
        });
    }
}
