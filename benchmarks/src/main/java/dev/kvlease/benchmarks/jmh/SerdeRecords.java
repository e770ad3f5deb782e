package dev.kvlease.benchmarks.jmh;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.benchmarks.workload.Records;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** One record of the kinds that take most of the bytes. */
public enum SerdeRecords {
    /** An allocation of 32 blocks. */
    ALLOCATED {
        @Override
        SpecificRecord record() {
            int[] blocks = IntStream.rangeClosed(1_000, 999 + Workload.BLOCKS).toArray();
            Records.At at = new Records.At("decode-0", "life", 7, 1_000_000_000_000L);
            return InputCodec.toAvro(new InputRecord.Event(
                    Records.allocated(at, "cmpl-6a1f0c9e7b3d4852a9c0e1f2-0", blocks, 1_480_000_000_000L)));
        }
    },
    /** An outcome. */
    OUTCOME {
        @Override
        SpecificRecord record() {
            return InputCodec.toAvro(new InputRecord.Outcome(new ReadOutcome(
                    "prefill-0",
                    "life",
                    "decode-0",
                    "life",
                    "cmpl-6a1f0c9e7b3d4852a9c0e1f2-0",
                    "read-0",
                    Absent.LONG,
                    ReadStatus.COMPLETED,
                    1_000_000_000_000L,
                    1_000_020_000_000L)));
        }
    },
    /** A verdict with its evidence. */
    VERDICT {
        @Override
        SpecificRecord record() {
            return OutputCodec.toAvro(FirstVerdict.readable());
        }
    };

    abstract SpecificRecord record();
}
