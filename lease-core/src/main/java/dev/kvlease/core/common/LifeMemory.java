package dev.kvlease.core.common;

import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Iterator;
import java.util.LinkedHashSet;

/** The superseded lives of one engine: the newest {@link Constants#MAX_SUPERSEDED_LIVES}, the oldest is forgotten. */
public final class LifeMemory {
    private final LinkedHashSet<String> lives = new LinkedHashSet<>(4);

    /** No life has been superseded. */
    public LifeMemory() {}

    /**
     * Tells whether a life is superseded.
     *
     * @param life an incarnation
     * @return true if it is remembered as superseded
     */
    public boolean contains(String life) {
        return !lives.isEmpty() && lives.contains(life);
    }

    /**
     * Remembers a life as superseded.
     *
     * @param life an incarnation
     */
    public void add(String life) {
        lives.add(life);
        if (lives.size() > Constants.MAX_SUPERSEDED_LIVES) {
            Iterator<String> oldest = lives.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /**
     * Does not remember a life any longer.
     *
     * @param life an incarnation
     */
    public void remove(String life) {
        lives.remove(life);
    }

    /**
     * Writes the lives, oldest first.
     *
     * @param out where to
     */
    public void write(StateWriter out) {
        out.putLong(lives.size());
        lives.forEach(out::putText);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param in where from
     * @return the lives
     */
    public static LifeMemory read(StateReader in) {
        LifeMemory memory = new LifeMemory();
        for (long left = in.getLong(); left > 0; left--) {
            memory.add(in.getText());
        }
        return memory;
    }
}
