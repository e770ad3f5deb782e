package dev.kvlease.app.codec;

import dev.kvlease.core.common.Absent;
import java.util.List;
import org.apache.avro.generic.PrimitivesArrays;

/** Translates what may be missing, and lists of numbers. */
final class Optionals {
    private Optionals() {}

    static long orAbsent(Long value) {
        return value == null ? Absent.LONG : value;
    }

    static Long orNull(long value) {
        return Absent.is(value) ? null : value;
    }

    static String orEmpty(String value) {
        return value == null ? "" : value;
    }

    static String orNull(String value) {
        return value.isEmpty() ? null : value;
    }

    static int[] ints(List<Integer> list) {
        int[] array = new int[list.size()];
        if (list instanceof PrimitivesArrays.IntArray unboxed) {
            for (int i = 0; i < array.length; i++) {
                array[i] = unboxed.getInt(i);
            }
            return array;
        }
        for (int i = 0; i < array.length; i++) {
            array[i] = list.get(i);
        }
        return array;
    }

    static int[][] groups(List<List<Integer>> lists) {
        int[][] groups = new int[lists.size()][];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = ints(lists.get(i));
        }
        return groups;
    }
}
