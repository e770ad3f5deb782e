package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.explain.Consequence;
import dev.kvlease.app.explain.Entry;
import dev.kvlease.app.explain.Input;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Watches the replay of a log and files what follows from each record under the request that it is about. */
final class Watch implements ReplayObserver {
    private static final long FORGET_EVERY_MS = 300_000;

    private final Settings settings;
    private final Limits limits;
    private final Predicate<Origin> isHistory;
    private final Counts counts = new Counts();
    private final TimeBuckets series;
    private final Findings findings;
    private final Drawings drawings;
    private final Map<String, HolderTrack> holders = new LinkedHashMap<>();

    private final Step step = new Step();
    private HolderTrack holder = new HolderTrack("");
    private Topic topic = Topic.LEASE_EVENTS;
    private Origin at = new Origin("", 0, 0, 0, 0);
    private long order;
    private boolean told = true;
    private long firstMs = Absent.LONG;
    private long lastMs = Absent.LONG;
    private long nextForgetMs = Long.MIN_VALUE;

    /** What follows from the record at hand. */
    private static final class Step {
        private final List<Consequence> own = new ArrayList<>();
        private final Map<String, List<Consequence>> others = new LinkedHashMap<>();
        private final List<Judgement> judged = new ArrayList<>();
        private final Map<Violation, Optional<Judgement>> violations = new LinkedHashMap<>();
        private Optional<Judgement> last = Optional.empty();
        private Optional<NotJudged> notJudged = Optional.empty();
        private boolean refused;
        private boolean repeated;
        private boolean reportedAtOnce;

        void clear() {
            own.clear();
            others.clear();
            judged.clear();
            violations.clear();
            last = Optional.empty();
            notJudged = Optional.empty();
            refused = false;
            repeated = false;
            reportedAtOnce = false;
        }
    }

    Watch(Settings settings, Limits limits, Predicate<Origin> isHistory) {
        this.isHistory = isHistory;
        this.settings = settings;
        this.limits = limits;
        this.series = new TimeBuckets(SeriesKey.COUNT, limits.timeBuckets());
        this.findings = new Findings(settings, limits, counts);
        this.drawings = new Drawings(settings, limits);
    }

    void begin(Input next) {
        step.clear();
        HolderTrack known = holders.get(next.holder());
        holder = known != null ? known : new HolderTrack(next.holder());
    }

    @Override
    public void applying(Topic topicApplied, Origin place) {
        topic = topicApplied;
        at = place;
        order++;
        told = !isHistory.test(at);
        if (!told) {
            return;
        }
        counts.record(topic);
        firstMs = Absent.is(firstMs) ? at.recordTimeMs() : Math.min(firstMs, at.recordTimeMs());
        lastMs = Math.max(lastMs, at.recordTimeMs());
    }

    @Override
    public void nullValue() {
        if (told) {
            counts.nullValue();
        }
    }

    @Override
    public void verdict(Verdict verdict) {
        if (told) {
            counts.verdict(verdict);
            series.add(at.recordTimeMs(), SeriesKey.of(Counts.Answer.of(verdict), verdict.reason()));
        }
        follows(verdict.requestId(), new Consequence.Answer(verdict));
    }

    @Override
    public void judged(Judgement judgement) {
        step.judged.add(judgement);
        step.last = Optional.of(judgement);
    }

    @Override
    public void violation(Violation violation) {
        follows(violation.requestId(), new Consequence.Wrong(violation));
        boolean judgedNow = violation.type() != ViolationType.DOUBLE_ALLOCATION && step.last.isPresent();
        step.violations.put(violation, judgedNow ? step.last : Optional.empty());
        step.last = Optional.empty();
        step.reportedAtOnce |= !judgedNow && violation.type() == ViolationType.READ_ACROSS_RESTART;
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        ClockOffset before = holder.clocks.put(offset.reader(), offset);
        holder.clockSeries
                .computeIfAbsent(offset.reader(), any -> new ClockSeries(limits.clockPoints()))
                .add(at.recordTimeMs(), before, offset);
    }

    @Override
    public void refused(BadRecord reason) {
        if (told) {
            counts.refused(reason);
        }
        step.refused = true;
    }

    @Override
    public void note(Note note) {
        if (told) {
            counts.note(note);
        }
        switch (note) {
            case OUTCOME_REPEATED -> step.repeated = true;
            case OUTCOME_OF_UNKNOWN_LIFE -> step.notJudged = Optional.of(NotJudged.LIFE_UNKNOWN);
            case NOT_JUDGEABLE_UNTRACKED ->
                step.notJudged = Optional.of(holder.hasSpoken() ? NotJudged.HISTORY_CUT : NotJudged.HOLDER_UNTRACKED);
            case NOT_JUDGEABLE_CLOCK_UNKNOWN -> step.notJudged = Optional.of(NotJudged.CLOCK_UNKNOWN);
            case NOT_JUDGEABLE_TOO_MANY -> step.notJudged = Optional.of(NotJudged.TOO_MANY_WAITING);
            case DUPLICATE_EVENT, EVENT_TOO_LATE, SUPERSEDED_LIFE_IGNORED, UNKNOWN_LIFE_IGNORED ->
                step.own.add(new Consequence.Noted(note));
            default -> {
                // Counted, and told by what else follows.
            }
        }
    }

