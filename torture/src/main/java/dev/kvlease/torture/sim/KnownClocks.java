package dev.kvlease.torture.sim;

import dev.kvlease.fleet.EngineClock;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.torture.sim.rules.TrueClocks;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The true clocks of a fleet, kept beyond it. */
final class KnownClocks implements TrueClocks {
    private final Map<String, EngineClock> known = new HashMap<>();
    private Optional<FleetSimulation> fleet = Optional.empty();

    void follow(FleetSimulation newFleet) {
        fleet = Optional.of(newFleet);
    }

    @Override
    public Optional<EngineClock> of(String life) {
        EngineClock clock = known.get(life);
        if (clock != null) {
            return Optional.of(clock);
        }
        Optional<EngineClock> asked = fleet.flatMap(simulation -> simulation.clock(life));
        asked.ifPresent(found -> known.put(life, found));
        return asked;
    }
}
