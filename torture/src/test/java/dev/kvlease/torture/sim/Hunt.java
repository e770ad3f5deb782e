package dev.kvlease.torture.sim;

/** scratch */
final class Hunt {
    public static void main(String[] a) {
        long from = Long.parseLong(a[0]); long to = Long.parseLong(a[1]);
        TortureMode mode = TortureMode.of(a[2]).orElseThrow();
        java.util.Map<String, Integer> counts = new java.util.TreeMap<>();
        java.util.Map<String, String> first = new java.util.TreeMap<>();
        long reads = 0, records = 0; long t0 = System.nanoTime();
        for (long s = from; s < to; s++) {
            try {
                SeedRun run = SeedRun.play(s, mode, Subject.REAL);
                reads += run.reads(); records += run.records();
                for (var b : run.broken()) {
                    String k = b.rule() + " " + b.detail().replaceAll("[ :].*", "") ;
                    counts.merge(k, 1, Integer::sum);
                    first.putIfAbsent(k, "seed " + s + " " + b.detail());
                }
            } catch (RuntimeException e) {
                System.out.println("seed " + s + " " + e); e.printStackTrace(System.out);
                counts.merge("EXC", 1, Integer::sum); if (counts.get("EXC") > 3) break;
            }
        }
        System.out.printf("%d reads %d records %.1f s%n", reads, records, (System.nanoTime() - t0) / 1e9);
        counts.forEach((k, v) -> System.out.println(v + " x " + k + "\n    " + first.get(k)));
    }
}
