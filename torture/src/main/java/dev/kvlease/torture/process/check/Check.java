package dev.kvlease.torture.process.check;

import dev.kvlease.app.compare.Comparison;
import dev.kvlease.app.compare.ComparisonResult;
import dev.kvlease.app.compare.Finding;
import dev.kvlease.app.compare.FindingText;
import dev.kvlease.app.compare.TopicComparison;
import dev.kvlease.app.source.TimeOrder;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.torture.process.world.World;
import dev.kvlease.torture.process.world.WorldOptions.Guarantee;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * Holds what the application wrote, and what the gates made of it, against the model.
 *
 * <p>Strict, with transactions: everything is the same. At least once, and where the state was built anew, records were
 * taken more than once and in more than one order: every verdict still follows from the records in the order told, each
 * question has an answer, nobody may read what the model declines, and no violation is missed.
 */
public final class Check {
    private static final int SHOWN = 5;

    /** With so many reads some have got foreign bytes; one in six or so does. */
    private static final int MANY_READS = 1_000;

    private final World world;
    private final boolean strict;
    private final List<String> lines = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private Check(World world) {
        this.world = world;
        this.strict = world.options().guarantee() == Guarantee.EXACTLY_ONCE_V2 && !world.isRebuilt();
    }

    /**
     * Checks, after everything has come to its end.
     *
     * @param world what was tortured; the application may have stopped, the gates must not
     * @return what was found
     * @throws IOException if a topic cannot be read
     */
    public static Check of(World world) throws IOException {
        Check check = new Check(world);
        check.everyVerdictFollows();
        Model model = Model.of(world.config(), world.gates());
        Said said = new Topics(world.config()).said();
        check.lines.add(String.format(Locale.ROOT, "%-26s %,d records taken", "inputs", model.records()));
        check.words(said.words().all(), model.said().words().all());
        check.sets("violations", said.violations(), model.said().violations());
        check.sets("dead letters", said.deadLetters(), model.said().deadLetters());
        check.deadLetterCounts(said, model.said());
        check.gates(model);
        check.truth(said);
        check.connector();
        return check;
    }

    /**
     * What was looked at.
     *
     * @return lines for a person
     */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /**
     * What is wrong.
     *
     * @return lines for a person; none if all is well
     */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    private void everyVerdictFollows() throws IOException {
        ComparisonResult result = new ComparisonResult(finding -> {});
        try (Comparison comparison = new Comparison()) {
            TopicComparison topics = new TopicComparison(world.config(), comparison, () -> {});
            topics.readVerdicts().ifPresent(problems::add);
            topics.run(result);
        }
        lines.add(String.format(
                Locale.ROOT,
                "%-26s %,d the same in every field, %,d wrong, %,d after a state that a kill had cut",
                "verdicts written",
                result.count(Finding.Kind.SAME),
                result.faults(),
                result.explained(Finding.Doubt.STATE_TORN)));
        if (result.count(Finding.Kind.SAME) == 0) {
            problems.add("no verdict that was written could be followed");
        }
        long unproven = result.explained(Finding.Doubt.STATE_TORN) + result.explained(Finding.Doubt.HISTORY_CUT);
        if (strict && unproven > 0) {
            problems.add(unproven + " verdicts rest on a state that was cut, which transactions exclude");
        }
        result.firstFault()
                .ifPresent(first -> problems.add("the first verdict that is wrong: " + FindingText.of(first)));
    }

    private void words(Map<ReadName, Verdict> said, Map<ReadName, Verdict> model) {
        Tally tally = new Tally("last words");
        Set<ReadName> all = new HashSet<>(model.keySet());
        all.addAll(said.keySet());
        for (ReadName read : all) {
            Verdict mine = said.get(read);
            Verdict wanted = model.get(read);
            if (mine == null || wanted == null) {
                tally.wrong(
                        read,
                        wanted == null ? "nothing" : LastWords.essence(wanted),
                        mine == null ? "nothing" : LastWords.essence(mine));
            } else {
                tally.compare(
                        read,
                        LastWords.essence(wanted),
                        LastWords.essence(mine),
                        LastWords.isReadable(mine) && !LastWords.isReadable(wanted));
            }
        }
        tally.tell();
    }

    private void gates(Model model) {
        Tally tally = new Tally("answers of the gates");
        for (ReadName read : model.said().words().all().keySet()) {
            if (model.hasGate(read)) {
                Answer wanted = model.answer(read);
                Answer mine = world.gates().answer(read.reader(), read.key(), model.nowNs());
                boolean unsafe = mine.isReadable() && !wanted.isReadable();
                tally.compare(read, text(wanted), text(mine), unsafe);
            }
        }
        tally.tell();
    }

