package dev.kvlease.core;

import dev.kvlease.model.Answers;
import dev.kvlease.model.PlainAnswer;
import dev.kvlease.model.PlainRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Two implementations that have to say the same of every record; what the first says is passed on. */
final class AgreeingAnswers implements Answers {
    private final Answers first;
    private final Answers second;
    private final List<String> disagreements = new ArrayList<>();
    private long records;

    AgreeingAnswers(Answers first, Answers second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public List<PlainAnswer> apply(PlainRecord.Stamped record) {
        records++;
        List<PlainAnswer> one = first.apply(record);
        List<PlainAnswer> other = second.apply(record);
        boolean ofSample = record.value() instanceof PlainRecord.Sample;
        if (!comparable(one, ofSample).equals(comparable(other, ofSample))) {
            disagreements.add("record " + records + " " + record + "\n  first " + one + "\n  second " + other);
        }
        return one;
    }

    /** What they did not say alike; the first of it says most. */
    List<String> disagreements() {
        return disagreements;
    }

    /** The order of what one record causes is free, and so is whether offsets are repeated when a life starts. */
    private static List<PlainAnswer> comparable(List<PlainAnswer> answers, boolean ofSample) {
        return answers.stream()
                .filter(answer -> ofSample || !(answer instanceof PlainAnswer.Offset))
                .map(AgreeingAnswers::withoutEvidenceOfNoLease)
                .sorted(Comparator.comparing(PlainAnswer::toString))
                .toList();
    }

    /** Whether evidence is incomplete is said of judgements on a lease; a restart is judged without looking at one. */
    private static PlainAnswer withoutEvidenceOfNoLease(PlainAnswer answer) {
        if (!(answer instanceof PlainAnswer.Violation v)) {
            return answer;
        }
        boolean ofALease = !v.type().equals("UNLEASED_READ") && !v.type().equals("READ_ACROSS_RESTART");
        if (ofALease) {
            return answer;
        }
        return new PlainAnswer.Violation(
                v.type(), v.certainty(), v.request(), v.leaseSeq(), v.reader(), v.read(), v.by(), false);
    }
}
