package dev.kvlease.app.explain;

import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything in event files that matters to one lease, in file order.
 *
 * @param query what was asked for
 * @param history records before the stretch asked for: leases and clocks come from there, nothing else is told of them
 * @param entries the records of the stretch and what followed from them
 * @param records how many records the files have
 * @param nearHolders ids of holders like the one asked for, best first
 * @param nearRequests ids of the holder's requests like the one asked for, best first
 * @param otherHolders other holders that have a request of this name
 */
public record CaseFile(
        CaseQuery query,
        List<Entry> history,
        List<Entry> entries,
        long records,
        List<String> nearHolders,
        List<String> nearRequests,
        List<String> otherHolders) {
    /** Copies the lists. */
    public CaseFile {
        history = List.copyOf(history);
        entries = List.copyOf(entries);
        nearHolders = List.copyOf(nearHolders);
        nearRequests = List.copyOf(nearRequests);
        otherHolders = List.copyOf(otherHolders);
    }

    /** The drift bound that the verdicts were given with. */
    Drift drift() {
        return new Drift(verdictsOf(all().stream())
                .findFirst()
                .map(verdict -> verdict.evidence().driftPpm())
                .orElse(Constants.DRIFT_PPM));
    }

    /**
     * Whether there is nothing to explain.
     *
     * @return true if no record of the stretch is about the lease
     */
    public boolean isEmpty() {
        return entries.stream().noneMatch(this::isAboutTheLease);
    }

    /**
     * Whether only what lies before the stretch is about the lease.
     *
     * @return true if leaving out {@code --from} would show it
     */
    public boolean isHistoryOnly() {
        return isEmpty() && history.stream().anyMatch(this::isAboutTheLease);
    }

    /** All entries in their order, the history included. */
    List<Entry> all() {
        return Stream.concat(history.stream(), entries.stream())
                .sorted(Comparator.comparingLong(Entry::order))
                .toList();
    }

    /**
     * The verdicts, in order.
     *
     * @return answers and revocations
     */
    public List<Verdict> verdicts() {
        return verdictsOf(entries.stream()).toList();
    }

    private static Stream<Verdict> verdictsOf(Stream<Entry> some) {
        return some.flatMap(entry -> entry.consequences().stream())
                .filter(Consequence.Answer.class::isInstance)
                .map(consequence -> ((Consequence.Answer) consequence).verdict());
    }

    private boolean isAboutTheLease(Entry entry) {
        Input input = entry.input();
        if (input instanceof Input.Event event) {
            return event.event().requestId().equals(query.request());
        }
        if (input instanceof Input.Intent intent) {
            return intent.intent().requestId().equals(query.request());
        }
        return input instanceof Input.Outcome outcome
                && outcome.outcome().requestId().equals(query.request());
    }
}
