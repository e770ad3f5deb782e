package dev.kvlease.benchmarks.draw;

import java.util.Locale;

/** A picture that grows element by element. Coordinates are rounded to a tenth of a pixel, so that pictures change little. */
final class Svg {
    private static final String STYLE = """
            <style>
            text{font:12px system-ui,sans-serif;fill:#52514e}
            .title{font-size:14px;font-weight:600;fill:#0b0b0b}
            .back{fill:#fcfcfb}
            .grid{stroke:#e1e0d9;stroke-width:1}
            .axis{stroke:#8a897f;stroke-width:1}
            .line{fill:none;stroke-width:2}
            .l0{stroke:#2a78d6}.l1{stroke:#d1571f}.l2{stroke:#1a7f5a}
            .d0{fill:#2a78d6}.d1{fill:#d1571f}.d2{fill:#1a7f5a}
            .f0{fill:#9cc4f2}.f1{fill:#f3b79b}.f2{fill:#a5d8c1}.f3{fill:#d6d5cd}
            .f{font-size:11px;fill:#0b0b0b}
            @media (prefers-color-scheme:dark){
            text{fill:#c3c2b7}
            .title{fill:#fff}
            .back{fill:#1a1a19}
            .grid{stroke:#2c2c2a}
            .l0{stroke:#5a9cec}.l1{stroke:#e8733f}.l2{stroke:#36a67c}
            .d0{fill:#5a9cec}.d1{fill:#e8733f}.d2{fill:#36a67c}
            .f0{fill:#1f4f8a}.f1{fill:#8a3f1d}.f2{fill:#1b5e45}.f3{fill:#45443f}
            .f{fill:#fff}
            }
            </style>
            """;

    private final StringBuilder out = new StringBuilder();

    Svg(double width, double height, String title) {
        out.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\">%n",
                width,
                height,
                width));
        out.append("<title>").append(escaped(title)).append("</title>\n").append(STYLE);
        out.append(
                String.format(Locale.ROOT, "<rect class=\"back\" width=\"%.0f\" height=\"%.0f\"/>%n", width, height));
    }

    Svg line(String css, double x1, double y1, double x2, double y2) {
        return add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", css, x1, y1, x2, y2);
    }

    Svg path(String css, String points) {
        return add("<polyline class=\"%s\" points=\"%s\"/>%n", css, points);
    }

    Svg dot(String css, double x, double y) {
        return add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>%n", css, x, y);
    }

    Svg text(String css, double x, double y, String anchor, String text) {
        return add(
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                css, x, y, anchor, escaped(text));
    }

    /** A box with a hint that shows when it is pointed at, and a text where it fits. */
    Svg box(String css, double x, double y, double width, double height, String hint, String text) {
        add(
                "<g><title>%s</title><rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\"/>",
                escaped(hint), css, x, y, width, height);
        if (!text.isEmpty()) {
            add("<text class=\"f\" x=\"%.1f\" y=\"%.1f\">%s</text>", x + 3, y + height - 4, escaped(text));
        }
        return add("</g>%n");
    }

    private Svg add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
        return this;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    String end() {
        return out.append("</svg>\n").toString();
    }
}
