package dev.kvlease.app.topics;

import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.TopicConfig;

/** Something that keeps the application from working on a cluster, with what cures it. */
public sealed interface Problem {
    /**
     * What is wrong.
     *
     * @return one line without a full stop
     */
    String what();

    /**
     * What to do about it.
     *
     * @param commands the commands of this deployment
     * @return one line without a full stop; empty if {@link #what} says it
     */
    String cure(Commands commands);

    /**
     * Both in one line.
     *
     * @param commands the commands of this deployment
     * @return for example {@code topic kvlease.verdicts is missing; create it: ./kvlease topics create}
     */
    default String line(Commands commands) {
        String cure = cure(commands);
        return cure.isEmpty() ? what() : what() + "; " + cure;
    }

    /**
     * The cluster or the registry does not answer as it should.
     *
     * @param explanation what happened and what to check, one line
     */
    record Unusable(String explanation) implements Problem {
        @Override
        public String what() {
            return explanation;
        }

        @Override
        public String cure(Commands commands) {
            return "";
        }
    }

    /**
     * A topic does not exist.
     *
     * @param topic its name
     */
    record MissingTopic(String topic) implements Problem {
        @Override
        public String what() {
            return "topic " + topic + " is missing";
        }

        @Override
        public String cure(Commands commands) {
            return "create it: " + commands.create();
        }
    }

    /**
     * An input has fewer partitions than another, so that a holder's records do not meet.
     *
     * @param topic its name
     * @param partitions its count
     * @param highest the highest count among the inputs
     * @param counts every input's count
     */
    record UnequalPartitions(String topic, int partitions, int highest, Map<String, Integer> counts)
            implements Problem {
        /** Copies the map. */
        public UnequalPartitions {
            counts = Map.copyOf(counts);
        }

        @Override
        public String what() {
            return "input " + topic + " has " + partitions + " partitions but all inputs must have the same count ("
                    + counts.entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", "))
                    + ")";
        }

        @Override
        public String cure(Commands commands) {
            return "raise it before anything is written: " + commands.alterPartitions(topic, highest);
        }
    }

    /**
     * A topic's setting is not what its role asks for.
     *
     * @param topic its name
     * @param setting the setting
     * @param actual its value now
     * @param required the value that it must have
     */
    record WrongConfig(String topic, String setting, String actual, String required) implements Problem {
        @Override
        public String what() {
            return "topic " + topic + " has " + setting + "=" + actual + " but needs " + required;
        }

        @Override
        public String cure(Commands commands) {
            return "set it: " + commands.alterConfig(topic, setting, required);
        }
    }

    /**
     * Nobody can write to a topic, because it wants more replicas in sync than it has.
     *
     * @param topic its name
     * @param inSync replicas in sync of the partition that has the fewest
     * @param assigned replicas that this partition is to have
     * @param required its {@code min.insync.replicas}
     */
    record TooFewInSync(String topic, int inSync, int assigned, int required) implements Problem {
        @Override
        public String what() {
            return "topic " + topic + " cannot be written to: it wants min.insync.replicas=" + required + " and has "
                    + inSync + " of " + assigned + " replicas in sync";
        }

        @Override
        public String cure(Commands commands) {
            return assigned < required
                    ? "lower that: "
                            + commands.alterConfig(topic, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "" + assigned)
                    : "bring the brokers that hold its other replicas back";
        }
    }

    /**
     * The schema of this version of kvlease is not registered, but could be.
     *
     * @param subject the subject
     */
    record UnregisteredSchema(String subject) implements Problem {
        @Override
        public String what() {
            return "subject " + subject + " does not have the schema of this version of kvlease";
        }

        @Override
        public String cure(Commands commands) {
            return "register it: " + commands.create();
        }
    }

    /**
     * The subject's latest schema and that of this version of kvlease cannot read each other's records.
     *
     * @param subject the subject
     * @param detail the first incompatibility, one line
     */
    record IncompatibleSchema(String subject, String detail) implements Problem {
        @Override
        public String what() {
            return "subject " + subject + " has a schema that this version of kvlease is not compatible with: "
                    + detail;
        }

        @Override
        public String cure(Commands commands) {
            return "use another topic prefix, or a kvlease of the version that wrote it";
        }
    }
}
