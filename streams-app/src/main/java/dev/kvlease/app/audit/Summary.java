package dev.kvlease.app.audit;

import dev.kvlease.core.common.Absent;

/**
 * The first thing to know.
 *
 * @param certain CERTAIN violations
 * @param possible POSSIBLE ones
 * @param firstMs time of the first, in milliseconds of the epoch, or absent
 * @param lastMs time of the last, or absent
 */
public record Summary(long certain, long possible, long firstMs, long lastMs) {
    /**
     * Sums an audit up.
     *
     * @param audit the audit
     * @return its summary
     */
    public static Summary of(Audit audit) {
        long certain =
                audit.violations().stream().filter(FoundViolation::isCertain).count();
        return new Summary(
                certain,
                audit.violations().size() - certain,
                audit.violations().stream()
                        .mapToLong(FoundViolation::timeMs)
                        .min()
                        .orElse(Absent.LONG),
                audit.violations().stream()
                        .mapToLong(FoundViolation::timeMs)
                        .max()
                        .orElse(Absent.LONG));
    }
}
