package dev.kvlease.app.audit;

import java.util.List;

/**
 * What an audit read.
 *
 * @param version the version of kvlease
 * @param names files or topics, as the command names them
 * @param whole whether everything in them could be read; if not, the command has said what could not
 */
public record AuditSource(String version, List<String> names, boolean whole) {
    /** Copies the list. */
    public AuditSource {
        names = List.copyOf(names);
    }
}
