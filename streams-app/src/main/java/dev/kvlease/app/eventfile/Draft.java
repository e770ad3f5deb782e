package dev.kvlease.app.eventfile;

import java.io.IOException;

/** A record of one input topic in the making; used again for every line of that topic. */
interface Draft {
    /** Forgets the record before: every field is as if it were missing. */
    void clear();

    /** Takes the field whose value comes next; skips it if the record has none of that name. */
    void field(String name, ValueReader in) throws IOException, MalformedLineException;

    /** Hands the record over. */
    void deliver(EventHandler handler, Origin at);
}
