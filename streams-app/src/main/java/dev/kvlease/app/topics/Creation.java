package dev.kvlease.app.topics;

/** One thing that {@link TopicAdmin#create} did or found done. */
public sealed interface Creation {
    /**
     * Whether it changed something.
     *
     * @return false if it was there already
     */
    boolean changed();

    /**
     * For a user.
     *
     * @return one line without a full stop
     */
    String line();

    /**
     * A topic was made.
     *
     * @param topic its name
     * @param partitions its count
     * @param note why it is not the count asked for; empty if it is
     */
    record TopicMade(String topic, int partitions, String note) implements Creation {
        @Override
        public boolean changed() {
            return true;
        }

        @Override
        public String line() {
            return "created topic " + topic + " (" + partitions + " partitions" + note + ")";
        }
    }

    /**
     * A topic was there and was left as it was.
     *
     * @param topic its name
     * @param partitions its count
     */
    record TopicFound(String topic, int partitions) implements Creation {
        @Override
        public boolean changed() {
            return false;
        }

        @Override
        public String line() {
            return "topic " + topic + " exists (" + partitions + " partitions)";
        }
    }

    /**
     * A schema was registered.
     *
     * @param subject the subject
     * @param schemaId its id
     */
    record SchemaRegistered(String subject, int schemaId) implements Creation {
        @Override
        public boolean changed() {
            return true;
        }

        @Override
        public String line() {
            return "registered subject " + subject + " (schema id " + schemaId + ")";
        }
    }

    /**
     * The schema was registered already.
     *
     * @param subject the subject
     * @param schemaId its id
     */
    record SchemaFound(String subject, int schemaId) implements Creation {
        @Override
        public boolean changed() {
            return false;
        }

        @Override
        public String line() {
            return "subject " + subject + " is registered (schema id " + schemaId + ")";
        }
    }

    /**
     * A subject's compatibility level was set.
     *
     * @param subject the subject
     * @param level the new level
     */
    record CompatibilitySet(String subject, String level) implements Creation {
        @Override
        public boolean changed() {
            return true;
        }

        @Override
        public String line() {
            return "set compatibility of " + subject + " to " + level;
        }
    }
}
