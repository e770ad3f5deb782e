package dev.kvlease.app.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that can be asked. docs/openapi.json has the same paths. */
@SuppressWarnings("ImmutableEnumChecker") // the list is made by Stream.toList
public enum Route {
    /** Whether the process must be started anew. */
    LIVE("/health/live"),
    /** Whether the instance answers for its partitions. */
    READY("/health/ready"),
    /** The page for people. */
    CONSOLE("/"),
    /** The page for Prometheus. */
    METRICS("/metrics"),
    /** The topology in words. */
    TOPOLOGY("/topology"),
    /** All holders. */
    HOLDERS("/holders"),
    /** The leases of a holder. */
    HOLDER_LEASES("/leases/{holder}"),
    /** The leases of a request. */
    LEASES("/leases/{holder}/{request}"),
    /** The clocks of all pairs. */
    CLOCKS("/clocks"),
    /** The reads of a request by a reader. */
    VERDICTS("/verdicts/{reader}/{holder}/{request}"),
    /** The holders that remember a request. */
    REQUESTS("/requests/{request}"),
    /** What the topics have of a request's leases, and the arithmetic of its verdicts. */
    EXPLAIN("/explain/{holder}/{request}"),
    /** What this instance has said lately. */
    FEED("/live"),
    /** What all instances say, as it comes. */
    EVENTS("/live/events");

    private final String path;
    private final List<String> segments;

    Route(String path) {
        this.path = path;
        this.segments =
                Stream.of(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
    }

    /**
     * The path with its placeholders.
     *
     * @return for example {@code /leases/{holder}}
     */
    public String path() {
        return path;
    }

    /** Whether only those who know the token may ask: health tells nothing, and the page asks for the token itself. */
    boolean needsToken() {
        return this != LIVE && this != READY && this != CONSOLE;
    }

    /** Whether its answer is of engines and requests: not health, the page without its data, and metrics. */
    boolean tellsOfLeases() {
        return needsToken() && this != METRICS;
    }

    static Optional<Route> find(List<String> asked) {
        return Arrays.stream(values()).filter(route -> route.matches(asked)).findFirst();
    }

    private boolean matches(List<String> asked) {
        if (asked.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < asked.size(); i++) {
            if (!isPlaceholder(segments.get(i)) && !segments.get(i).equals(asked.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlaceholder(String segment) {
        return segment.startsWith("{");
    }

    /** The values of the placeholders, in order. */
    List<String> parameters(List<String> asked) {
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            if (isPlaceholder(segments.get(i))) {
                parameters.add(asked.get(i));
            }
        }
        return parameters;
    }
}
