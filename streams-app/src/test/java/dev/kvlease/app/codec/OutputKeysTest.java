package dev.kvlease.app.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.clock.ClockOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputKeysTest {
    @Test
    void plainIdsStayAsTheyAre() {
        assertThat(OutputKeys.encode("prefill-0.example:8000/é世")).isEqualTo("prefill-0.example:8000/é世");
    }

    @Test
    void whatWouldBeAmbiguousIsEncoded() {
        assertThat(OutputKeys.encode("a|b%c\nd\u0085")).isEqualTo("a%7Cb%25c%0Ad%C2%85");
    }

    @Test
    void aPairIsHolderThenReader() {
        ClockOffset offset = new ClockOffset("h|1", "l", "p", "m", 0, 0, 0, 0, 0, false, 1, 0);

        assertThat(OutputKeys.of(offset)).isEqualTo("h%7C1|p");
    }

    @ParameterizedTest
    @ValueSource(strings = {"p", "p|1", "%", "%4", "100%41", "世|界\t", "", "a\u0085|"})
    void theFirstIdComesBackFromAKey(String id) {
        byte[] key = (OutputKeys.encode(id) + "|" + OutputKeys.encode("h|x") + "|r").getBytes(UTF_8);

        assertThat(new String(OutputKeys.firstId(key), UTF_8)).isEqualTo(id);
    }
}
