package dev.kvlease.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An id comes back as it was, and one of many hexadecimal digits takes little more than half its length. */
class PackedIdTest {
    private static byte[] packed(String id) {
        return new StateWriter().startKey().putId(id).putLong(-7).toBytes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "request-7",
                "cmpl-0123456789abcdef0123456789abcdef-0",
                "0123456789abcdef",
                "0123456789abcde",
                "deadbee",
                "DEADBEEFDEADBEEF",
                "chatcmpl-8b0f8e0a-1111-2222-3333-0123456789ab",
                "anfrage-für-0123456789abcdef-😀"
            })
    void comesBackAsItWas(String id) {
        StateReader in = StateReader.ofKey(packed(id));

        assertThat(in.getId()).isEqualTo(id);
        assertThat(in.getLong()).isEqualTo(-7);
    }

    @Test
    void ofAnEngineTakesLittleMoreThanHalfItsLength() {
        String id = "cmpl-0123456789abcdef0123456789abcdef-0";

        assertThat(packed(id)).hasSizeLessThanOrEqualTo(id.length() * 7 / 10);
    }
}
