package dev.kvlease.connect.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The numbers of batches. */
class FramesTest {
    @Test
    void theHighestNumberHasNoNextOneAndIsRefused() throws Exception {
        assertThat(Frames.read(message(Long.MAX_VALUE - 1))).isPresent();
        assertThatThrownBy(() -> Frames.read(message(Long.MAX_VALUE)))
                .isInstanceOf(MalformedBatchException.class)
                .hasMessageContaining("the number is 9223372036854775807");
        assertThatThrownBy(() -> Frames.read(message(-2))).isInstanceOf(MalformedBatchException.class);
    }

    private static List<byte[]> message(long seq) {
        return List.of(new byte[0], Frames.seq(seq), new byte[] {1});
    }
}
