/**
 * Reads what an engine's log tells about leases, for fleets that have nothing but logs.
 *
 * <p>{@link dev.kvlease.logs.EngineLogs} is the door: a directory of logs becomes {@link dev.kvlease.logs.LogFact facts},
 * facts become {@link dev.kvlease.logs.LogFinding findings}, and, as far as that is honest, records of the core.
 */
package dev.kvlease.logs;
