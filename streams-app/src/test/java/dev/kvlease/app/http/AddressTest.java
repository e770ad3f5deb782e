package dev.kvlease.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.core.common.CompositeKey;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AddressTest {
    @Test
    void partsAreDecodedAfterTheyAreTakenApart() {
        Address address = Address.of(URI.create("/leases/a%2Fb/c+d%20e?after=x%26y&limit=3&flag"));

        assertThat(address.segments()).isEqualTo(List.of("leases", "a/b", "c+d e"));
        assertThat(address.query()).isEqualTo(Map.of("after", "x&y", "limit", "3", "flag", ""));
        assertThat(Route.find(address.segments())).contains(Route.LEASES);
        assertThat(Route.LEASES.parameters(address.segments())).isEqualTo(List.of("a/b", "c+d e"));
    }

    @Test
    void cursorsOfPairsComeBack() {
        assertThat(PairCursor.of(CompositeKey.join("a|b", "50%+c"))).isEqualTo(new PairCursor("a|b", "50%+c"));
        assertThatThrownBy(() -> PairCursor.of("a")).isInstanceOf(HttpError.class);
        assertThatThrownBy(() -> PairCursor.of("a|%")).isInstanceOf(HttpError.class);
    }
}