    private void follows(String requestId, Consequence consequence) {
        step.others.computeIfAbsent(requestId, any -> new ArrayList<>(2)).add(consequence);
    }

    /** Files what followed from the record, then looks into what was found. */
    void end(Input input) {
        if (step.refused) {
            return;
        }
        holders.putIfAbsent(holder.holder, holder);
        if (input instanceof Input.Event event) {
            holder.see(event.event(), at.recordTimeMs());
        }
        fileOwn(input);
        step.others.forEach((requestId, consequences) ->
                file(holder.request(requestId), entry(input, consequences, readerOf(consequences))));
        step.judged.forEach(this::settle);
        step.violations.forEach(this::found);
        forgetDue();
    }

    private void found(Violation violation, Optional<Judgement> judgement) {
        FoundViolation found = findings.look(violation, judgement, holder, place());
        if (isHistory.test(found.outcome().orElse(found.judgedAt()).origin())) {
            return;
        }
        findings.add(found, holder);
        drawings.include(found, holder);
        series.add(at.recordTimeMs(), SeriesKey.of(violation.certainty()));
    }

    private void fileOwn(Input input) {
        String requestId = requestOf(input);
        if (requestId.isEmpty()) {
            return;
        }
        List<Consequence> about = step.others.remove(requestId);
        if (about != null) {
            step.own.addAll(about);
        }
        RequestTrack request = holder.request(requestId);
        Entry entry = entry(input, step.own, readerOf(input));
        file(request, entry);
        if (input instanceof Input.Outcome outcome) {
            outcome(request, outcome.outcome(), entry);
        }
    }

    private void file(RequestTrack request, Entry entry) {
        request.add(entry);
        holder.window.see(request, at.recordTimeMs());
    }

    private void outcome(RequestTrack request, ReadOutcome outcome, Entry entry) {
        if (step.repeated) {
            return;
        }
        if (told) {
            counts.outcome(outcome.status());
        }
        if (outcome.status() != ReadStatus.COMPLETED || step.reportedAtOnce) {
            return;
        }
        if (step.notJudged.isPresent() && told) {
            findings.unjudged(step.notJudged.get(), outcome, place());
        } else if (step.notJudged.isEmpty()) {
            request.await(entry);
        }
    }

    private void settle(Judgement judgement) {
        RequestTrack.ReadName read = new RequestTrack.ReadName(judgement.reader(), judgement.readRequestId());
        RequestTrack request = holder.request(judgement.requestId());
        Optional<Entry> outcome = request.judged(read);
        boolean isTold =
                outcome.filter(entry -> !isHistory.test(entry.origin())).isPresent();
        if (judgement.finding().isEmpty() && isTold) {
            findings.clean(judgement, outcome, request);
        }
    }

    private Place place() {
        return new Place(topic, at);
    }

    private Entry entry(Input input, List<Consequence> consequences, String reader) {
        ClockOffset clock = holder.clocks.get(reader);
        return new Entry(order, at, input, consequences, clock == null ? Map.of() : Map.of(reader, clock));
    }

    private static String requestOf(Input input) {
        if (input instanceof Input.Event event) {
            return event.event().requestId();
        }
        if (input instanceof Input.Intent intent) {
            return intent.intent().requestId();
        }
        return input instanceof Input.Outcome outcome ? outcome.outcome().requestId() : "";
    }

    private static String readerOf(Input input) {
        if (input instanceof Input.Intent intent) {
            return intent.intent().reader();
        }
        return input instanceof Input.Outcome outcome ? outcome.outcome().reader() : "";
    }

    private static String readerOf(List<Consequence> consequences) {
        Consequence first = consequences.get(0);
        if (first instanceof Consequence.Answer answer) {
            return answer.verdict().reader();
        }
        return first instanceof Consequence.Wrong wrong ? wrong.violation().reader() : "";
    }

    private void forgetDue() {
        if (at.recordTimeMs() < nextForgetMs) {
            return;
        }
        nextForgetMs = at.recordTimeMs() + FORGET_EVERY_MS;
        for (HolderTrack track : holders.values()) {
            track.forget(at.recordTimeMs(), this::gone);
        }
    }

    private void gone(RequestTrack request) {
        findings.gone(request);
        drawings.gone(request);
    }

    /** The records are over. */
    Audit finish() {
        for (HolderTrack track : holders.values()) {
            findings.endOfData(track, isHistory);
            track.requests().forEach(this::gone);
        }
        Map<Audit.Pair, ClockSeries> clocks = new LinkedHashMap<>();
        Map<String, List<LifeTrack>> lives = new LinkedHashMap<>();
        for (HolderTrack track : holders.values()) {
            track.clockSeries.forEach((reader, kept) -> clocks.put(new Audit.Pair(track.holder, reader), kept));
            lives.put(track.holder, List.copyOf(track.lives()));
        }
        return new Audit(
                settings,
                counts,
                firstMs,
                lastMs,
                findings.violations(),
                findings.unjudgedListed(),
                series,
                clocks,
                lives,
                findings.suspects(counts.records()),
                findings.suspectsLeftOut(),
                drawings.bars(),
                drawings.leftOut());
    }
}
