package dev.kvlease.app.explain;

import static dev.kvlease.app.explain.Times.exact;

import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The formulas of "Clock of a pair" and of rules V15 to V19 with a verdict's evidence put in. Times are seconds on the
 * clock that the name says; R is the reader, H the holder, W the watermark.
 */
final class Arithmetic {
    private final Verdict verdict;
    private final Evidence evidence;
    private final Drift drift;
    private final List<Step> steps = new ArrayList<>();

    private Arithmetic(Verdict verdict) {
        this.verdict = verdict;
        this.evidence = verdict.evidence();
        this.drift = new Drift(evidence.driftPpm());
    }

    /** The steps that lead to the times of the verdict; none if it needs no clock. */
    static List<Step> of(Verdict verdict) {
        Arithmetic arithmetic = new Arithmetic(verdict);
        if (verdict.evidence().clockKnown() && isByClock(verdict.evidence().rule())) {
            arithmetic.compute();
        }
        return List.copyOf(arithmetic.steps);
    }

    /** Whether a rule reckons with the pair's clock. */
    static boolean isByClock(Rule rule) {
        return rule.compareTo(Rule.V14) >= 0 && rule != Rule.REVOCATION;
    }

    private void compute() {
        long nowNs = evidence.nowNs();
        step("now", "the later of now_ns and ref", nowNs);
        if (evidence.rule() == Rule.V14) {
            latestHolderTime(nowNs);
            return;
        }
        boolean deadline = !Absent.is(verdict.deadlineNs());
        if (deadline) {
            long earliestNs = earliest(evidence.expiryNs());
            step("now + margin", exact(nowNs) + " + " + exact(evidence.marginNs()), nowNs + evidence.marginNs());
            step("distance to the deadline", exact(earliestNs) + " - " + exact(nowNs), earliestNs - nowNs);
        }
        if (evidence.tracked()) {
            watermark(deadline);
            long silentFromNs = latest(evidence.watermarkNs() + Constants.SILENCE_NS);
            step("until H counts as silent", exact(silentFromNs) + " - " + exact(nowNs), silentFromNs - nowNs);
        }
        readableUntil(deadline);
    }

    /** H_max(now), for V14. */
    private void latestHolderTime(long nowNs) {
        long spanNs = nowNs - evidence.refNs();
        long widenNs = drift.ofNs(spanNs);
        step("drift(now - ref)", driftFormula(spanNs), widenNs);
        step(
                "H_max(now) = now + hi + drift",
                exact(nowNs) + " + " + exact(evidence.hiNs()) + " + " + exact(widenNs),
                nowNs + evidence.hiNs() + widenNs);
        step("expiry", "as the intent says", evidence.expiryNs());
    }

    private long earliest(long expiryNs) {
        step("expiry", "H's clock", expiryNs);
        long x = expiryNs - evidence.hiNs() - evidence.refNs();
        step(
                "x = expiry - hi - ref",
                exact(expiryNs) + " - " + exact(evidence.hiNs()) + " - " + exact(evidence.refNs()),
                x);
        long widenNs = drift.ofNs(x);
        step("drift(x)", driftFormula(x), widenNs);
        long earliestNs = evidence.refNs() + x - widenNs;
        step(
                "deadline = earliest(expiry) = ref + x - drift(x)",
                exact(evidence.refNs()) + " + " + exact(x) + " - " + exact(widenNs),
                earliestNs);
        return earliestNs;
    }

    private void watermark(boolean deadline) {
        step("W", "H's highest clock seen", evidence.watermarkNs());
        if (deadline) {
            step(
                    "expiry - W",
                    exact(evidence.expiryNs()) + " - " + exact(evidence.watermarkNs()),
                    evidence.expiryNs() - evidence.watermarkNs());
        }
    }

    private long latest(long holderNs) {
        long y = holderNs - evidence.loNs() - evidence.refNs();
        step(
                "y = W + SILENCE - lo - ref",
                exact(evidence.watermarkNs()) + " + " + exact(Constants.SILENCE_NS) + " - " + exact(evidence.loNs())
                        + " - " + exact(evidence.refNs()),
                y);
        long widenNs = drift.ofNs(y);
        step("drift(y)", driftFormula(y), widenNs);
        long latestNs = evidence.refNs() + y + widenNs;
        step(
                "latest(W + SILENCE) = ref + y + drift(y)",
                exact(evidence.refNs()) + " + " + exact(y) + " + " + exact(widenNs),
                latestNs);
        return latestNs;
    }

    private void readableUntil(boolean deadline) {
        if (Absent.is(verdict.readableUntilNs())) {
            return;
        }
        String formula = deadline ? "deadline - margin" : "latest(W + SILENCE)";
        if (deadline && evidence.tracked()) {
            formula = "the lesser of deadline - margin = " + exact(verdict.deadlineNs() - evidence.marginNs())
                    + " and latest(W + SILENCE)";
        }
        step("readable until", formula, verdict.readableUntilNs());
    }

    private String driftFormula(long spanNs) {
        return "|" + exact(spanNs) + "| * " + evidence.driftPpm() + " / 1,000,000, rounded up";
    }

    private void step(String name, String formula, long valueNs) {
        steps.add(new Step(name, formula, valueNs));
    }
}
