package dev.kvlease.torture.process;

import dev.kvlease.torture.process.fault.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Which fault strikes when: each in turn, in an order by chance; slow ones only every fourth time. Those after which only
 * safety can be asked for come last.
 */
final class Schedule {
    private static final int SLOW_EVERY = 4;

    private Schedule() {}

    static List<Fault> of(List<Fault> faults, int strikes, Random random) {
        List<Fault> all = new ArrayList<>();
        for (int round = 0; all.size() < strikes; round++) {
            boolean slowToo = round % SLOW_EVERY == 0;
            List<Fault> next = new ArrayList<>(
                    faults.stream().filter(fault -> slowToo || !fault.isSlow()).toList());
            if (next.isEmpty()) {
                next.addAll(faults);
            }
            Collections.shuffle(next, random);
            all.addAll(next);
        }
        List<Fault> chosen = new ArrayList<>(all.subList(0, strikes));
        chosen.sort(Comparator.comparing(Fault::isRebuild));
        return List.copyOf(chosen);
    }
}
