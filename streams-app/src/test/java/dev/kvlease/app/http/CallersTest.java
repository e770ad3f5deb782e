package dev.kvlease.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import dev.kvlease.app.config.HttpSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallersTest {
    private static final Callers OPEN_ON_LOOPBACK = callers("127.0.0.1", Optional.empty());

    private static Callers callers(String address, Optional<String> token) {
        try {
            InetSocketAddress bound = new InetSocketAddress(InetAddress.getByName(address), 7480);
            return Callers.of(bound, new HttpSettings(address, 7480, token), "Kvlease-0");
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static Headers headers(String name, String value) {
        Headers headers = new Headers();
        headers.set(name, value);
        return headers;
    }

    @ParameterizedTest
    @EnumSource(
            value = Route.class,
            names = {"CONSOLE", "LIVE", "READY", "METRICS"},
            mode = EnumSource.Mode.EXCLUDE)
    void pagesOfOthersLearnNothing(Route route) {
        for (Callers callers : new Callers[] {
            OPEN_ON_LOOPBACK, callers("192.0.2.1", Optional.empty()), callers("::1", Optional.of("t"))
        }) {
            for (String site : new String[] {"cross-site", "same-site"}) {
                assertThatThrownBy(() -> callers.check(route, headers("Sec-Fetch-Site", site)))
                        .isInstanceOfSatisfying(HttpError.class, CallersTest::assertStatus);
            }
        }
        assertThatThrownBy(() -> OPEN_ON_LOOPBACK.check(route, headers("Host", "rebound.example:7480")))
                .isInstanceOfSatisfying(HttpError.class, CallersTest::assertStatus)
                .hasMessageContaining("application.server");
    }

    private static void assertStatus(HttpError refused) {
        assertThat(refused.status()).isEqualTo(403);
    }

    @ParameterizedTest
    @EnumSource(
            value = Route.class,
            names = {"CONSOLE", "LIVE", "READY", "METRICS"})
    void thePageHealthAndMetricsAreForAll(Route route) {
        Headers headers = headers("Host", "kvlease.ns.svc:7480");
        headers.set("Sec-Fetch-Site", "cross-site");

        assertThatCode(() -> OPEN_ON_LOOPBACK.check(route, headers)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:7480",
                "127.0.0.1",
                "[::1]:7480",
                "localhost:7480",
                "LOCALHOST.",
                "a.localhost:1",
                "kvlease-0:7480"
            })
    void itsOwnNamesAreKnown(String host) {
        Headers headers = headers("Host", host);
        headers.set("Sec-Fetch-Site", "same-origin");

        assertThatCode(() -> OPEN_ON_LOOPBACK.check(Route.HOLDERS, headers)).doesNotThrowAnyException();
    }

    @Test
    void namesOfServicesAndProxiesAreAdmittedFromTheNetworkAndWithAToken() {
        Headers headers = headers("Host", "kvlease.ns.svc");

        assertThatCode(() -> callers("192.0.2.1", Optional.empty()).check(Route.HOLDERS, headers))
                .doesNotThrowAnyException();
        assertThatCode(() -> callers("0.0.0.0", Optional.empty()).check(Route.HOLDERS, headers))
                .doesNotThrowAnyException();
        assertThatCode(() -> callers("127.0.0.1", Optional.of("t")).check(Route.HOLDERS, headers))
                .doesNotThrowAnyException();
        assertThatCode(() -> OPEN_ON_LOOPBACK.check(Route.HOLDERS, new Headers()))
                .doesNotThrowAnyException();
    }
}
