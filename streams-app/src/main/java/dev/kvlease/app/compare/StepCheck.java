package dev.kvlease.app.compare;

import dev.kvlease.schemas.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Holds the verdicts of one run against those that follow from its records, step by step.
 *
 * <p>A producer writes to a partition in order. So a verdict that was not written is a fault if one behind it in the same
 * partition was; if none was, the run ended before.
 */
final class StepCheck {
    private final ToIntFunction<String> placeOfReader;
    private final Consumer<Finding> findings;
    private final Map<Integer, List<Finding>> unwritten = new HashMap<>();

    StepCheck(ToIntFunction<String> placeOfReader, Consumer<Finding> findings) {
        this.placeOfReader = placeOfReader;
        this.findings = findings;
    }

    /** What was written and what follows at one step, both in order. */
    void check(TaskReplay task, List<Recorded> recorded, List<Verdict> replayed) {
        if (recorded.isEmpty() && replayed.isEmpty()) {
            return;
        }
        Finding.At at = task.at();
        Finding.Doubt doubt = task.doubt();
        List<Recorded> left = new ArrayList<>(recorded);
        List<Optional<Recorded>> twins = new ArrayList<>();
        for (Verdict verdict : replayed) {
            twins.add(takeFirst(
                    left,
                    each -> FieldDifference.between(each.verdict(), verdict).isEmpty()));
        }
        for (int i = 0; i < replayed.size(); i++) {
            Verdict verdict = replayed.get(i);
            if (twins.get(i).isPresent()) {
                written(new Finding(
                        Finding.Kind.SAME, Finding.Doubt.NONE, at, twins.get(i), Optional.of(verdict), List.of()));
                continue;
            }
            Optional<Recorded> other = takeFirst(left, each -> isOfSameRead(each.verdict(), verdict));
            if (other.isPresent()) {
                List<FieldDifference> fields =
                        FieldDifference.between(other.get().verdict(), verdict);
                written(new Finding(Finding.Kind.DIFFERENT, doubt, at, other, Optional.of(verdict), fields));
            } else {
                unwritten
                        .computeIfAbsent(placeOfReader.applyAsInt(verdict.getReaderEngineId()), p -> new ArrayList<>())
                        .add(new Finding(
                                Finding.Kind.NOT_WRITTEN,
                                doubt,
                                at,
                                Optional.empty(),
                                Optional.of(verdict),
                                List.of()));
            }
        }
        for (Recorded each : left) {
            written(new Finding(Finding.Kind.EXTRA, doubt, at, Optional.of(each), Optional.empty(), List.of()));
        }
    }

    private interface Condition {
        boolean holds(Recorded recorded);
    }

    private static Optional<Recorded> takeFirst(List<Recorded> from, Condition condition) {
        for (int i = 0; i < from.size(); i++) {
            if (condition.holds(from.get(i))) {
                return Optional.of(from.remove(i));
            }
        }
        return Optional.empty();
    }

    private static boolean isOfSameRead(Verdict one, Verdict other) {
        return one.getReaderEngineId().equals(other.getReaderEngineId())
                && one.getReadRequestId().equals(other.getReadRequestId())
                && one.getRequestId().equals(other.getRequestId())
                && one.getHolderEngineId().equals(other.getHolderEngineId());
    }

    private void written(Finding finding) {
        List<Finding> passed = unwritten.remove(finding.recorded().orElseThrow().place());
        if (passed != null) {
            passed.forEach(each -> findings.accept(new Finding(
                    Finding.Kind.MISSING, each.doubt(), each.step(), each.recorded(), each.replayed(), each.fields())));
        }
        findings.accept(finding);
    }

    /** The run is over: what has not been written by now will not be. */
    void end() {
        unwritten.values().forEach(each -> each.forEach(findings));
        unwritten.clear();
    }
}
