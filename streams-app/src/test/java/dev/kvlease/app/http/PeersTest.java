package dev.kvlease.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.query.UnavailableException;
import java.net.URI;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeersTest {
    @Test
    void anInstanceWhoseAddressIsNoUriIsUnavailableAndNamed() {
        Peers peers = new Peers(Optional.empty());

        assertThatThrownBy(() -> peers.ask(new HostInfo("kvlease_1", 7480), URI.create("/holders")))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("kvlease_1:7480")
                .hasMessageContaining("application.server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kvlease_1:7480", "-:7480"})
    void someHostsAreNone(String address) {
        assertThat(Peers.canBeAsked(HostInfo.buildFromEndpoint(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1:7480", "[::1]:7480", "kvlease-1:7480", "kvlease-1.kvlease.ns.svc:7480", "http://a:1"})
    void othersAre(String address) {
        assertThat(Peers.canBeAsked(HostInfo.buildFromEndpoint(address))).isTrue();
    }
}
