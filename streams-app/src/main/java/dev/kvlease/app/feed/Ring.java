package dev.kvlease.app.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The newest items of any number of threads. Putting in takes two writes to memory and never waits; the oldest is dropped
 * whether it has been seen or not, and whoever looks is told how many were.
 *
 * @param <T> what is kept
 */
final class Ring<T> {
    private final int capacity;
    private final AtomicReferenceArray<Entry<T>> slots;
    private final AtomicLong next = new AtomicLong();

    Ring(int capacity) {
        this.capacity = capacity;
        this.slots = new AtomicReferenceArray<>(capacity);
    }

    private record Entry<T>(long number, T item) {}

    void add(T item) {
        long number = next.getAndIncrement();
        slots.setRelease(slot(number), new Entry<>(number, item));
    }

    private int slot(long number) {
        return (int) (number % capacity);
    }

    /** The items from a number on that are still there. One that is being put in right now comes the next time. */
    Recent<T> since(long from) {
        long end = next.get();
        long first = Math.max(Math.min(from, end), end - capacity);
        List<T> items = new ArrayList<>();
        long number = Math.max(0, first);
        for (; number < end; number++) {
            Entry<T> entry = slots.getAcquire(slot(number));
            if (entry == null || entry.number() < number) {
                break;
            }
            if (entry.number() == number) {
                items.add(entry.item());
            }
        }
        return new Recent<>(items, number, number - Math.min(from, end) - items.size());
    }
}
