package dev.kvlease.core.view;

import dev.kvlease.core.verdict.Verdict;
import java.util.Optional;

/**
 * One read of which something is remembered.
 *
 * @param reader the reader's engine id
 * @param requestId the request of the lease
 * @param readRequestId the reader's own id of the read
 * @param open whether it was told READABLE and has not ended
 * @param completed whether its completion was reported
 * @param waiting whether it waits for judgement
 * @param lastWord the last verdict sent, while it has no outcome
 */
public record ReadFacts(
        String reader,
        String requestId,
        String readRequestId,
        boolean open,
        boolean completed,
        boolean waiting,
        Optional<Verdict> lastWord) {}
