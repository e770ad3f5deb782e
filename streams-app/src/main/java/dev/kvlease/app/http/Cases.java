package dev.kvlease.app.http;

import dev.kvlease.app.explain.CaseJson;
import dev.kvlease.app.explain.CaseQuery;
import dev.kvlease.app.explain.NothingFound;
import dev.kvlease.app.explain.Times;
import dev.kvlease.app.lookup.CaseLookup;
import dev.kvlease.app.lookup.FoundCase;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Explains what the topics have of a request. Any instance can: the topics are the same for all. */
final class Cases {
    static final String MINUTES = "minutes";
    static final int DEFAULT_MINUTES = 15;
    static final int MAX_MINUTES = 7 * 24 * 60;

    private final CaseLookup lookup;

    Cases(CaseLookup lookup) {
        this.lookup = lookup;
    }

    Answer explain(String holder, String request, Map<String, String> query) {
        CaseQuery asked = new CaseQuery(
                holder, request, Optional.ofNullable(query.get("read")), Optional.ofNullable(query.get("reader")));
        FoundCase found = lookup.find(asked, Duration.ofMinutes(minutes(query)));
        if (found.file().isEmpty()) {
            throw new HttpError(
                    HttpError.NOT_FOUND,
                    words(found) + "; the topics were read from " + Times.record(found.historySinceMs()) + " UTC on"
                            + (found.cut() ? ", as far as they are kept and not too many" : ""));
        }
        return Answer.ok(Json.object(out -> {
            out.number("since_ms", found.sinceMs());
            out.number("history_since_ms", found.historySinceMs());
            out.number("until_ms", found.untilMs());
            out.number("partition", found.partition());
            out.flag("cut", found.cut());
            out.flag("whole", found.whole());
            CaseJson.writeFields(found.file(), out);
        }));
    }

    private static String words(FoundCase found) {
        return found.file().isHistoryOnly()
                ? "all that was read of this request lies before " + Times.record(found.sinceMs())
                        + " UTC: ask for more minutes"
                : NothingFound.words(found.file());
    }

    private static int minutes(Map<String, String> query) {
        try {
            int minutes = Integer.parseInt(query.getOrDefault(MINUTES, "" + DEFAULT_MINUTES));
            if (minutes >= 1 && minutes <= MAX_MINUTES) {
                return minutes;
            }
        } catch (NumberFormatException notANumber) {
            // refused below
        }
        throw new HttpError(HttpError.BAD_REQUEST, MINUTES + " must be a number from 1 to " + MAX_MINUTES);
    }
}
