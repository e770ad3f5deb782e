package dev.kvlease.demo.live;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.simulate.CoreRecords;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.schemas.HolderRole;
import dev.kvlease.schemas.LeaseEvent;
import org.apache.avro.specific.SpecificRecord;

/** What engines of the fleet say, as the records of the topics. */
public final class FleetAvro {
    private FleetAvro() {}

    /**
     * The record of a topic.
     *
     * @param record as the engine says it
     * @return its Avro twin
     */
    public static SpecificRecord of(FleetRecord record) {
        SpecificRecord avro = InputCodec.toAvro(CoreRecords.input(record));
        if (avro instanceof LeaseEvent event && record instanceof LeaseEventRecord told) {
            event.setHolderRole(HolderRole.valueOf(told.role().name()));
        }
        return avro;
    }
}
