package dev.kvlease.schemas;

import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * What all generated records extend, so that using any of them lets Avro instantiate them all: Avro refuses classes
 * outside the packages it trusts, and nobody should have to know. What Avro trusted before stays trusted.
 */
public abstract class KvleaseRecord extends SpecificRecordBase {
    static {
        String generated = KvleaseRecord.class.getPackageName();
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(), type -> generated.equals(type.getPackageName())));
    }

    /** Only generated classes extend this. */
    protected KvleaseRecord() {}
}
