package dev.kvlease.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.connect.order.Position;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceConfigTest {
    private static final String STRING_KEYS = "org.apache.kafka.connect.storage.StringConverter";

    @Test
    void enginesAreSpreadOverTheTasks() {
        ZmqSourceConnector connector = new ZmqSourceConnector();
        connector.start(Map.of("engines", "a=tcp://h:1;tcp://h:2, b=tcp://h:3,c=ipc:///tmp/c", "zmq.topic", "kv"));

        List<Map<String, String>> two = connector.taskConfigs(2);

        assertThat(two)
                .extracting(each -> new SourceConfig(each)
                        .engines().stream().map(EngineAddress::id).toList())
                .containsExactly(List.of("a", "b"), List.of("c"));
        assertThat(two).allSatisfy(each -> assertThat(each).containsEntry("zmq.topic", "kv"));
        assertThat(connector.taskConfigs(9)).hasSize(3);
        assertThat(new SourceConfig(two.get(0)).engines().get(0))
                .isEqualTo(new EngineAddress("a", "tcp://h:1", Optional.of("tcp://h:2")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | expected ENGINE=ADDRESS",
                "=tcp://h:1 | expected ENGINE=ADDRESS",
                "a=h:5557 | expected ENGINE=ADDRESS",
                "a=tcp://*:5557 | name the host to connect to",
                "a=tcp://h | no address to connect to",
                "a=tcp://h:1;tcp://h:2;tcp://h:3 | expected ENGINE=ADDRESS",
                "a=tcp://h:1,a=tcp://h:2 | engine a is given twice",
            })
    void mistakesAreExplained(String engines, String message) {
        assertThatThrownBy(() -> new SourceConfig(Map.of("engines", engines)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @Test
    void keysMustBePlain() {
        Map<String, String> given = new HashMap<>(Map.of("engines", "a=tcp://h:1"));

        assertThat(errors(given)).singleElement().asString().contains("Set key.converter=" + STRING_KEYS);
        given.put("key.converter", STRING_KEYS);
        assertThat(errors(given)).isEmpty();
    }

    @Test
    void offsetsAreReadBack() {
        Position position = new Position(Optional.of("0-1"), 8, OptionalLong.of(-2));

        assertThat(SourceOffsets.position(SourceOffsets.offset(position))).isEqualTo(position);
        assertThat(SourceOffsets.position(SourceOffsets.offset(Position.START))).isEqualTo(Position.START);
    }

    @Test
    void alteredOffsetsAreChecked() {
        ZmqSourceConnector connector = new ZmqSourceConnector();
        Map<String, String> engine = Map.of("engine", "a");
        Map<Map<String, ?>, Map<String, ?>> forget = new HashMap<>();
        forget.put(engine, null);

        assertThat(connector.alterOffsets(Map.of(), forget)).isTrue();
        assertThat(connector.alterOffsets(Map.of(), Map.of(engine, Map.of("next", 5))))
                .isTrue();
        assertThatThrownBy(() -> connector.alterOffsets(Map.of(), Map.of(engine, Map.of("next", -1))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("must be the number of the next batch");
        assertThatThrownBy(() -> connector.alterOffsets(Map.of(), Map.of(engine, Map.of("next", 5, "anchor", "xyz"))))
                .hasMessageContaining("hexadecimal");
        assertThatThrownBy(() -> connector.alterOffsets(Map.of(), Map.of(Map.of("host", "a"), Map.of("next", 5))))
                .hasMessageContaining("expected {\"engine\": ENGINE_ID}");
    }

    private static List<String> errors(Map<String, String> given) {
        return new ZmqSourceConnector()
                .validate(given).configValues().stream()
                        .map(ConfigValue::errorMessages)
                        .flatMap(List::stream)
                        .toList();
    }
}
