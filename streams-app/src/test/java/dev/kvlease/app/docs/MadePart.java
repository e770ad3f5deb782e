package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a page that is made from the code, between two comments; {@code -Dkvlease.docs.write=true} makes it anew.
 *
 * @param page the page
 * @param begin the comment before it, on a line of its own
 */
record MadePart(Path page, String begin) {
    private static final String END = "<!-- end of what is made -->\n";

    void holds(String made) {
        String text = Pages.text(page);
        int start = text.indexOf(begin + "\n");
        assertThat(start).as("the comment " + begin).isNotNegative();
        int from = start + begin.length() + 1;
        String expected = text.substring(0, from) + made + text.substring(text.indexOf(END, from));
        if (Boolean.getBoolean("kvlease.docs.write")) {
            try {
                Files.writeString(page, expected);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        assertThat(Pages.text(page))
                .as(page + "; -Dkvlease.docs.write=true makes it anew")
                .isEqualTo(expected);
    }
}
