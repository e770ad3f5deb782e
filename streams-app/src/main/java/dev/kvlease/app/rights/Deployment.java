package dev.kvlease.app.rights;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.TopicLayout;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The names that rights are about.
 *
 * @param topicPrefix what the names of topics start with
 * @param applicationId the application's id: its consumer group, and what its internal names start with
 * @param exactlyOnce whether the application writes in transactions
 */
public record Deployment(String topicPrefix, String applicationId, boolean exactlyOnce) {
    /** All defaults, with transactions. */
    public static final Deployment STANDARD = new Deployment(TopicLayout.DEFAULT_PREFIX, "kvlease", true);

    /**
     * The names of a configuration.
     *
     * @param config any
     * @return its deployment
     */
    public static Deployment of(KvleaseConfig config) {
        return new Deployment(
                config.topicPrefix(), config.getString(StreamsConfig.APPLICATION_ID_CONFIG), config.exactlyOnce());
    }

    String internalPrefix() {
        return applicationId + "-";
    }
}
