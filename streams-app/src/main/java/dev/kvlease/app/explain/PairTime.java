package dev.kvlease.app.explain;

import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Absent;
import java.util.List;
import java.util.Optional;

/**
 * When an entry happened, on the holder's clock and on one reader's.
 *
 * @param holderNs holder clock, or absent
 * @param holderMeasured whether the record itself says so; else it is computed from the other
 * @param readerNs reader clock, or absent
 * @param readerMeasured whether the record itself says so; else it is computed from the other
 */
record PairTime(long holderNs, boolean holderMeasured, long readerNs, boolean readerMeasured) {
    /** The times of an entry as the given reader's clock tells them, by the clock known then, else by the first known. */
    static PairTime of(Entry entry, String reader, List<Entry> all) {
        Optional<ClockOffset> clock = Optional.ofNullable(entry.clocks().get(reader))
                .or(() -> all.stream()
                        .filter(later -> later.order() > entry.order())
                        .flatMap(later -> Optional.ofNullable(later.clocks().get(reader)).stream())
                        .findFirst())
                .filter(known -> !known.suspect());
        Input input = entry.input();
        if (input instanceof Input.Event event) {
            boolean sameLife = clock.filter(
                            known -> known.holderLife().equals(event.event().life()))
                    .isPresent();
            return atHolder(event.event().clockNs(), sameLife ? clock : Optional.empty());
        }
        if (input instanceof Input.Sample sample) {
            boolean own = sample.sample().reader().equals(reader);
            return new PairTime(
                    sample.sample().remoteNs(), true, own ? sample.sample().receivedNs() : Absent.LONG, own);
        }
        if (input instanceof Input.Intent intent) {
            return atReader(
                    intent.intent().nowNs(),
                    clock.filter(known -> known.reader().equals(intent.intent().reader())));
        }
        Input.Outcome outcome = (Input.Outcome) input;
        return atReader(
                outcome.outcome().finishedNs(),
                clock.filter(known -> known.reader().equals(outcome.outcome().reader())));
    }

    private static PairTime atHolder(long holderNs, Optional<ClockOffset> clock) {
        long readerNs = clock.map(known -> holderNs - known.offsetNs()).orElse(Absent.LONG);
        return new PairTime(holderNs, true, readerNs, false);
    }

    private static PairTime atReader(long readerNs, Optional<ClockOffset> clock) {
        if (Absent.is(readerNs)) {
            return new PairTime(Absent.LONG, false, Absent.LONG, false);
        }
        long holderNs = clock.map(known -> readerNs + known.offsetNs()).orElse(Absent.LONG);
        return new PairTime(holderNs, false, readerNs, true);
    }

    String holderText() {
        return text(holderNs, holderMeasured);
    }

    String readerText() {
        return text(readerNs, readerMeasured);
    }

    private static String text(long ns, boolean measured) {
        return Absent.is(ns) ? "" : (measured ? "" : "~") + Times.clock(ns);
    }
}
