package dev.kvlease.app.explain;

import java.util.Optional;

/**
 * Which lease to explain.
 *
 * @param holder the holder's engine id
 * @param request the request of the lease
 * @param read only this read, if given
 * @param reader only reads of this reader, if given
 */
public record CaseQuery(String holder, String request, Optional<String> read, Optional<String> reader) {
    boolean asksFor(String aReader, String aRead) {
        return reader.map(aReader::equals).orElse(true)
                && read.map(aRead::equals).orElse(true);
    }
}