    private static String text(Answer answer) {
        return answer.status() + " " + answer.reason() + ", until " + answer.readableUntilNs() + " and "
                + answer.deadlineNs();
    }

    /** Compares read by read. */
    private final class Tally {
        private final String what;
        private long same;
        private long different;
        private long wrong;
        private String example = "";

        Tally(String what) {
            this.what = what;
        }

        void compare(ReadName read, String wanted, String mine, boolean unsafe) {
            if (wanted.equals(mine)) {
                same++;
            } else if (strict || unsafe) {
                wrong(read, wanted, mine);
            } else if (different++ == 0) {
                example = read + ": " + mine + ", but of the model: " + wanted;
            }
        }

        void wrong(ReadName read, String wanted, String mine) {
            if (wrong++ < SHOWN) {
                problems.add(what + ": " + read + ": " + mine + ", but of the model: " + wanted);
            }
        }

        void tell() {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-26s %,d as of the model, %,d wrong, %,d otherwise after records were taken again",
                    what,
                    same,
                    wrong,
                    different));
            if (different > 0) {
                lines.add("  otherwise, for example: " + example);
            }
        }
    }

    private void sets(String what, Set<String> said, Set<String> model) {
        Set<String> missing = new HashSet<>(model);
        missing.removeAll(said);
        Set<String> extra = new HashSet<>(said);
        extra.removeAll(model);
        lines.add(String.format(
                Locale.ROOT,
                "%-26s %,d as of the model, %,d missing, %,d more",
                what,
                model.size() - missing.size(),
                missing.size(),
                extra.size()));
        if (!missing.isEmpty()) {
            problems.add(
                    what + ": missing " + missing.stream().sorted().limit(SHOWN).toList());
        }
        if (!strict && !extra.isEmpty()) {
            lines.add("  more, for example: "
                    + extra.stream().sorted().findFirst().orElseThrow());
        }
        if (strict && !extra.isEmpty()) {
            problems.add(
                    what + ": too many " + extra.stream().sorted().limit(SHOWN).toList());
        }
    }

    private void deadLetterCounts(Said said, Said model) {
        if (model.deadLetterCount() < world.poisoned()) {
            problems.add("dead letters: " + model.deadLetterCount() + " of the model, although " + world.poisoned()
                    + " records cannot be read");
        }
        if (strict && said.deadLetterCount() != model.deadLetterCount()) {
            problems.add("dead letters: " + said.deadLetterCount() + " written, not " + model.deadLetterCount());
        }
    }

    /** The fleet's readers read whatever they are told, so there is something to find. What is neither must lack a record. */
    private void truth(Said said) {
        List<ReadTruth> foreign = world.load().foreignReads();
        long found = foreign.stream().filter(said::hasFound).count();
        List<ReadTruth> neither = foreign.stream()
                .filter(read -> !said.hasFound(read) && isReadable(said, read))
                .toList();
        List<ReadTruth> missed = neither.stream()
                .filter(read -> !world.load().hasLostRecordOf(read))
                .toList();
        lines.add(String.format(
                Locale.ROOT,
                "%-26s %,d in truth: %,d found by the audit, %,d others declined or taken back, %,d lack a record, %,d missed",
                "reads of foreign bytes",
                foreign.size(),
                found,
                foreign.size() - found - neither.size(),
                neither.size() - missed.size(),
                missed.size()));
        missed.stream()
                .limit(SHOWN)
                .forEach(read -> problems.add("a read got foreign bytes and nobody was told: " + read));
        if (foreign.isEmpty() && said.words().all().size() >= MANY_READS) {
            problems.add("no read got foreign bytes, so there was nothing to find");
        }
    }

    private static boolean isReadable(Said said, ReadTruth read) {
        ReadName name = new ReadName(
                new Reader(read.reader(), read.readerLife()),
                new ReadKey(read.holder(), read.requestId(), read.readRequestId()));
        Verdict word = said.words().all().get(name);
        return word != null && LastWords.isReadable(word);
    }

    private void connector() throws IOException {
        if (world.connector().isEmpty()) {
            return;
        }
        Set<Object> arrived = new HashSet<>();
        new Topics(world.config())
                .read(Topic.inputs(), new TimeOrder(), record -> record.value().ifPresent(arrived::add));
        List<SpecificRecord> published = world.published();
        long lost =
                published.stream().filter(record -> !arrived.contains(record)).count();
        lines.add(String.format(
                Locale.ROOT, "%-26s %,d over the connector, %,d lost", "records of an engine", published.size(), lost));
        if (lost > 0) {
            problems.add("the connector lost " + lost + " of " + published.size() + " records of an engine");
        }
    }
}
