package dev.kvlease.core.state;

/**
 * A thing with an entry of its own in the state. It carries the mark that it has changed since that was written, so that
 * to note a change, which happens several times a record, looks nothing up.
 */
public abstract class Journaled {
    private boolean changed;

    /** Not changed yet. */
    protected Journaled() {}

    /**
     * Marks it.
     *
     * @return false if it was marked
     */
    public final boolean markChanged() {
        if (changed) {
            return false;
        }
        changed = true;
        return true;
    }

    /**
     * Tells whether it is marked.
     *
     * @return true from {@link #markChanged} to {@link #markWritten}
     */
    public final boolean isMarkedChanged() {
        return changed;
    }

    /** Takes the mark away: it was written, or need not be. */
    public final void markWritten() {
        changed = false;
    }
}
