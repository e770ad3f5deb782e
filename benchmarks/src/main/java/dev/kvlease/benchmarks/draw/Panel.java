package dev.kvlease.benchmarks.draw;

import java.util.List;

/**
 * One of several curves side by side.
 *
 * @param across what lies along the horizontal axis, with its unit
 * @param ticks the points along it
 * @param lines the curves, each with a value for every tick
 */
public record Panel(String across, List<String> ticks, List<Line> lines) {
    /**
     * A curve.
     *
     * @param name told in the legend; empty if there is only one
     * @param values one for every tick, NaN where there is none
     */
    public record Line(String name, List<Double> values) {}

    double most() {
        return lines.stream()
                .flatMap(line -> line.values().stream())
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(1);
    }
}
