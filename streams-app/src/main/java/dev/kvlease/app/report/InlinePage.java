package dev.kvlease.app.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A page with its styles and scripts inside, put together from the class path. Scripts share one scope; what one uses at its
 * top must come before it.
 *
 * @param html the page
 * @param stylePolicy the source expression that lets its styles in, for a content security policy
 * @param scriptPolicy the one that lets its script in
 */
public record InlinePage(String html, String stylePolicy, String scriptPolicy) {
    /**
     * Puts a page together.
     *
     * @param template resource of the page, with a place for {@code @STYLE@}, {@code @SCRIPT@} and, where it states its
     *     policy itself, their hashes
     * @param styles resources of its styles, in order
     * @param scripts resources of its scripts, in order
     * @return the page
     * @throws IOException if a resource cannot be read
     */
    public static InlinePage of(String template, List<String> styles, List<String> scripts) throws IOException {
        String style = joined(styles);
        String script = "(() => {\n'use strict';\n" + joined(scripts) + "})();\n";
        String stylePolicy = hash(style);
        String scriptPolicy = hash(script);
        String html = resource(template)
                .replace("@STYLE_HASH@", stylePolicy)
                .replace("@SCRIPT_HASH@", scriptPolicy)
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script);
        return new InlinePage(html, "'" + stylePolicy + "'", "'" + scriptPolicy + "'");
    }

    /**
     * The resource of a style or script that the pages of kvlease share.
     *
     * @param file its file name
     * @return the name on the class path
     */
    public static String shared(String file) {
        return "/dev/kvlease/app/report/" + file;
    }

    private static String joined(List<String> names) throws IOException {
        StringBuilder joined = new StringBuilder();
        for (String name : names) {
            joined.append(resource(name));
        }
        return joined.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = InlinePage.class.getResourceAsStream(name)) {
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
