package dev.kvlease.app.audit;

import dev.kvlease.app.explain.Consequence;
import dev.kvlease.app.explain.Entry;
import dev.kvlease.app.explain.Input;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the records say of one request of a holder, kept as long as the core may still judge a read of it, and for good
 * if a violation is about it.
 */
final class RequestTrack {
    /** A request with more entries than this has its later ones left out. */
    private static final int MOST_ENTRIES = 1_000;

    final String requestId;
    private final List<Entry> entries = new ArrayList<>(4);
    private final Map<ReadName, Entry> waiting = new LinkedHashMap<>(2);
    private long entriesLeftOut;
    private final RequestSpan span = new RequestSpan();
    private boolean suspect;
    private boolean drawn;

    /** Names a read of a request. */
    record ReadName(String reader, String readRequestId) {
        static ReadName of(ReadOutcome outcome) {
            return new ReadName(outcome.reader(), outcome.readRequestId());
        }
    }

    RequestTrack(String requestId) {
        this.requestId = requestId;
    }

    void add(Entry entry) {
        if (entry.input() instanceof Input.Event event
                && event.event().requestId().equals(requestId)) {
            span.see(event.event(), entry.origin().recordTimeMs());
        } else {
            span.touch(entry.origin().recordTimeMs());
        }
        if (entries.size() < MOST_ENTRIES) {
            entries.add(entry);
        } else {
            entriesLeftOut++;
        }
    }

    /** The holder's life is over: nothing of it lasts. */
    void lifeEnded(long recordTimeMs) {
        span.lifeEnded(recordTimeMs);
    }

    /** Whether the lease may have been live at a time. */
    boolean isLiveAt(long timeMs) {
        return span.isLiveAt(timeMs);
    }

    boolean isForgettableAt(long timeMs) {
        return waiting.isEmpty() && span.isOverAt(timeMs);
    }

    List<Entry> entries() {
        return Collections.unmodifiableList(entries);
    }

    long entriesLeftOut() {
        return entriesLeftOut;
    }

    void await(Entry outcome) {
        waiting.putIfAbsent(ReadName.of(((Input.Outcome) outcome.input()).outcome()), outcome);
    }

    Optional<Entry> judged(ReadName read) {
        return Optional.ofNullable(waiting.remove(read));
    }

    Iterable<Entry> stillWaiting() {
        return waiting.values();
    }

    /** The COMPLETED outcome of a read. */
    Optional<Entry> outcome(ReadName read) {
        return entries.stream()
                .filter(entry -> entry.input() instanceof Input.Outcome outcome
                        && ReadName.of(outcome.outcome()).equals(read))
                .findFirst();
    }

    /** What a reader had been told about a read by a place in the log. */
    Told told(ReadName read, long untilOrder) {
        Optional<Verdict> last = Optional.empty();
        long timeMs = Absent.LONG;
        for (Entry entry : entries) {
            if (entry.order() > untilOrder) {
                break;
            }
            for (Consequence consequence : entry.consequences()) {
                if (consequence instanceof Consequence.Answer answer && isOf(answer.verdict(), read)) {
                    last = Optional.of(answer.verdict());
                    timeMs = entry.origin().recordTimeMs();
                }
            }
        }
        return new Told(last.map(RequestTrack::inOneWord).orElse(Told.Answer.NOT_ASKED), last, timeMs);
    }

    private static Told.Answer inOneWord(Verdict verdict) {
        if (verdict.trigger() != Trigger.READ_INTENT) {
            return Told.Answer.REVOKED;
        }
        return switch (verdict.status()) {
            case READABLE -> Told.Answer.READABLE;
            default -> Told.Answer.EXPIRED;
        };
    }

    private static boolean isOf(Verdict verdict, ReadName read) {
        return verdict.reader().equals(read.reader()) && verdict.readRequestId().equals(read.readRequestId());
    }

    boolean isSuspect() {
        return suspect;
    }

    void markSuspect() {
        suspect = true;
    }

    /** Whether the lease is among those to be drawn. */
    boolean isDrawn() {
        return drawn;
    }

    void draw() {
        drawn = true;
    }
}
