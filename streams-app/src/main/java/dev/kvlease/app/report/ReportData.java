package dev.kvlease.app.report;

import dev.kvlease.app.eventfile.NdjsonWriter;

/** What a report shows: an audit as one JSON object, written when the page asks for it. */
@FunctionalInterface
public interface ReportData {
    /**
     * Writes the object.
     *
     * @param out takes it, as one line
     */
    void writeTo(NdjsonWriter out);
}
