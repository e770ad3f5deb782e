package dev.kvlease.torture.fuzz;

import dev.kvlease.app.config.KvleaseConfig;
import java.nio.file.Path;
import java.util.Map;

/** The configuration of a stream that runs in a driver, without a broker. */
final class FuzzedConfig {
    private FuzzedConfig() {}

    /**
     * What a driver needs.
     *
     * @param scope names the registry in memory
     * @param stateDirectory where the stores go
     */
    static KvleaseConfig of(String scope, Path stateDirectory) {
        return new KvleaseConfig(Map.of(
                "bootstrap.servers",
                "127.0.0.1:1",
                "schema.registry.url",
                "mock://" + scope,
                "state.dir",
                stateDirectory.toString()));
    }
}
