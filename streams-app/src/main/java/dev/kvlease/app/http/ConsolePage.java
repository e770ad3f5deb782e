package dev.kvlease.app.http;

import dev.kvlease.app.report.InlinePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The page for people. It has nothing of the state in it, and asks this instance, and nobody else, for all it shows. */
final class ConsolePage {
    private static final String OWN = "/dev/kvlease/app/console/";

    private final Answer answer;

    ConsolePage() {
        InlinePage page = page();
        String policy = "default-src 'none'; script-src " + page.scriptPolicy() + "; style-src " + page.stylePolicy()
                + "; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'";
        answer = new Answer(
                200,
                "text/html; charset=utf-8",
                page.html().getBytes(StandardCharsets.UTF_8),
                Map.of("Content-Security-Policy", policy, "Referrer-Policy", "no-referrer"));
    }

    private static InlinePage page() {
        List<String> styles = List.of(InlinePage.shared("style.css"), OWN + "console.css");
        List<String> scripts = Stream.concat(
                        Stream.of("data", "format", "dom", "story").map(name -> InlinePage.shared(name + ".js")),
                        Stream.of("server", "live", "fleet", "clocks", "find", "request", "console")
                                .map(name -> OWN + name + ".js"))
                .toList();
        try {
            return InlinePage.of(OWN + "page.html", styles, scripts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer answer() {
        return answer;
    }
}
