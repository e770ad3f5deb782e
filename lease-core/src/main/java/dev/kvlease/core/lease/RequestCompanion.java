package dev.kvlease.core.lease;

/**
 * What somebody else remembers of a request, kept where its leases are: one look-up by the request's id finds both, and
 * both are forgotten together.
 */
public interface RequestCompanion {
    /** Nothing else is remembered. */
    RequestCompanion NONE = new RequestCompanion() {};
}
