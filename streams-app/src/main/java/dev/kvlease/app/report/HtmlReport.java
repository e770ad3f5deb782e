package dev.kvlease.app.report;

import dev.kvlease.app.eventfile.NdjsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes an audit as one HTML file that needs nothing else: styles, scripts and data are inside, and its content
 * security policy lets nothing in or out and runs no other script than its own.
 */
public final class HtmlReport {
    /** In the order in which they stand on the page. */
    private static final List<String> SCRIPTS = List.of(
            "data",
            "format",
            "words",
            "dom",
            "timeline-lanes",
            "timeline-draw",
            "timeline",
            "charts",
            "table",
            "overview",
            "story",
            "read",
            "main");

    private static final String DATA = "@DATA@";

    private HtmlReport() {}

    /**
     * Writes a report. The data is passed on as it comes; it is never held as a whole.
     *
     * @param data what the report shows
     * @param out where the page goes, UTF-8; stays open
     * @throws IOException if it cannot be written
     */
    public static void write(ReportData data, OutputStream out) throws IOException {
        String page = page();
        int at = page.indexOf(DATA);
        out.write(page.substring(0, at).getBytes(StandardCharsets.UTF_8));
        try (NdjsonWriter json = new NdjsonWriter(new ScriptSafeStream(out))) {
            data.writeTo(json);
        }
        out.write(page.substring(at + DATA.length()).getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String page() throws IOException {
        List<String> scripts =
                SCRIPTS.stream().map(name -> InlinePage.shared(name + ".js")).toList();
        return InlinePage.of(InlinePage.shared("page.html"), List.of(InlinePage.shared("style.css")), scripts)
                .html();
    }
}
