package dev.kvlease.torture.fuzz;

import java.util.List;

/** Something of kvlease that takes bytes from outside, and what must hold whatever they are. */
interface Target extends AutoCloseable {
    /** Bytes that any case may cost beyond a multiple of its length. */
    long SPARE_BYTES = 1 << 20;

    /** Bytes that a byte of a case may cost. */
    int BYTES_PER_BYTE = 64;

    /** What it is called on the command line. */
    String name();

    /** Its part of all cases, relative to the others; what is slow has a small one. */
    int share();

    /** Good input to begin with, made from a seed. */
    List<byte[]> seeds(long seed);

    /** Pieces that mean something in this input. */
    default List<byte[]> words() {
        return List.of();
    }

    /**
     * Takes a case.
     *
     * @param input the bytes from outside; not changed
     * @return what became of it, in few words: a case with news is built upon
     * @throws Exception if anything happened that must not; Errors count as well
     */
    String take(byte[] input) throws Exception;

    /** The most bytes that a case may allocate, garbage included. */
    default long mostAllocated(byte[] input) {
        return SPARE_BYTES + (long) BYTES_PER_BYTE * input.length;
    }

    @Override
    default void close() {}
}
