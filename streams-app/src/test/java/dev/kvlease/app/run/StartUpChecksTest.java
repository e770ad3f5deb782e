package dev.kvlease.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Commands;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartUpChecksTest {
    /** A host name that can never be resolved, so that the client gives up at once. */
    private static final KvleaseConfig NO_CLUSTER =
            new KvleaseConfig(Map.of("bootstrap.servers", "nowhere.invalid:9092"));

    @Test
    void aClusterThatDoesNotAnswerDoesNotTakeThePlaceOfAFailure() {
        Commands commands = new Commands("./kvlease topics create", "nowhere.invalid:9092");

        assertThatThrownBy(() -> StartUpChecks.missingRights(NO_CLUSTER, commands))
                .isInstanceOf(StartUpException.class);
        List<String> lines = StartUpChecks.rightsAfterFailure(NO_CLUSTER, commands);
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).startsWith("whether this user lacks rights could not be asked: ");
    }
}
