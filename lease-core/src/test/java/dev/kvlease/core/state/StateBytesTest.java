package dev.kvlease.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.core.common.Absent;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is packed comes back; bytes that were never packed are refused and never believed. */
class StateBytesTest {
    private enum Three {
        ONE,
        TWO,
        THREE
    }

    private static StateReader read(StateWriter out) {
        return StateReader.ofValue(out.toBytes());
    }

    private static StateReader ofBytes(int... bytes) {
        byte[] entry = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            entry[i] = (byte) bytes[i];
        }
        return StateReader.ofKey(entry);
    }

    @Test
    void numbersOfEverySizeComeBack() {
        StateWriter out = new StateWriter().startValue();
        for (int shift = 0; shift < 64; shift++) {
            out.putLong(1L << shift)
                    .putLong((1L << shift) - 1)
                    .putLong(-(1L << shift))
                    .putOptional(1L << shift);
        }
        out.putOptional(Absent.LONG).putLong(Long.MAX_VALUE).putLong(Long.MIN_VALUE);

        StateReader in = read(out);
        for (int shift = 0; shift < 64; shift++) {
            assertThat(in.getLong()).isEqualTo(1L << shift);
            assertThat(in.getLong()).isEqualTo((1L << shift) - 1);
            assertThat(in.getLong()).isEqualTo(-(1L << shift));
            assertThat(in.getOptional()).isEqualTo(1L << shift);
        }
        assertThat(in.getOptional()).isEqualTo(Absent.LONG);
        assertThat(in.getLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(in.getLong()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void smallNumbersTakeOneByte() {
        assertThat(new StateWriter().startKey().putLong(63).toBytes()).hasSize(1);
        assertThat(new StateWriter().startKey().putLong(-64).toBytes()).hasSize(1);
        assertThat(new StateWriter().startKey().putLong(64).toBytes()).hasSize(2);
        assertThat(new StateWriter().startKey().putOptional(Absent.LONG).toBytes())
                .hasSize(1);
    }

    @Test
    void textsFlagsSymbolsAndBytesComeBack() {
        byte[] opaque = new byte[1_000];
        Arrays.fill(opaque, (byte) 7);
        StateWriter out = new StateWriter()
                .startValue()
                .putText("")
                .putText("grüße 😀")
                .putFlag(true)
                .putFlag(false)
                .putSymbol(Three.THREE)
                .putSymbol(Three.ONE)
                .putBytes(opaque)
                .putText("end");

        StateReader in = read(out);
        assertThat(in.getText()).isEmpty();
        assertThat(in.getText()).isEqualTo("grüße 😀");
        assertThat(in.getFlag()).isTrue();
        assertThat(in.getFlag()).isFalse();
        assertThat(in.getSymbol(Three.values())).isEqualTo(Three.THREE);
        assertThat(in.getSymbol(Three.values())).isEqualTo(Three.ONE);
        assertThat(in.getBytes()).isEqualTo(opaque);
        assertThat(in.getText()).isEqualTo("end");
    }

    @Test
    void thereIsRoomForAsMuchAsComes() {
        StateWriter out = new StateWriter().startValue();
        for (int i = 0; i < 1_000; i++) {
            out.putFlag(i % 3 == 0);
        }

        StateReader in = read(out);
        for (int i = 0; i < 1_000; i++) {
            assertThat(in.getFlag()).isEqualTo(i % 3 == 0);
        }
    }

    @Test
    void aWriterForgetsWhatItWroteBefore() {
        StateWriter out = new StateWriter().startKey().putText("before");

        assertThat(out.startKey().toBytes()).isEmpty();
        assertThat(out.putLong(1).startValue().toBytes()).containsExactly(StateWriter.FORMAT_VERSION);
    }

    @Test
    void aRequestsKeyBeginsWithItsId() {
        byte[] key =
                RequestKey.start(new StateWriter().putLong(5), "q").putLong(9).toBytes();
        StateReader in = StateReader.ofKey(key);

        assertThat(RequestKey.read(in)).isEqualTo("q");
        assertThat(in.getLong()).isEqualTo(9);
    }

    @Test
    void anotherFormatVersionIsRefused() {
        byte[] other = {StateWriter.FORMAT_VERSION + 1};

        assertThatThrownBy(() -> StateReader.ofValue(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("version " + (StateWriter.FORMAT_VERSION + 1));
    }

    @Test
    void whatIsCutOffOrClaimsTooMuchIsRefused() {
        assertThatThrownBy(() -> ofBytes().getLong()).hasMessage("state entry is cut off at byte 0");
        assertThatThrownBy(() -> ofBytes(0x80).getLong()).hasMessage("state entry is cut off at byte 1");
        assertThatThrownBy(() -> ofBytes(4, 'a').getText()).hasMessage("state entry has a count of 2 at byte 1");
        assertThatThrownBy(() -> ofBytes(1).getCount()).hasMessage("state entry has a count of -1 at byte 1");
        assertThat(ofBytes(2, 'a').getText()).isEqualTo("a");
        assertThatThrownBy(() -> ofBytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0)
                        .getLong())
                .hasMessage("state entry has a number without an end at byte 10");
        assertThatThrownBy(() -> ofBytes(6).getSymbol(Three.values()))
                .hasMessage("state entry has an unknown symbol 3");
        assertThatThrownBy(() -> ofBytes(1).getSymbol(Three.values()))
                .hasMessage("state entry has an unknown symbol -1");
    }
}
