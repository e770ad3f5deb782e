package dev.kvlease.app.run;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.rights.RightsCheck;
import dev.kvlease.app.topics.CheckReport;
import dev.kvlease.app.topics.Commands;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicAdminException;
import dev.kvlease.app.topics.TopicDetails;
import dev.kvlease.app.topics.TopicLayout;
import java.util.List;
import java.util.Optional;

/** Looks before the first record is read whether topics and subjects are as the stream needs them. */
public final class StartUpChecks {
    private StartUpChecks() {}

    /**
     * Checks the cluster and the registry.
     *
     * @param config where they are
     * @param commands the commands that cures name
     * @return the partition count that all inputs share
     * @throws StartUpException if something is missing or wrong; its message has one line a problem, with its cure
     * @throws org.apache.kafka.common.config.ConfigException if the cluster or the registry is not configured
     */
    public static int check(KvleaseConfig config, Commands commands) {
        List<String> rights = missingRights(config, commands);
        if (!rights.isEmpty()) {
            throw new StartUpException(String.join("\n", rights));
        }
        TopicLayout layout = new TopicLayout(
                config.topicPrefix(), TopicLayout.DEFAULT_PARTITIONS, TopicLayout.DEFAULT_PARTITIONS, Optional.empty());
        try (TopicAdmin admin = TopicAdmin.connect(
                config.clientProperties(), config.serdeProperties(), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            CheckReport report = admin.check(commands);
            if (!report.ok()) {
                throw new StartUpException(String.join("\n", report.lines()));
            }
            lostState(config).ifPresent(problem -> {
                throw new StartUpException(problem);
            });
            return inputPartitions(admin);
        } catch (TopicAdminException e) {
            throw new StartUpException(e.getMessage(), e);
        }
    }

    /**
     * Looks whether what is remembered has been lost with its topic, or will be.
     *
     * @param config where the cluster is
     * @return one line with the cure; empty if nothing is lost, or the user accepts it
     * @throws TopicAdminException if the cluster does not answer or refuses
     */
    public static Optional<String> lostState(KvleaseConfig config) {
        return LostState.problem(config);
    }

    /**
     * Asks the cluster for rights that the application's user lacks.
     *
     * @param config where the cluster is
     * @param commands the commands that cures name
     * @return one line a right, with its cure; none on a cluster without ACLs
     * @throws StartUpException if the cluster does not answer
     */
    public static List<String> missingRights(KvleaseConfig config, Commands commands) {
        try {
            return RightsCheck.lines(RightsCheck.missing(config), commands);
        } catch (TopicAdminException e) {
            throw new StartUpException(e.getMessage(), e);
        }
    }

    /**
     * The same after the stream has failed, where nothing must take the place of the failure.
     *
     * @param config where the cluster is
     * @param commands the commands that cures name
     * @return lines as of {@link #missingRights}, or one that says why they could not be asked for
     */
    public static List<String> rightsAfterFailure(KvleaseConfig config, Commands commands) {
        try {
            return missingRights(config, commands);
        } catch (StartUpException e) {
            return List.of("whether this user lacks rights could not be asked: " + e.getMessage());
        }
    }

    private static int inputPartitions(TopicAdmin admin) {
        return admin.describe().stream()
                .filter(details -> details.topic() == Topic.LEASE_EVENTS)
                .flatMap(details -> details.found().stream())
                .mapToInt(TopicDetails.Found::partitions)
                .findFirst()
                .orElseThrow(() -> new StartUpException("the input topics have just been deleted"));
    }
}
