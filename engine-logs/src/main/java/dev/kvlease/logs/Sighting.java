package dev.kvlease.logs;

/**
 * Where and when a line was seen.
 *
 * @param engine the engine whose log it is, as {@link LogOptions} names it
 * @param process the process that wrote it, as vLLM calls it ({@code EngineCore_DP0}, {@code Worker_TP3}); empty if the
 *     line does not say
 * @param time when it was written
 * @param source the file, relative to the directory that was read
 * @param line its number in the file, from 1
 * @param times how often the engine said the same, by other ranks or again, close to it; at least 1
 */
public record Sighting(String engine, String process, LogTime time, String source, long line, int times) {
    /** The data-parallel rank in the name of the process, or -1: ranks are engines of their own. */
    int dataParallelRank() {
        int at = process.indexOf("DP");
        int end = at + 2;
        while (at >= 0 && end < process.length() && Character.isDigit(process.charAt(end))) {
            end++;
        }
        boolean hasNumber = at >= 0 && end > at + 2 && end - at < 10;
        return hasNumber ? Integer.parseInt(process.substring(at + 2, end)) : -1;
    }

    Sighting repeated(int moreTimes) {
        return new Sighting(engine, process, time, source, line, times + moreTimes);
    }
}
