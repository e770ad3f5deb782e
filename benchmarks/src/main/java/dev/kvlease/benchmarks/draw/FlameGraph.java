package dev.kvlease.benchmarks.draw;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A flame graph: what calls lies below what is called, and the wider the longer. Frames that are too narrow are left out,
 * and if the picture is still too large, more of them.
 */
public final class FlameGraph {
    private static final double WIDTH = 1_000;
    private static final double ROW = 17;
    private static final double TOP = 62;
    private static final double LETTER = 6.9;
    private static final int MAX_CHARS = 60_000;
    private static final double FIRST_SHARE = 0.003;

    /** Whose code a frame is, by the beginning of its name; the last takes the rest. */
    private static final List<Map.Entry<String, String>> OWNERS = List.of(
            Map.entry("dev.kvlease.", "kvlease"),
            Map.entry("org.apache.", "Kafka, Avro"),
            Map.entry("org.rocksdb.", "RocksDB"),
            Map.entry("", "JDK, others"));

    private final String title;
    private final Frames root;

    /**
     * Prepares one.
     *
     * @param title above it
     * @param root what to draw
     */
    public FlameGraph(String title, Frames root) {
        this.title = title;
        this.root = root.branching();
    }

    /**
     * Draws it.
     *
     * @return an SVG document of at most 60,000 characters
     */
    public String svg() {
        double share = FIRST_SHARE;
        String drawn = svg(share);
        while (drawn.length() > MAX_CHARS) {
            share *= 1.3;
            drawn = svg(share);
        }
        return drawn;
    }

    private String svg(double share) {
        long least = Math.max(1, (long) Math.ceil(share * root.samples()));
        double height = TOP + ROW * depth(root, least) + 8;
        Svg svg = new Svg(WIDTH, height, title);
        svg.text("title", 8, 22, "start", title);
        for (int i = 0; i < OWNERS.size(); i++) {
            svg.box("f" + i, 8 + 130.0 * i, 34, 12, 12, OWNERS.get(i).getValue(), "");
            svg.text("", 26 + 130.0 * i, 44, "start", OWNERS.get(i).getValue());
        }
        draw(svg, root, 0, height - 8, least);
        return svg.end();
    }

    private static int depth(Frames frames, long least) {
        return frames.inner().values().stream()
                .filter(inner -> inner.samples() >= least)
                .mapToInt(inner -> 1 + depth(inner, least))
                .max()
                .orElse(0);
    }

    private void draw(Svg svg, Frames frames, double left, double bottom, long least) {
        double x = left;
        for (Map.Entry<String, Frames> entry : frames.inner().entrySet()) {
            Frames inner = entry.getValue();
            double width = WIDTH * inner.samples() / root.samples();
            if (inner.samples() >= least) {
                box(svg, entry.getKey(), inner, x, bottom - ROW, width);
                draw(svg, inner, x, bottom - ROW, least);
            }
            x += width;
        }
    }

    private void box(Svg svg, String name, Frames frames, double x, double y, double width) {
        int owner = 0;
        while (!name.startsWith(OWNERS.get(owner).getKey())) {
            owner++;
        }
        String brief = brief(name);
        String hint = String.format(Locale.ROOT, "%s %.1f %%", brief, 100.0 * frames.samples() / root.samples());
        int fits = (int) ((width - 6) / LETTER);
        String text = fits < 3 ? "" : brief.length() <= fits ? brief : brief.substring(0, fits - 1) + "…";
        svg.box("f" + owner, x, y, Math.max(0.5, width - 0.6), ROW - 1, hint, text);
    }

    /** Class and method, without the package. */
    private static String brief(String name) {
        int method = name.lastIndexOf('.');
        int type = name.lastIndexOf('.', method - 1);
        return name.substring(type + 1);
    }
}
