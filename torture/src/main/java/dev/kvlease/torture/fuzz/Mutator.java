package dev.kvlease.torture.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes bad input of good: everything is decided by the random numbers it is given. */
final class Mutator {
    /** No case gets longer, but for the few large ones. */
    static final int USUAL_BYTES = 4_096;

    /** The length of the largest cases. */
    static final int LARGEST_BYTES = 128 << 10;

    private static final int ONE_LARGE_IN = 4_000;

    /** Numbers where formats, clocks and counters have their edges. */
    private static final long[] EDGES = {
        0,
        1,
        -1,
        2,
        63,
        64,
        127,
        128,
        255,
        256,
        1_024,
        32_767,
        32_768,
        65_535,
        65_536,
        65_537,
        999_999,
        1_000_001,
        Integer.MAX_VALUE - 8,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        (1L << 32) - 1,
        1L << 32,
        (1L << 61) - 1,
        1L << 61,
        (1L << 61) + 1,
        1L << 62,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        86_400_000_000_000L,
        86_400_000_000_001L,
        600_000_000_000L
    };

    private static final List<byte[]> TEXTS = Stream.of(
                    "NaN",
                    "Infinity",
                    "-Infinity",
                    "1e999",
                    "-0",
                    "-0.0",
                    "1e-400",
                    "0x10",
                    "1.5",
                    "007",
                    "null",
                    "true",
                    "[]",
                    "{}",
                    "[[",
                    "{\"",
                    "\"",
                    "'",
                    "\\",
                    "\\u0000",
                    "\\ud800",
                    "%",
                    "%zz",
                    "%00",
                    "%ff",
                    "../",
                    "//",
                    "?",
                    "&",
                    "=",
                    "#",
                    ";",
                    ":",
                    "|",
                    "\0",
                    "\n",
                    "\r\n",
                    "\t",
                    " ",
                    "\u00e9",
                    "\u202e",
                    "\ufeff",
                    "\ud83d\ude00",
                    "e\u0301",
                    "\u2028",
                    "99999999999999999999",
                    "9223372036854775808",
                    "-9223372036854775809",
                    "00000000000000000000")
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toList();

    /** Bytes that are no UTF-8: a surrogate, an overlong slash, a cut sequence, beyond Unicode. */
    private static final List<byte[]> NO_TEXTS = List.of(
            bytes(0xed, 0xa0, 0x80),
            bytes(0xc0, 0xaf),
            bytes(0xe2, 0x82),
            bytes(0xf5, 0x80, 0x80, 0x80),
            bytes(0xff),
            bytes(0x80));

    private final SplittableRandom random;
    private final List<byte[]> words;

    Mutator(SplittableRandom random, List<byte[]> words) {
        this.random = random;
        this.words = words;
    }

    /** A few changes, mostly one. */
    byte[] mutate(byte[] original, byte[] other) {
        byte[] changed = original;
        int changes = 1;
        while (changes < 8 && random.nextInt(3) == 0) {
            changes++;
        }
        boolean large = random.nextInt(ONE_LARGE_IN) == 0;
        for (int i = 0; i < changes; i++) {
            changed = change(changed, other);
        }
        changed = large ? inflate(changed) : changed;
        int most = large ? LARGEST_BYTES : Math.max(USUAL_BYTES, original.length);
        return changed.length > most ? Arrays.copyOf(changed, most) : changed;
    }

    private byte[] change(byte[] in, byte[] other) {
        if (in.length == 0) {
            return insert(in, piece());
        }
        return switch (random.nextInt(14)) {
            case 0 -> flip(in);
            case 1 -> overwrite(in, bytes(random.nextInt(256)));
            case 2 -> Arrays.copyOf(in, random.nextInt(in.length));
            case 3 -> remove(in);
            case 4 -> insert(in, slice(in));
            case 5 -> insert(in, slice(other));
            case 6 -> splice(in, other);
            case 7 -> overwrite(in, number());
            case 8 -> insert(in, number());
            case 9 -> insert(in, piece());
            case 10 -> overwrite(in, piece());
            case 11 -> nudge(in);
            case 12 -> repeat(in);
            default -> insert(in, random.nextInt(4) == 0 ? NO_TEXTS.get(random.nextInt(NO_TEXTS.size())) : piece());
        };
    }

