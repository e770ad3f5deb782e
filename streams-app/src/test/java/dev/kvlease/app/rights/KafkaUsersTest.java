package dev.kvlease.app.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.deploy.Manifests;
import dev.kvlease.app.topics.Right;
import io.strimzi.api.kafka.model.user.KafkaUser;
import io.strimzi.api.kafka.model.user.KafkaUserAuthorizationSimple;
import io.strimzi.api.kafka.model.user.acl.AclRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.junit.jupiter.api.Test;

/** The users for Strimzi have the rights that their part needs, and no others. */
class KafkaUsersTest {
    private static final String FILE = "strimzi/users.yaml";

    /** Strimzi makes the topics, and nobody plays incidents into such a cluster. */
    private static final Set<Party> WITHOUT_USER = EnumSet.of(Party.ADMINISTRATOR, Party.IMPORTER);

    @Test
    void theFileIsThatOfTheCode() throws IOException {
        StringBuilder out = new StringBuilder("# Everyone who talks to the cluster, with the least rights. "
                + "Give every engine a user of its own: copy the holder's and the reader's.\n");
        for (Party party : users()) {
            out.append("---\napiVersion: kafka.strimzi.io/v1\nkind: KafkaUser\nmetadata:\n");
            out.append("  name: ").append(nameOf(party)).append("\n");
            out.append("  labels:\n    strimzi.io/cluster: kafka\nspec:\n");
            out.append("  authentication:\n    type: scram-sha-512\n");
            out.append("  authorization:\n    type: simple\n    acls:\n");
            byThing(party)
                    .forEach((thing, operations) -> out.append("      - resource:\n")
                            .append(resource(thing))
                            .append("        operations: ")
                            .append(operations)
                            .append("\n"));
        }
        Manifests.assertSays(FILE, out.toString());
    }

    @Test
    void strimziUnderstandsEveryWord() throws IOException {
        List<KafkaUser> users = Manifests.read(FILE, KafkaUser.class);

        assertThat(users)
                .extracting(user -> user.getMetadata().getName())
                .containsExactlyElementsOf(
                        users().stream().map(KafkaUsersTest::nameOf).toList());
        assertThat(users).allSatisfy(user -> {
            KafkaUserAuthorizationSimple authorization =
                    (KafkaUserAuthorizationSimple) user.getSpec().getAuthorization();
            assertThat(user.getApiVersion()).isIn(Manifests.versions(KafkaUser.VERSIONS));
            assertThat(user.getSpec().getAdditionalProperties()).isEmpty();
            assertThat(user.getSpec().getAuthentication().getAdditionalProperties())
                    .isEmpty();
            assertThat(authorization.getAdditionalProperties()).isEmpty();
            assertThat(authorization.getAcls()).isNotEmpty().allSatisfy(KafkaUsersTest::isWhole);
        });
    }

    private static void isWhole(AclRule rule) {
        assertThat(rule.getAdditionalProperties()).isEmpty();
        assertThat(rule.getResource().getAdditionalProperties()).isEmpty();
        assertThat(rule.getOperations()).isNotEmpty().doesNotContainNull();
    }

    private static List<Party> users() {
        return Arrays.stream(Party.values())
                .filter(party -> !WITHOUT_USER.contains(party))
                .toList();
    }

    private static String nameOf(Party party) {
        return party == Party.APPLICATION
                ? "kvlease"
                : "kvlease-" + party.title().replace(' ', '-');
    }

    /** What a right is about, to the operations on it, in the order of the table of rights. */
    private static Map<Right, List<String>> byThing(Party party) {
        Map<Right, List<String>> operations = new LinkedHashMap<>();
        for (Right right : party.rights(Deployment.STANDARD)) {
            Right thing = new Right(right.resource(), right.pattern(), right.name(), AclOperation.ANY);
            operations
                    .computeIfAbsent(thing, key -> new ArrayList<>())
                    .add(camel(right.operation().name()));
        }
        return operations;
    }

    private static String resource(Right thing) {
        String type = camel(thing.resource().name());
        return "          type: " + Character.toLowerCase(type.charAt(0)) + type.substring(1) + "\n          name: "
                + thing.name() + "\n          patternType: "
                + (thing.pattern() == PatternType.PREFIXED ? "prefix" : "literal") + "\n";
    }

    private static String camel(String constant) {
        StringBuilder out = new StringBuilder();
        for (String word : constant.split("_", -1)) {
            out.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return out.toString();
    }
}
