package dev.kvlease.schemas.serde;

import org.apache.avro.specific.SpecificData;

/** Avro's view of the generated classes, tuned for speed. */
final class AvroModel {
    /** Uses the coders that are generated into the classes. */
    static final SpecificData DATA = model();

    private AvroModel() {}

    private static SpecificData model() {
        SpecificData data = new SpecificData(AvroModel.class.getClassLoader());
        data.setCustomCoders(true);
        return data;
    }
}
