package dev.kvlease.core.lease;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.LifeMemory;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The lives of a holder: the current one, those it superseded, and those it is in doubt about ("Lives"). */
public final class HolderLives {
    private String current = "";
    private LifeMemory superseded = new LifeMemory();
    /** Life to come -> the watermark from which DOUBT counts. */
    private final LinkedHashMap<String, Long> doubtSinceNs = new LinkedHashMap<>(4);

    /** No life has started: the holder is untracked. */
    public HolderLives() {}

    /**
     * Tells whether the holder is tracked: one of its lives has started.
     *
     * @return true once ENGINE_STARTED was seen
     */
    public boolean isTracked() {
        return !current.isEmpty();
    }

    /**
     * The current life.
     *
     * @return its incarnation; empty while untracked
     */
    public String current() {
        return current;
    }

    /**
     * The lives that are over.
     *
     * @return those still remembered
     */
    public LifeMemory superseded() {
        return superseded;
    }

    /**
     * Tells whether a life is the current one.
     *
     * @param life an incarnation
     * @return true if it is
     */
    public boolean isCurrent(String life) {
        return current.equals(life);
    }

    /**
     * Starts a life and supersedes the current one; a doubt about another life counts on from the new life's watermark.
     *
     * @param life the life that starts
     * @param clockNs its first watermark
     */
    public void start(String life, long clockNs) {
        if (isTracked()) {
            superseded.add(current);
        }
        current = life;
        doubtSinceNs.remove(life);
        doubtSinceNs.replaceAll((other, sinceNs) -> clockNs);
    }

    /**
     * Puts the holder in doubt about a life that has not started.
     *
     * @param life the life to come
     * @param watermarkNs the watermark now
     */
    public void doubt(String life, long watermarkNs) {
        doubtSinceNs.remove(life);
        doubtSinceNs.put(life, watermarkNs);
        if (doubtSinceNs.size() > Constants.MAX_SUPERSEDED_LIVES) {
            Iterator<String> oldest = doubtSinceNs.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /**
     * Tells whether the holder is in doubt about any life.
     *
     * @return true if it is
     */
    public boolean isInDoubt() {
        return !doubtSinceNs.isEmpty();
    }

    /**
     * Ends the doubts that the watermark has outgrown.
     *
     * @param watermarkNs the watermark now
     * @return true if one ended
     */
    public boolean endDoubts(long watermarkNs) {
        if (doubtSinceNs.isEmpty()) {
            return false;
        }
        return doubtSinceNs.values().removeIf(sinceNs -> watermarkNs - sinceNs > Constants.DOUBT_NS);
    }

    /**
     * Writes the lives that are over and the doubts.
     *
     * @param out where to
     */
    public void write(StateWriter out) {
        superseded.write(out);
        out.putLong(doubtSinceNs.size());
        for (Map.Entry<String, Long> doubt : doubtSinceNs.entrySet()) {
            out.putText(doubt.getKey()).putLong(doubt.getValue());
        }
    }

    /**
     * Reads what {@link #write} wrote. It is stored before the holder's own entry, so after a crash it may know of a start
     * that the holder's entry does not: that start comes again, and its life is current or superseded only then.
     *
     * @param in where from
     * @param currentLife the current life as the holder's own entry names it
     * @return the lives
     */
    public static HolderLives read(StateReader in, String currentLife) {
        HolderLives lives = of(currentLife);
        lives.superseded = LifeMemory.read(in);
        lives.superseded.remove(currentLife);
        for (int left = in.getCount(); left > 0; left--) {
            String life = in.getText();
            lives.doubtSinceNs.put(life, in.getLong());
        }
        lives.doubtSinceNs.remove(currentLife);
        return lives;
    }

    /**
     * Lives of which only the current one is known.
     *
     * @param currentLife its incarnation, or empty
     * @return the lives
     */
    public static HolderLives of(String currentLife) {
        HolderLives lives = new HolderLives();
        lives.current = currentLife;
        return lives;
    }
}
