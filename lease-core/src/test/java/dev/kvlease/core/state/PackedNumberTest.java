package dev.kvlease.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers and texts are packed as an entry of the state has always had them, byte by byte. */
class PackedNumberTest {
    private static final long SEED = 7;

    @Test
    void everyLengthOfNumberIsPackedBySevenBits() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Long> numbers = new ArrayList<>(List.of(0L, Long.MAX_VALUE, Long.MIN_VALUE));
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long edge = 1L << bit;
            numbers.addAll(List.of(edge - 1, edge, edge + 1, -edge - 1, -edge, 1 - edge));
            numbers.add(random.nextLong() >> bit);
        }
        StateWriter writer = new StateWriter().startKey();
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        for (long number : numbers) {
            writer.putLong(number);
            plain(number, plain);
        }
        assertThat(writer.toBytes()).as("seed %d", SEED).isEqualTo(plain.toByteArray());

        StateReader reader = StateReader.ofKey(writer.toBytes());
        numbers.forEach(number -> assertThat(reader.getLong()).isEqualTo(number));
    }

    @Test
    void textsOfAnyCharactersAreUtf8BehindTheirLength() {
        for (String text : List.of("", "decode-7", "caf\u00e9", "\u79df\u7d04 7", "a".repeat(300), "\ud83d\ude00")) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream plain = new ByteArrayOutputStream();
            plain(1, plain);
            plain(utf8.length, plain);
            plain.writeBytes(utf8);
            assertThat(new StateWriter().startKey().putLong(1).putText(text).toBytes())
                    .as(text)
                    .isEqualTo(plain.toByteArray());
        }
    }

    private static void plain(long number, ByteArrayOutputStream out) {
        long rest = (number << 1) ^ (number >> 63);
        while (rest >>> 7 != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
