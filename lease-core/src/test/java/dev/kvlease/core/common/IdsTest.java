package dev.kvlease.core.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** "Limits": 1 to 256 bytes of UTF-8 without control characters or halves of characters. */
class IdsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "~",
                "a",
                "\u00a0",
                "a\u00a0 b~",
                "\u07ff",
                "\u0800",
                "\ud83d\ude00",
                "\ud83d\ude00\ud83d\ude00x"
            })
    void areValid(String id) {
        assertThat(Ids.isValid(id)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000",
                "a\u001f",
                "\u007f",
                "a\u0080",
                "\u009f",
                "é\u001f",
                "é\u007f",
                "\ud83d",
                "a\ud83dx",
                "a\ude00",
                "\ud83d\ud83d\ude00"
            })
    void areNot(String id) {
        assertThat(Ids.isValid(id)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\u00e9", "\u07ff", "\u0800", "\uffff", "\ud83d\ude00"})
    void takeUpTo256BytesOfUtf8(String character) {
        int bytes = character.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        String most = character.repeat(Constants.MAX_ID_BYTES / bytes);
        String filled = most + "x".repeat(Constants.MAX_ID_BYTES % bytes);

        assertThat(Ids.isValid(filled)).isTrue();
        assertThat(Ids.isValid(filled + "x")).isFalse();
        assertThat(Ids.isValid("x".repeat(Constants.MAX_ID_BYTES - bytes) + character))
                .isTrue();
        assertThat(Ids.isValid("x".repeat(Constants.MAX_ID_BYTES - bytes + 1) + character))
                .isFalse();
    }
}
