package dev.kvlease.model;

/** What follows from a record, with symbols as strings and absent values as null. */
public sealed interface PlainAnswer {
    /** An answer or a revocation. */
    record Verdict(
            String reader,
            String readerLife,
            String request,
            String read,
            Long leaseSeq,
            String status,
            String reason,
            String trigger,
            boolean provisional,
            Long readableUntilNs,
            Long deadlineNs,
            String rule)
            implements PlainAnswer {}

    /** A violation; {@code reader} and {@code read} are null for one that needs no read. */
    record Violation(
            String type,
            String certainty,
            String request,
            Long leaseSeq,
            String reader,
            String read,
            String by,
            boolean incompleteEvidence)
            implements PlainAnswer {}

    /** What is known of a pair's clock after a sample that was neither refused nor ignored. */
    record Offset(
            String reader,
            String readerLife,
            String holderLife,
            long pointNs,
            long minRttNs,
            long lo,
            long hi,
            long refNs,
            boolean suspect,
            long samples,
            long steps)
            implements PlainAnswer {}

    /** The record is a bad record. */
    record Refused(String kind) implements PlainAnswer {}
}
