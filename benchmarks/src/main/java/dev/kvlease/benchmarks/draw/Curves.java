package dev.kvlease.benchmarks.draw;

import java.util.List;
import java.util.Locale;

/**
 * Curves side by side, all with the same vertical axis, which begins at 0.
 *
 * @param title above all
 * @param up what lies along the vertical axis, with its unit
 * @param panels from left to right
 */
public record Curves(String title, String up, List<Panel> panels) {
    private static final double WIDTH = 860;
    private static final double HEIGHT = 300;
    private static final double LEFT = 64;
    private static final double RIGHT = 20;
    private static final double TOP = 72;
    private static final double BOTTOM = 52;
    private static final double GAP = 36;
    private static final double INSET = 26;
    private static final int MAX_TICKS = 6;

    /**
     * Draws them.
     *
     * @return an SVG document
     */
    public String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT, title);
        svg.text("title", LEFT, 24, "start", title).text("", LEFT, 44, "start", up);
        double step = step(panels.stream().mapToDouble(Panel::most).max().orElse(1));
        double most = panels.stream().mapToDouble(Panel::most).max().orElse(1);
        double top = Math.ceil(most * 1.05 / step) * step;
        double each = (WIDTH - LEFT - RIGHT - GAP * (panels.size() - 1)) / panels.size();
        for (int i = 0; i < panels.size(); i++) {
            new Frame(LEFT + i * (each + GAP), each, top).draw(svg, panels.get(i), step, i == 0);
        }
        return svg.end();
    }

    /** 1, 2 or 5 times a power of ten. */
    private static double step(double most) {
        double rough = most / MAX_TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double factor : new double[] {1, 2, 5}) {
            if (rough <= factor * power) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /**
     * A number in few letters.
     *
     * @param value not negative
     * @return such as 950, 10 k or 1.5 M
     */
    public static String compact(double value) {
        if (value >= 1_000_000) {
            return trimmed(value / 1_000_000) + " M";
        }
        return value >= 10_000 ? trimmed(value / 1_000) + " k" : String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String trimmed(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private record Frame(double left, double width, double top) {
        private void draw(Svg svg, Panel panel, double step, boolean first) {
            for (double value = 0; value <= top + step / 2; value += step) {
                svg.line(value == 0 ? "axis" : "grid", left, y(value), left + width, y(value));
                if (first) {
                    svg.text("", left - 8, y(value) + 4, "end", compact(value));
                }
            }
            for (int i = 0; i < panel.ticks().size(); i++) {
                svg.text(
                        "",
                        x(panel, i),
                        HEIGHT - BOTTOM + 18,
                        "middle",
                        panel.ticks().get(i));
            }
            svg.text("", left + width / 2, HEIGHT - 12, "middle", panel.across());
            for (int i = 0; i < panel.lines().size(); i++) {
                line(svg, panel, i);
            }
        }

        private void line(Svg svg, Panel panel, int number) {
            Panel.Line line = panel.lines().get(number);
            StringBuilder points = new StringBuilder();
            for (int i = 0; i < line.values().size(); i++) {
                double value = line.values().get(i);
                if (!Double.isNaN(value)) {
                    points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(panel, i), y(value)));
                }
            }
            svg.path("line l" + number, points.toString().trim());
            for (int i = 0; i < line.values().size(); i++) {
                double value = line.values().get(i);
                if (!Double.isNaN(value)) {
                    svg.dot("d" + number, x(panel, i), y(value));
                    double beside = number == 0 ? -10 : 20;
                    svg.text("", x(panel, i), y(value) + beside, "middle", compact(value));
                }
            }
            if (!line.name().isEmpty()) {
                double legend = left + width - 110.0 * (panel.lines().size() - number);
                svg.dot("d" + number, legend, 40).text("", legend + 10, 44, "start", line.name());
            }
        }

        private double x(Panel panel, int tick) {
            double between = (width - 2 * INSET) / Math.max(1, panel.ticks().size() - 1);
            return left + INSET + tick * between;
        }

        private double y(double value) {
            return HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP);
        }
    }
}
