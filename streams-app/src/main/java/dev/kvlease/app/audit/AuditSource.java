package dev.kvlease.app.audit;

import java.util.List;

/**
 * What an audit read.
 *
 * @param version the version of kvlease
 * @param names files or topics, as the command names them
 * @param malformedLines lines that are no records
 */
public record AuditSource(String version, List<String> names, long malformedLines) {
    /** Copies the list. */
    public AuditSource {
        names = List.copyOf(names);
    }
}
