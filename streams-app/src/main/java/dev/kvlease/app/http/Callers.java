package dev.kvlease.app.http;

import com.sun.net.httpserver.Headers;
import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.HttpSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Keeps pages of others from asking through the browser of somebody who may: requests that a browser says come from another
 * site, and, on loopback, names that are none of this instance's but were made to lead here (DNS rebinding).
 */
final class Callers {
    private static final Set<String> ELSEWHERE = Set.of("cross-site", "same-site");
    private static final String LOCALHOST = "localhost";
    private static final Pattern PORT = Pattern.compile(":[0-9]*$");
    private static final Pattern IP_LITERAL = Pattern.compile("[0-9.]+|\\[[0-9a-f:.%]+]");

    /** The names of this instance in lower case; empty if any will do. */
    private final Optional<Set<String>> names;

    private Callers(Optional<Set<String>> names) {
        this.names = names;
    }

    /**
     * Who may ask an instance. Names count only where nobody else vouches for the caller: a token does, and a server that is
     * reached over the network has names that it does not know, of services and proxies.
     */
    static Callers of(InetSocketAddress bound, HttpSettings settings, String applicationServerHost) {
        if (!bound.getAddress().isLoopbackAddress() || settings.token().isPresent()) {
            return new Callers(Optional.empty());
        }
        return new Callers(Optional.of(Stream.of(LOCALHOST, settings.host(), applicationServerHost, thisMachine())
                .map(Callers::plain)
                .collect(Collectors.toSet())));
    }

    private static String thisMachine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return LOCALHOST;
        }
    }

    /** Refuses what a page of others asks. */
    void check(Route route, Headers headers) {
        if (!route.tellsOfLeases()) {
            return;
        }
        String site = Optional.ofNullable(headers.getFirst("Sec-Fetch-Site")).orElse("");
        if (ELSEWHERE.contains(plain(site))) {
            throw new HttpError(HttpError.FORBIDDEN, "pages of other sites may not ask this");
        }
        String host = Optional.ofNullable(headers.getFirst("Host")).orElse("");
        if (!isOurs(plain(PORT.matcher(host).replaceFirst("")))) {
            throw new HttpError(
                    HttpError.FORBIDDEN,
                    "this instance does not go by the name in Host: ask by IP address or as localhost, or set "
                            + StreamsConfig.APPLICATION_SERVER_CONFIG + " to that name or a "
                            + ConfigKeys.HTTP_TOKEN_FILE);
        }
    }

    private boolean isOurs(String host) {
        return names.isEmpty()
                || host.isEmpty()
                || IP_LITERAL.matcher(host).matches()
                || host.endsWith("." + LOCALHOST)
                || names.get().contains(host);
    }

    private static String plain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
