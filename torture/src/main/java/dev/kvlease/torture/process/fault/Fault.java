package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.World;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** Something that goes wrong, and comes right again. */
public interface Fault {
    /**
     * What is to be known of it.
     *
     * @param name what it is called on the command line
     * @param does what happens
     * @param heals how it comes right
     * @param invariant what must hold all the same, besides what is held of the whole run
     */
    record About(String name, String does, String heals, String invariant) {}

    /**
     * Tells about it.
     *
     * @return in words
     */
    About about();

    /**
     * Why it cannot be tried here.
     *
     * @param world what is tortured
     * @return one line; empty if it can
     */
    default Optional<String> obstacle(World world) {
        return Optional.empty();
    }

    /**
     * Whether it takes so long that it is tried only now and then.
     *
     * @return true if so
     */
    default boolean isSlow() {
        return false;
    }

    /**
     * Whether records are taken again from the start afterwards, so that no more than safety can be asked for.
     *
     * @return true if so; then it strikes after all others
     */
    default boolean isRebuild() {
        return false;
    }

    /**
     * How long after it has healed the application may need until it has done what waited.
     *
     * @return the bound
     */
    default Duration bound() {
        return Duration.ofSeconds(90);
    }

    /**
     * Lets it happen, under load, and lets it last.
     *
     * @param world what is tortured
     * @param random decides what is left open
     * @throws Exception if it cannot
     */
    void strike(World world, Random random) throws Exception;

    /**
     * Lets it come right.
     *
     * @param world what is tortured
     * @throws Exception if it cannot
     */
    void heal(World world) throws Exception;

    /**
     * Whether everything that the fault concerns has caught up, besides the application.
     *
     * @param world what is tortured
     * @return true if so
     * @throws InterruptedException if the thread is interrupted
     */
    default boolean isOver(World world) throws InterruptedException {
        return true;
    }

    /**
     * Puts back what is still missing after the application has caught up.
     *
     * @param world what is tortured
     * @throws Exception if it cannot
     */
    default void after(World world) throws Exception {}
}
