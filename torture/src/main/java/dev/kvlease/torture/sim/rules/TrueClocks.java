package dev.kvlease.torture.sim.rules;

import dev.kvlease.fleet.EngineClock;
import java.util.Optional;
import java.util.OptionalLong;

/** The clocks of engines as they really are, by the engines' lives. */
@FunctionalInterface
public interface TrueClocks {
    /**
     * A clock.
     *
     * @param life an incarnation of a holder or a reader
     * @return its clock, or empty if there is no such life
     */
    Optional<EngineClock> of(String life);

    /**
     * What a holder's clock reads when a reader's does.
     *
     * @param readerLife the reader's incarnation
     * @param readerNs reader clock
     * @param holderLife the holder's incarnation
     * @return holder clock, in nanoseconds; empty if either life is unknown
     */
    default OptionalLong holderNs(String readerLife, long readerNs, String holderLife) {
        Optional<EngineClock> reader = of(readerLife);
        Optional<EngineClock> holder = of(holderLife);
        if (reader.isEmpty() || holder.isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(holder.get().at(reader.get().whenReads(readerNs)));
    }
}
