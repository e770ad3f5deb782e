package dev.kvlease.app.explain;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Replays event files and keeps what matters to one lease: its own events, the reads of it, lives and gaps of its
 * holder, and the clock samples that its verdicts rest on. Memory grows with the lease, not with the file.
 */
public final class CaseCollector implements EventHandler {
    private static final int MOST_OTHER_HOLDERS = 5;

    private final CaseQuery query;
    private final Consequences consequences = new Consequences();
    private final Replayer replayer;

    private final Predicate<Origin> isHistory;
    private final List<Entry> history = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, ClockOffset> clocks = new HashMap<>();
    private final Map<String, Entry> lastSamples = new HashMap<>();
    private final Set<String> readers = new HashSet<>();
    private final Set<String> lives = new HashSet<>();
    private final SeqWatch seqs = new SeqWatch();
    private final NearMatches nearHolders;
    private final NearMatches nearRequests;
    private final Set<String> otherHolders = new TreeSet<>();
    private boolean leaseSeen;
    private long records;

    /**
     * A collector of one case.
     *
     * @param query which lease
     * @param settings the rules' variable parts
     * @param isHistory whether a record lies before the stretch asked for
     */
    public CaseCollector(CaseQuery query, Settings settings, Predicate<Origin> isHistory) {
        this.query = query;
        this.isHistory = isHistory;
        replayer = new Replayer(settings, consequences);
        nearHolders = new NearMatches(query.holder());
        nearRequests = new NearMatches(query.request());
    }

    /**
     * How many records there have been.
     *
     * @return the count
     */
    public long records() {
        return records;
    }

    /**
     * The case, when all files have been read.
     *
     * @return what matters to it, in file order
     */
    public CaseFile caseFile() {
        return new CaseFile(
                query,
                history,
                entries,
                records,
                nearHolders.nearest(),
                nearRequests.nearest(),
                otherHolders.stream().limit(MOST_OTHER_HOLDERS).toList());
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        Input.Event input = new Input.Event(event);
        begin(input, event.requestId());
        replayer.leaseEvent(event, at);
        if (!isOfHolder(input)) {
            return;
        }
        leaseSeen |= event.requestId().equals(query.request());
        boolean newLife = event.type() == LeaseEventType.ENGINE_STARTED && lives.add(event.life());
        seqs.see(event.life(), event.seq()).filter(gap -> leaseSeen).ifPresent(consequences::add);
        boolean matters = event.requestId().equals(query.request())
                || newLife
                || (leaseSeen && consequences.tellOfGaps())
                || consequences.concern(query);
        if (matters) {
            keep(entry(input, at));
        }
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        Input.Sample input = new Input.Sample(sample);
        begin(input, "");
        replayer.handshakeSample(sample, at);
        if (!isOfHolder(input)) {
            return;
        }
        ClockOffset before = clocks.get(sample.reader());
        boolean changed = consequences.clock().isPresent();
        consequences.clock().ifPresent(offset -> clocks.put(sample.reader(), offset));
        Entry entry = entry(input, at);
        if (consequences.concern(query)) {
            keepClock(sample.reader());
            keep(entry);
        } else if (readers.contains(sample.reader()) && changed && isTurn(before, clocks.get(sample.reader()))) {
            keep(entry);
        } else if (changed) {
            lastSamples.put(sample.reader(), entry);
        }
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        Input.Intent input = new Input.Intent(intent);
        begin(input, intent.requestId());
        replayer.readIntent(intent, at);
        if (isOfHolder(input)
                && intent.requestId().equals(query.request())
                && query.asksFor(intent.reader(), intent.readRequestId())) {
            readers.add(intent.reader());
            keepClock(intent.reader());
            keep(entry(input, at));
        }
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        Input.Outcome input = new Input.Outcome(outcome);
        begin(input, outcome.requestId());
        replayer.readOutcome(outcome, at);
        boolean own =
                outcome.requestId().equals(query.request()) && query.asksFor(outcome.reader(), outcome.readRequestId());
        if (isOfHolder(input) && (own || consequences.concern(query))) {
            readers.add(outcome.reader());
            keepClock(outcome.reader());
            keep(entry(input, at));
        }
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        records++;
        replayer.nullValue(topic, at);
    }

    @Override
    public void unusable(Topic topic, DeadLetterReason reason, String detail, Origin at) {
        records++;
        replayer.unusable(topic, reason, detail, at);
    }

    private void begin(Input input, String request) {
        records++;
        consequences.clear();
        nearHolders.offer(input.holder());
        if (request.isEmpty()) {
            return;
        }
        if (isOfHolder(input)) {
            nearRequests.offer(request);
        } else if (request.equals(query.request())) {
            otherHolders.add(input.holder());
        }
    }

    private boolean isOfHolder(Input input) {
        return input.holder().equals(query.holder());
    }

    /** The sample that the pair's clock rests on belongs to the case, if it is not there yet. */
    private void keepClock(String reader) {
        Entry sample = lastSamples.remove(reader);
        if (sample != null) {
            keep(sample);
        }
    }

    private void keep(Entry entry) {
        List<Entry> kept = isHistory.test(entry.origin()) ? history : entries;
        kept.add(entry);
        kept.sort(Comparator.comparingLong(Entry::order));
    }

    private Entry entry(Input input, Origin at) {
        return new Entry(records, at, input, consequences.concerning(query), clocks);
    }

    private static boolean isTurn(ClockOffset before, ClockOffset after) {
        return before == null || ClockTurn.isTurn(before, after);
    }
}
