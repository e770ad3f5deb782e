package dev.kvlease.app.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a request's address says, decoded.
 *
 * @param segments the parts of the path
 * @param query the parameters of the query
 */
public record Address(List<String> segments, Map<String, String> query) {
    /**
     * Decodes an address.
     *
     * @param address as it came
     * @return its parts
     * @throws IllegalArgumentException if it is not encoded properly
     */
    public static Address of(URI address) {
        return new Address(segments(address.getRawPath()), query(Optional.ofNullable(address.getRawQuery())));
    }

    private static List<String> segments(String rawPath) {
        return Stream.of(rawPath.split("/"))
                .filter(segment -> !segment.isEmpty())
                // a plus sign means a blank in a query only
                .map(segment -> decode(segment.replace("+", "%2B")))
                .toList();
    }

    private static Map<String, String> query(Optional<String> rawQuery) {
        Map<String, String> parameters = new HashMap<>();
        if (rawQuery.isEmpty()) {
            return parameters;
        }
        for (String pair : rawQuery.get().split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            parameters.put(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
        }
        return parameters;
    }

    private static String decode(String encoded) {
        return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    }
}
