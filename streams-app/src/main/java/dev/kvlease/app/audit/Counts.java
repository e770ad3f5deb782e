package dev.kvlease.app.audit;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** What was counted over all records. */
public final class Counts {
    /** What a verdict says, with answers that were taken back apart. */
    public enum Answer {
        /** The reader asked and may read. */
        READABLE,
        /** The reader asked and may not read. */
        EXPIRED,
        /** What had been READABLE was taken back. */
        REVOKED;

        /**
         * What a verdict says.
         *
         * @param verdict the verdict
         * @return the answer
         */
        static Answer of(Verdict verdict) {
            if (verdict.trigger() != Trigger.READ_INTENT) {
                return REVOKED;
            }
            return verdict.status() == Status.READABLE ? READABLE : EXPIRED;
        }
    }

    private final Map<Topic, Long> records = new EnumMap<>(Topic.class);
    private final Map<Answer, Map<Reason, Long>> answers = new EnumMap<>(Answer.class);
    private final Map<ReadStatus, Long> outcomes = new EnumMap<>(ReadStatus.class);
    private final Map<BadRecord, Long> refused = new EnumMap<>(BadRecord.class);
    private final Map<Note, Long> notes = new EnumMap<>(Note.class);
    private final Map<NotJudged, Long> notJudged = new EnumMap<>(NotJudged.class);
    private long nullValues;
    private long clean;
    private long cleanOnIncompleteEvidence;
    private long violating;
    private long repeated;
    private long withoutOutcome;

    Counts() {}

    void record(Topic topic) {
        records.merge(topic, 1L, Long::sum);
    }

    void nullValue() {
        nullValues++;
    }

    void verdict(Verdict verdict) {
        answers.computeIfAbsent(Answer.of(verdict), any -> new EnumMap<>(Reason.class))
                .merge(verdict.reason(), 1L, Long::sum);
    }

    void outcome(ReadStatus status) {
        outcomes.merge(status, 1L, Long::sum);
    }

    void refused(BadRecord reason) {
        refused.merge(reason, 1L, Long::sum);
    }

    void note(Note note) {
        notes.merge(note, 1L, Long::sum);
        repeated += note == Note.OUTCOME_REPEATED ? 1 : 0;
    }

    void addClean(boolean incompleteEvidence) {
        clean++;
        cleanOnIncompleteEvidence += incompleteEvidence ? 1 : 0;
    }

    void addViolating() {
        violating++;
    }

    void notJudged(NotJudged reason) {
        notJudged.merge(reason, 1L, Long::sum);
    }

    void withoutOutcome(long reads) {
        withoutOutcome += reads;
    }

    /**
     * All records applied.
     *
     * @return a count, those refused included
     */
    public long records() {
        return sum(records);
    }

    /**
     * Records by topic.
     *
     * @return a view
     */
    public Map<Topic, Long> recordsByTopic() {
        return Collections.unmodifiableMap(records);
    }

    /**
     * Verdicts by what they say and why.
     *
     * @return a view
     */
    public Map<Answer, Map<Reason, Long>> answers() {
        return Collections.unmodifiableMap(answers);
    }

    /**
     * How many verdicts say this.
     *
     * @param answer an answer
     * @return a count
     */
    public long answers(Answer answer) {
        return sum(answers.getOrDefault(answer, Map.of()));
    }

    /**
     * Outcomes that ended in this way.
     *
     * @param status how a read ended
     * @return a count, repeats and refused ones left out
     */
    public long outcomes(ReadStatus status) {
        return outcomes.getOrDefault(status, 0L);
    }

    /**
     * Records that could not be used, by reason.
     *
     * @return a view
     */
    public Map<BadRecord, Long> refused() {
        return Collections.unmodifiableMap(refused);
    }

    /**
     * What the core noted.
     *
     * @return a view
     */
    public Map<Note, Long> notes() {
        return Collections.unmodifiableMap(notes);
    }

    /**
     * Completed reads of which nothing can be said, by reason.
     *
     * @return a view
     */
    public Map<NotJudged, Long> notJudged() {
        return Collections.unmodifiableMap(notJudged);
    }

    /**
     * Completed reads of which nothing can be said.
     *
     * @return a count
     */
    public long notJudgedInAll() {
        return sum(notJudged);
    }

    /**
     * Records without a value.
     *
     * @return a count
     */
    public long nullValues() {
        return nullValues;
    }

    /**
     * Completed reads that had read what was leased.
     *
     * @return a count
     */
    public long clean() {
        return clean;
    }

    /**
     * Of those, the ones judged although a lease event was missing or lost.
     *
     * @return a count
     */
    public long cleanOnIncompleteEvidence() {
        return cleanOnIncompleteEvidence;
    }

    /**
     * Completed reads that gave a violation.
     *
     * @return a count
     */
    public long violating() {
        return violating;
    }

    /**
     * Outcomes that repeat one already taken.
     *
     * @return a count
     */
    public long repeated() {
        return repeated;
    }

    /**
     * Reads that were told READABLE, with something to read, and of which no outcome is among the records.
     *
     * @return a count
     */
    public long withoutOutcome() {
        return withoutOutcome;
    }

    private static <E> long sum(Map<E, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
