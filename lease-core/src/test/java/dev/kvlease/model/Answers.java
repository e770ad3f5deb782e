package dev.kvlease.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** An implementation of semantics.md for any number of holders: the model, or the core behind an adapter. */
@FunctionalInterface
public interface Answers {
    /**
     * Takes the next record.
     *
     * @return what follows from it
     */
    List<PlainAnswer> apply(PlainRecord.Stamped record);

    /** The model. */
    static Answers ofModel(PlainSettings settings) {
        return perHolder(name -> {
            PlainHolder holder = new PlainHolder(settings);
            return record -> holder.feed(record.value(), record.recordTimeMs());
        });
    }

    /** Routes each holder's records to an implementation of its own. */
    static Answers perHolder(Function<String, Answers> ofOneHolder) {
        Map<String, Answers> holders = new HashMap<>();
        return record ->
                holders.computeIfAbsent(record.value().holder(), ofOneHolder).apply(record);
    }
}
