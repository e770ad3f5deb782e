package dev.kvlease.logs;

import dev.kvlease.logs.LogFact.EngineRestarted;
import dev.kvlease.logs.LogFact.ForceFreed;
import dev.kvlease.logs.LogFact.ForeignReadSuspected;
import dev.kvlease.logs.LogFact.LeaseRanOut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A read that may have returned foreign blocks, as far as the holder's log tells. */
public sealed interface LogFinding {
    /**
     * The line that told of the read.
     *
     * @return a notice of a completed read that the holder no longer knew
     */
    ForeignReadSuspected notice();

    /**
     * The holder freed the blocks, and later was told that a reader had read them. The read itself ended somewhat before
     * the notice was logged: the longer the time between, the surer it ended after the blocks were freed. As much as a
     * log alone can show.
     *
     * @param freed the line that freed the blocks: {@link LeaseRanOut} or {@link ForceFreed}
     * @param notice the later line that told of the read
     */
    record ReadAfterFree(LogFact freed, ForeignReadSuspected notice) implements LogFinding {
        /**
         * How long after the blocks were freed the notice was logged, at least: both stamps are coarse.
         *
         * @return nanoseconds, not negative
         */
        public long atLeastNs() {
            return Math.max(0, notice.at().time().fromNs() - freed.at().time().untilNs());
        }
    }

    /**
     * A notice without a line before it that freed the blocks, in the same life. A suspicion only.
     *
     * @param notice the line that told of the read
     * @param doubt what may explain it besides a late read
     */
    record LoneNotice(ForeignReadSuspected notice, Doubt doubt) implements LogFinding {}

    /** What may explain a notice besides a late read. */
    enum Doubt {
        /** The engine was restarted before: the request may be one of its earlier life. */
        RESTARTED_BEFORE,
        /** The blocks may have been freed before the log begins, or the notice named the wrong side's request. */
        FREED_BEFORE_LOG_OR_WRONG_ID,
        /** The line has no time, so no order can be told. */
        NO_TIME
    }

    /** Pairs each notice with the last line before it that freed the same request's blocks in the same life. */
    static List<LogFinding> in(LogReading reading) {
        Map<String, Map<String, LogFact>> freedOf = new HashMap<>();
        Map<String, Boolean> restarted = new HashMap<>();
        List<LogFinding> findings = new ArrayList<>();
        for (LogFact fact : reading.facts()) {
            String engine = fact.at().dataParallelRank() + " " + fact.at().engine();
            Map<String, LogFact> freed = freedOf.computeIfAbsent(engine, name -> new HashMap<>());
            if (fact instanceof EngineRestarted) {
                freed.clear();
                restarted.put(engine, true);
            } else if (fact instanceof LeaseRanOut || fact instanceof ForceFreed) {
                freed.put(fact.requestId(), fact);
            } else if (fact instanceof ForeignReadSuspected notice) {
                findings.add(judge(notice, freed.get(notice.requestId()), restarted.containsKey(engine)));
            }
        }
        return findings;
    }

    private static LogFinding judge(ForeignReadSuspected notice, LogFact freed, boolean restarted) {
        boolean timed = notice.at().time().isKnown();
        if (timed && freed != null && freed.at().time().isKnown()) {
            return new ReadAfterFree(freed, notice);
        }
        if (!timed) {
            return new LoneNotice(notice, Doubt.NO_TIME);
        }
        return new LoneNotice(notice, restarted ? Doubt.RESTARTED_BEFORE : Doubt.FREED_BEFORE_LOG_OR_WRONG_ID);
    }
}
