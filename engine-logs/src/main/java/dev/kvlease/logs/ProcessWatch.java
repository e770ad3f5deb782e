package dev.kvlease.logs;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sees in the lines as they come that an engine was started again. One process stands for its engine: the engine core if
 * its lines are there, else the first of the workers.
 */
final class ProcessWatch {
    private static final int MOST_ENGINES = 10_000;
    private static final int MOST_LIVES = 1_024;

    private final Map<String, Speaker> speakers = new BoundedMap<>(MOST_ENGINES);

    /** Who of two processes stands for the engine: {@code EngineCore…} comes before {@code Worker…}. */
    static String speaker(String one, String other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** Looks at a line's process; a restart if the engine's was another one until now. */
    Optional<LogFact> saw(LogLineReader.ProcessSeen process) {
        if (!process.tellsLives()) {
            return Optional.empty();
        }
        Speaker known = speakers.get(process.rank());
        String name = process.at().process();
        if (known == null || !speaker(known.name, name).equals(known.name)) {
            speakers.put(process.rank(), new Speaker(name, process.pid()));
            return Optional.empty();
        }
        boolean another = known.name.equals(name) && known.isNew(process.pid());
        if (!another) {
            return Optional.empty();
        }
        LogFact restart = new LogFact.EngineRestarted(process.at(), known.pid, process.pid());
        known.pid = process.pid();
        return Optional.of(restart);
    }

    /** Late lines of an earlier process are no restart. */
    private static final class Speaker {
        private final String name;
        private final Set<Long> seen = new HashSet<>();
        private long pid;

        Speaker(String name, long pid) {
            this.name = name;
            this.pid = pid;
            seen.add(pid);
        }

        boolean isNew(long other) {
            return seen.size() < MOST_LIVES && seen.add(other);
        }
    }
}
