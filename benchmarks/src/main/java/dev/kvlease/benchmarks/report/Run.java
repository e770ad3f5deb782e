package dev.kvlease.benchmarks.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One run of a measurement.
 *
 * @param quick only long enough to show that it works
 * @param out takes the figures
 */
public record Run(boolean quick, PrintStream out) {
    /**
     * Chooses by the length of the run.
     *
     * @param brief what a quick run takes
     * @param full what a run takes whose figures count
     * @return one of them
     */
    public int of(int brief, int full) {
        return quick ? brief : full;
    }

    /**
     * Prints one figure, aligned with all others.
     *
     * @param what is measured
     * @param value how much it is
     * @param unit of what
     * @param remark what else there is to say, perhaps nothing
     */
    public void figure(String what, String value, String unit, String remark) {
        String line = String.format(Locale.ROOT, "%-34s %12s %-3s %s", what, value, unit, remark);
        out.println(line.stripTrailing());
    }

    /**
     * Keeps a picture: for the documentation, or of a quick run only to look at.
     *
     * @param name its file
     * @param svg the picture
     * @throws IOException if it cannot be written
     */
    public void draw(String name, String svg) throws IOException {
        Path directory = quick ? Path.of("benchmarks", "target", "images") : Path.of("docs", "images");
        Path file = Files.createDirectories(directory).resolve(name);
        Files.writeString(file, svg);
        say("drew " + file);
    }

    /**
     * Prints a line of text.
     *
     * @param text what to say
     */
    public void say(String text) {
        out.println(text);
    }
}
