package dev.kvlease.app.report;

import dev.kvlease.app.eventfile.NdjsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * Writes an audit as one HTML file that needs nothing else: styles, scripts and data are inside, and its content
 * security policy lets nothing in or out and runs no other script than its own.
 */
public final class HtmlReport {
    /** One scope for all; what a script uses at its top must come before it. */
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
        String style = resource("style.css");
        String script = script();
        return resource("page.html")
                .replace("@STYLE_HASH@", hash(style))
                .replace("@SCRIPT_HASH@", hash(script))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script);
    }

    private static String script() throws IOException {
        StringBuilder script = new StringBuilder("(() => {\n'use strict';\n");
        for (String name : SCRIPTS) {
            script.append(resource(name + ".js"));
        }
        return script.append("})();\n").toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            // Browsers hash a script with its line ends as the parser made them.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }

    private static String hash(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
