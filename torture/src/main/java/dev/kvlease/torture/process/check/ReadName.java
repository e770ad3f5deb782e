package dev.kvlease.torture.process.check;

import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.schemas.Verdict;

/**
 * Which read of which reader.
 *
 * @param reader who reads
 * @param key the read
 */
record ReadName(Reader reader, ReadKey key) {
    static ReadName of(Verdict verdict) {
        return new ReadName(
                new Reader(verdict.getReaderEngineId(), verdict.getReaderIncarnation()),
                new ReadKey(verdict.getHolderEngineId(), verdict.getRequestId(), verdict.getReadRequestId()));
    }

    @Override
    public String toString() {
        return key + " by " + reader.id();
    }
}
