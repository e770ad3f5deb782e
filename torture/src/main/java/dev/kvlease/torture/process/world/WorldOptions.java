package dev.kvlease.torture.process.world;

import dev.kvlease.app.config.ConfigKeys;
import java.nio.file.Path;
import java.util.Map;

/**
 * What is built to be tortured.
 *
 * @param directory where everything is kept
 * @param guarantee the application's {@code processing.guarantee}
 * @param brokers 1 or 3
 * @param instances of the application, 1 or 2
 * @param connector whether the records of one engine go over Kafka Connect
 * @param perSecond records a second
 * @param seed decides what the fleet says
 * @param patience how many times longer every bound is
 */
public record WorldOptions(
        Path directory,
        Guarantee guarantee,
        int brokers,
        int instances,
        boolean connector,
        int perSecond,
        long seed,
        int patience) {
    /** The two ways to process. */
    public enum Guarantee {
        /** Records may be taken twice. */
        AT_LEAST_ONCE("at_least_once", "1000"),
        /** With transactions. */
        EXACTLY_ONCE_V2("exactly_once_v2", "100");

        private final String setting;
        private final String commitIntervalMs;

        Guarantee(String setting, String commitIntervalMs) {
            this.setting = setting;
            this.commitIntervalMs = commitIntervalMs;
        }

        /**
         * As the configuration has it.
         *
         * @return the value of {@code processing.guarantee}
         */
        public String setting() {
            return setting;
        }

        @Override
        public String toString() {
            return setting;
        }
    }

    /** What the application is told besides where the cluster is. */
    Map<String, String> applicationSettings() {
        return Map.of(
                "application.id",
                "torture",
                "processing.guarantee",
                guarantee.setting(),
                "commit.interval.ms",
                guarantee.commitIntervalMs,
                ConfigKeys.HTTP_PORT,
                "0",
                "consumer.session.timeout.ms",
                "6000",
                "consumer.heartbeat.interval.ms",
                "1500",
                "num.standby.replicas",
                Integer.toString(instances - 1));
    }
}
