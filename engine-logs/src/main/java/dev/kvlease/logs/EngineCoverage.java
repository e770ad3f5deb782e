package dev.kvlease.logs;

/**
 * What the logs of one engine cover.
 *
 * @param engine the engine
 * @param files how many files spoke of it
 * @param lines how many lines
 * @param facts lines that told a lease fact, repetitions included
 * @param first the first stamp
 * @param last the last stamp
 */
public record EngineCoverage(String engine, int files, long lines, long facts, LogTime first, LogTime last) {
    /**
     * Tells whether the log shows that leases were at work at all. If not, the window was idle, or debug lines were off:
     * that nothing bad is in it <em>proves nothing</em>.
     *
     * @return true if any lease fact was seen
     */
    public boolean sawLeases() {
        return facts > 0;
    }

    EngineCoverage and(LogLineReader.EngineWindow window) {
        return new EngineCoverage(
                engine, files + 1, lines + window.lines(), facts, earlier(window.first()), later(window.last()));
    }

    EngineCoverage withFacts(long moreFacts) {
        return new EngineCoverage(engine, files, lines, facts + moreFacts, first, last);
    }

    private LogTime earlier(LogTime other) {
        boolean keep = !other.isKnown() || (first.isKnown() && first.compareTo(other) <= 0);
        return keep ? first : other;
    }

    private LogTime later(LogTime other) {
        boolean keep = !other.isKnown() || (last.isKnown() && last.compareTo(other) >= 0);
        return keep ? last : other;
    }
}
