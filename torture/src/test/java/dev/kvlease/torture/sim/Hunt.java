package dev.kvlease.torture.sim;

/** scratch */
final class Hunt {
    public static void main(String[] a) {
        if (a[0].equals("show")) { show(a); return; }
        if (a[0].equals("shrink")) { shrink(a); return; }
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

    static void show(String[] a) {
        KnownClocks clocks = new KnownClocks();
        java.util.List<Step.Numbered> steps = new java.util.ArrayList<>();
        long seed = Long.parseLong(a[1]);
        TortureMode mode = TortureMode.of(a[2]).orElseThrow();
        SeedRun run = SeedRun.play(Swarm.draw(seed, mode), seed, Subject.REAL, clocks, steps::add);
        System.out.println(Swarm.draw(seed, mode));
        run.broken().forEach(System.out::println);
        for (Step.Numbered n : steps) {
            String t = n.step().toString();
            boolean hit = n.step() instanceof Step.Crash;
            for (int i = 3; i < a.length; i++) hit |= t.contains(a[i]);
            if (hit) System.out.println(n.id() + " " + t);
        }
    }

    static void shrink(String[] a) {
        long seed = Long.parseLong(a[1]);
        TortureMode mode = TortureMode.of(a[2]).orElseThrow();
        SeedRun run = SeedRun.play(seed, mode, Subject.REAL);
        var wanted = run.broken().stream().filter(b -> b.rule().startsWith(a[3])).findFirst().orElseThrow();
        long t0 = System.nanoTime();
        Shrunk s = Shrunk.of(Swarm.draw(seed, mode), seed, Subject.REAL, wanted);
        System.out.println(s.stepsBefore() + " to " + s.steps().size() + " in " + s.tries() + " tries " + (System.nanoTime() - t0) / 1e9);
        System.out.print(new Story(s.steps()).text());
        System.out.println(s.broken());
    }
}
