package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.docs.JsonSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhatIfCommandTest {
    private static final String EVENTS =
            "../lease-core/src/test/resources/golden/silent-late-read-http-200.events.ndjson";

    private final TestConsole console = new TestConsole();

    private int replay(String options) {
        List<String> args = new ArrayList<>(List.of("replay", "--input", EVENTS, "--quiet"));
        args.addAll(List.of(options.split(" ")));
        return console.run(args.toArray(String[]::new));
    }

    @Test
    void printsOneLineForEachValue() {
        assertThat(replay("--what-if --margin 1s --margin 30s --drift-ppm 0 --ttl-scale 2 --original-fix"))
                .isZero();
        assertThat(console.out())
                .containsSubsequence(
                        "reads that asked",
                        "as it is",
                        "--margin 1s",
                        "--margin 30s",
                        "--drift-ppm 0",
                        "--ttl-scale 2.0",
                        "--original-fix");
    }

    @Test
    void printsJson() throws IOException {
        assertThat(replay("--what-if --original-fix --json")).isZero();

        JsonNode json = new ObjectMapper().readTree(console.out());
        assertThat(JsonSchema.faults("whatif.schema.json", json)).isEmpty();
        assertThat(json.at("/variants/1/name").asText()).isEqualTo("--original-fix");
        assertThat(json.at("/variants/0/admitted").asLong()
                        + json.at("/variants/0/declined").asLong())
                .isEqualTo(json.at("/reads").asLong());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--what-if",
                "--what-if --margin 2s --margin 2s",
                "--what-if --margin 5s",
                "--what-if --ttl-scale 0",
                "--original-fix",
                "--ttl-scale 2",
                "--margin 2s --margin 3s"
            })
    void refusesWhatMakesNoSense(String options) {
        assertThat(replay(options)).isEqualTo(2);
        assertThat(console.errLines()).hasSize(1);
    }
}
