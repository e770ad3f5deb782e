package dev.kvlease.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.Test;

class ClusterErrorsTest {
    @Test
    void brokersThatAreTooOldAreCalledSo() {
        ClusterErrors errors = new ClusterErrors("old:9092", Duration.ofSeconds(1));

        assertThat(errors.explain(
                        "describe topics", new UnsupportedVersionException("The node does not support METADATA")))
                .hasMessage(
                        "cannot describe topics at old:9092: The node does not support METADATA; the brokers are too old"
                                + " for this client, use newer ones");
    }
}
