package dev.kvlease.torture.sim;

import dev.kvlease.core.Settings;
import dev.kvlease.fleet.scenario.FleetScenario;

/**
 * Everything but the seed that decides what one simulated history does.
 *
 * @param mode what clocks may do
 * @param fleet engines, conversations, and the network between engines and the log
 * @param stream the log and the application
 * @param gates the readers' gates
 * @param settings the rules' variable parts
 */
record Play(TortureMode mode, FleetScenario fleet, StreamModel stream, GateModel gates, Settings settings) {}
