package dev.kvlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.gate.core.Reader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateConfigTest {
    @Test
    void showsNoPasswords() {
        Map<String, Object> properties = Map.of("sasl.jaas.config", "password=hidden");

        assertThat(GateConfig.of(new Reader("p0", "life"), properties).toString())
                .contains("p0")
                .doesNotContain("hidden");
    }
}
