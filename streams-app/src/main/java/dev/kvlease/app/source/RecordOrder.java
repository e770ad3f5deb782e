package dev.kvlease.app.source;

import java.util.List;

/** In which order the records of several streams are taken. The records of one stream keep their order. */
@FunctionalInterface
public interface RecordOrder {
    /**
     * Makes one stream of several.
     *
     * @param streams one for each partition of each topic, or one for each file; only the next record of each is held in
     *     memory
     * @return all their records; closing it closes them
     */
    RecordStream merge(List<? extends RecordStream> streams);
}