    private byte[] piece() {
        boolean own = !words.isEmpty() && random.nextInt(3) != 0;
        List<byte[]> from = own ? words : TEXTS;
        return from.get(random.nextInt(from.size()));
    }

    private byte[] flip(byte[] in) {
        byte[] out = in.clone();
        out[random.nextInt(out.length)] ^= (byte) (1 << random.nextInt(8));
        return out;
    }

    /** A little more or less: of a length, a tag, an ordinal, a digit. */
    private byte[] nudge(byte[] in) {
        byte[] out = in.clone();
        out[random.nextInt(out.length)] += (byte) (random.nextInt(9) - 4);
        return out;
    }

    private byte[] remove(byte[] in) {
        int from = random.nextInt(in.length);
        int to = Math.min(in.length, from + 1 + random.nextInt(1 + Math.min(64, in.length)));
        return concat(in, from, in, to, in.length);
    }

    private byte[] insert(byte[] in, byte[] added) {
        int at = random.nextInt(in.length + 1);
        return concat(concat(in, at, added, 0, added.length), at + added.length, in, at, in.length);
    }

    private byte[] overwrite(byte[] in, byte[] with) {
        int at = random.nextInt(in.length);
        byte[] out = in.clone();
        System.arraycopy(with, 0, out, at, Math.min(with.length, out.length - at));
        return out;
    }

    private byte[] splice(byte[] in, byte[] other) {
        if (other.length == 0) {
            return in;
        }
        return concat(in, random.nextInt(in.length), other, random.nextInt(other.length), other.length);
    }

    private byte[] slice(byte[] in) {
        if (in.length == 0) {
            return in;
        }
        int from = random.nextInt(in.length);
        return Arrays.copyOfRange(in, from, Math.min(in.length, from + 1 + random.nextInt(64)));
    }

    /** Deep nesting, long texts, many items: a short piece again and again. */
    private byte[] repeat(byte[] in) {
        return insert(in, repeated(random.nextBoolean() ? slice(in) : piece(), USUAL_BYTES));
    }

    private byte[] inflate(byte[] in) {
        return insert(in, repeated(random.nextBoolean() ? slice(in) : piece(), LARGEST_BYTES));
    }

    private byte[] repeated(byte[] unit, int most) {
        if (unit.length == 0) {
            return unit;
        }
        int times = Math.min(most / unit.length, 1 << random.nextInt(18));
        byte[] out = new byte[Math.max(1, times) * unit.length];
        for (int at = 0; at < out.length; at += unit.length) {
            System.arraycopy(unit, 0, out, at, unit.length);
        }
        return out;
    }

    /** A number at an edge, as a format may have it: big-endian, little-endian, in base 128, in digits. */
    private byte[] number() {
        long value = random.nextInt(4) == 0 ? random.nextLong() : EDGES[random.nextInt(EDGES.length)];
        return switch (random.nextInt(6)) {
            case 0 -> fixed(value, 8, true);
            case 1 -> fixed(value, 4, true);
            case 2 -> fixed(value, 2, true);
            case 3 -> fixed(value, 4, false);
            case 4 -> varint((value << 1) ^ (value >> 63));
            default -> Long.toString(value).getBytes(StandardCharsets.US_ASCII);
        };
    }

    private static byte[] fixed(long value, int length, boolean bigEndian) {
        byte[] out = new byte[length];
        for (int i = 0; i < length; i++) {
            out[bigEndian ? length - 1 - i : i] = (byte) (value >>> (8 * i));
        }
        return out;
    }

    static byte[] varint(long raw) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long rest = raw;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    /** The first bytes of one and some of another. */
    private static byte[] concat(byte[] left, int length, byte[] right, int from, int to) {
        byte[] out = Arrays.copyOf(left, length + to - from);
        System.arraycopy(right, from, out, length, to - from);
        return out;
    }

    private static byte[] bytes(int... values) {
        byte[] out = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            out[i] = (byte) values[i];
        }
        return out;
    }
}
