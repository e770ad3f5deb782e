package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.schemas.Schemas;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** The tables of topics and verdicts say what the code says. */
class ReadmeTest {
    private static final Path SEMANTICS = Pages.docs("semantics.md");

    @Test
    void topicsOfTheReadmeAreAllTopics() {
        Table topics = Table.of(Pages.README, "topic", "written by");

        assertThat(topics.column("topic")).containsExactlyElementsOf(names(TopicLayout.DEFAULT_PREFIX));
        assertThat(topics.column("kept"))
                .containsExactlyElementsOf(Arrays.stream(Topic.values())
                        .map(topic -> topic.retention().isZero()
                                ? "compacted"
                                : topic.retention().toDays() + " days")
                        .toList());
        assertThat(topics.column("written by"))
                .zipSatisfy(
                        List.of(Topic.values()),
                        (writer, topic) -> assertThat(writer)
                                .as(topic.shortName())
                                .matches(
                                        switch (topic.role()) {
                                            case INPUT -> "holders|readers.*";
                                            case RELAYED -> "the .*connector.*";
                                            case OUTPUT, COMPACTED_OUTPUT, RAW_OUTPUT -> "kvlease";
                                        }));
    }

    @Test
    void topicsOfTheArchitectureAreAllTopics() {
        Table topics = Table.of(Pages.docs("architecture.md"), "topic", "key", "value");

        assertThat(topics.column("topic")).containsExactlyElementsOf(names(""));
        assertThat(topics.column("clean-up"))
                .zipSatisfy(
                        List.of(Topic.values()),
                        (cleanUp, topic) -> assertThat(cleanUp.replaceAll(" \\(.*", ""))
                                .isEqualTo(
                                        topic.retention().isZero()
                                                ? "compact"
                                                : "delete, " + topic.retention().toDays() + " days"));
        assertThat(topics.column("value").subList(0, Schemas.TOPIC_RECORDS.size()))
                .containsExactlyElementsOf(
                        Schemas.TOPIC_RECORDS.stream().map(Schema::getName).toList());
    }

    @Test
    void theDecisionTableHasEveryRuleAndEveryReason() {
        List<DecisionRow> decisions = DecisionRow.ofSemantics();

        assertThat(decisions)
                .extracting(DecisionRow::rule)
                .containsExactlyElementsOf(Arrays.stream(Rule.values())
                        .filter(rule -> rule != Rule.REVOCATION)
                        .map(Enum::name)
                        .toList());
        assertThat(decisions)
                .flatExtracting(DecisionRow::reasons)
                .containsOnly(Arrays.stream(Reason.values()).map(Enum::name).toArray(String[]::new));
        assertThat(decisions)
                .extracting(DecisionRow::verdict)
                .containsOnly(Arrays.stream(Status.values()).map(Enum::name).toArray(String[]::new));
    }

    @Test
    void verdictsOfTheReadmeAreThoseOfTheDecisionTable() {
        Table verdicts = Table.of(Pages.README, "verdict", "reason");

        assertThat(verdicts.column("reason"))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Reason.values()).map(Enum::name).toList());
        for (List<String> row : verdicts.rows()) {
            assertRowFollowsFromDecisions(row.get(0), row.get(1), row.get(2), row.get(3));
        }
    }

    private static void assertRowFollowsFromDecisions(String verdict, String reason, String rules, String meaning) {
        List<DecisionRow> giving = DecisionRow.ofSemantics().stream()
                .filter(row -> row.reasons().contains(reason))
                .toList();

        assertThat(rules)
                .as("rules of " + reason)
                .isEqualTo(giving.stream().map(DecisionRow::rule).collect(Collectors.joining(", ")));
        assertThat(giving)
                .as("verdict of " + reason)
                .extracting(DecisionRow::verdict)
                .containsOnly(verdict);
        assertThat(meaning.contains("provisional"))
                .as(reason + " is told to be provisional")
                .isEqualTo(giving.stream().anyMatch(DecisionRow::provisional));
    }

    @Test
    void reasonsOfRevocationsAreReasons() {
        Set<String> reasons = new TreeSet<>();
        Table.of(SEMANTICS, "cause", "reason", "trigger")
                .column("reason")
                .forEach(cell -> reasons.addAll(symbols(cell)));

        assertThat(reasons)
                .contains("ENGINE_RESTARTED", "LEASE_CHANGED", "CLOCK_UNKNOWN")
                .isSubsetOf(Arrays.stream(Reason.values()).map(Enum::name).toList());
    }

    private static Set<String> symbols(String cell) {
        return Stream.of(cell.split("[^A-Z_]+", -1))
                .filter(word -> word.contains("_") || word.equals("RELEASED"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> names(String prefix) {
        return Arrays.stream(Topic.values()).map(topic -> topic.name(prefix)).toList();
    }
}
