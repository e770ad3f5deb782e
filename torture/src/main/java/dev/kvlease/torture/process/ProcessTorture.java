package dev.kvlease.torture.process;

import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.torture.process.fault.Fault;
import dev.kvlease.torture.process.fault.Faults;
import dev.kvlease.torture.process.world.TortureException;
import dev.kvlease.torture.process.world.World;
import dev.kvlease.torture.process.world.WorldOptions;
import dev.kvlease.torture.process.world.WorldOptions.Guarantee;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills real processes under load and checks what they have said; {@code torture/run processes} starts it. */
@Command(
        name = "torture/run processes",
        sortOptions = false,
        description = {
            "Real brokers, real instances of 'kvlease run' and a Connect worker, each a process of its own, under the load of a"
                    + " simulated fleet. Faults strike one after the other, all the time. In the end every verdict, the last"
                    + " word for each read, violations, dead letters and the answers of the readers' gates are held against"
                    + " the core alone.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is as it must be",
            "1:something is wrong, or took longer than its bound",
            "2:the command was not understood",
            "4:it could not be run here",
            "130:stopped by Ctrl-C; nothing is left behind"
        },
        footerHeading = "%nFaults:%n")
public final class ProcessTorture implements Callable<Integer> {
    private static final int FULL_BROKERS = 3;
    private static final int FULL_INSTANCES = 2;
    private static final int FULL_KILLS = 100;
    private static final int QUICK_KILLS = 4;
    private static final List<String> QUICK_FAULTS = List.of("application", "broker", "poison", "partition");
    private static final List<String> LOG_LEVELS =
            List.of("org.slf4j.simpleLogger.defaultLogLevel", "org.slf4j.simpleLogger.log.dev.kvlease");

    @Option(
            names = "--kills",
            paramLabel = "N",
            description = "How often a fault strikes in each guarantee; default " + FULL_KILLS + ", with --quick "
                    + QUICK_KILLS + ".")
    private Integer kills;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Decides the fleet, and which fault strikes when and how; default ${DEFAULT-VALUE}. What processes make"
                            + " of it differs from run to run.")
    private long seed;

    @Option(
            names = "--guarantee",
            paramLabel = "NAME",
            defaultValue = "both",
            description = "at_least_once, exactly_once_v2 or both, one after the other; default ${DEFAULT-VALUE}.")
    private String guarantee;

    @Option(
            names = "--faults",
            paramLabel = "NAME",
            split = ",",
            description = "Only these, with commas between; one that cannot be tried here makes the run fail.")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "200",
            description = "Records a second; default ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--patience",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many times longer every bound is, for a machine that is busy otherwise; default"
                    + " ${DEFAULT-VALUE}.")
    private int patience;

    @Option(names = "--quick", description = "One broker, one instance and a handful of faults.")
    private boolean quick;

    @Option(names = "--keep", description = "Keep the directory with all logs and data, and say where it is.")
    private boolean keep;

    @Spec
    private CommandSpec spec;

    private final PrintStream out;
    private final Stage stage;

    /**
     * A command.
     *
     * @param out takes what it prints
     */
    ProcessTorture(PrintStream out, Stage stage) {
        this.out = out;
        this.stage = stage;
    }

    /**
     * Runs the command and ends the process.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        // clients in this process would tell of every broker that is dead on purpose
        LOG_LEVELS.forEach(level -> System.setProperty(level, "off"));
        Stage stage = new Stage();
        Runtime.getRuntime().addShutdownHook(new Thread(stage::close, "torture-stop"));
        System.exit(run(new PrintStream(System.out, true, StandardCharsets.UTF_8), stage, args));
    }

    /**
     * Runs the command.
     *
     * @param out takes what it prints
     * @param stage where it runs; the caller closes it
     * @param args the command line
     * @return the exit code
     */
    static int run(PrintStream out, Stage stage, String... args) {
        CommandLine line = new CommandLine(new ProcessTorture(out, stage));
        line.getCommandSpec()
                .addOption(OptionSpec.builder("--help")
                        .usageHelp(true)
                        .description("Print this.")
                        .build())
                .usageMessage()
                .footer(Faults.all().stream().map(ProcessTorture::describe).toArray(String[]::new));
        line.setUsageHelpAutoWidth(true);
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            out.println("torture: " + oneLine(failure));
            return failure instanceof IOException ? ExitCode.UNAVAILABLE.code() : ExitCode.FOUND_PROBLEMS.code();
        });
        return line.execute(args);
    }

    private static String oneLine(Throwable failure) {
        return failure instanceof TortureException ? failure.getMessage() : failure.toString();
    }

    private static String describe(Fault fault) {
        Fault.About about = fault.about();
        return String.format("  %-13s %s; %s: %s", about.name(), about.does(), about.heals(), about.invariant());
    }

    @Override
    public Integer call() throws Exception {
        List<Fault> chosen = chosen();
        List<String> problems = new ArrayList<>();
        Recoveries recoveries = new Recoveries();
        try {
            for (Guarantee each : guarantees()) {
                torture(each, chosen, recoveries, problems);
            }
        } finally {
            out.println();
            recoveries.table().forEach(out::println);
            out.println();
            problems.forEach(problem -> out.println("WRONG: " + problem));
        }
        out.println(problems.isEmpty() ? "all is as it must be" : problems.size() + " things are wrong");
        return problems.isEmpty() ? ExitCode.OK.code() : ExitCode.FOUND_PROBLEMS.code();
    }

    private List<Fault> chosen() {
        Map<String, Fault> byName = Faults.all().stream()
                .collect(Collectors.toMap(fault -> fault.about().name(), fault -> fault));
        List<String> names = !faults.isEmpty()
                ? faults
                : quick
                        ? QUICK_FAULTS
                        : Faults.all().stream()
                                .map(fault -> fault.about().name())
                                .toList();
        return names.stream()
                .map(name -> {
                    if (!byName.containsKey(name)) {
                        throw new ParameterException(
                                spec.commandLine(), "no fault is called " + name + "; --help lists them");
                    }
                    return byName.get(name);
                })
                .toList();
    }

    private List<Guarantee> guarantees() {
        List<Guarantee> asked = List.of(Guarantee.values()).stream()
                .filter(each -> guarantee.equals("both") || guarantee.equals(each.setting()))
                .toList();
        if (asked.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--guarantee is at_least_once, exactly_once_v2 or both, not " + guarantee);
        }
        return asked;
    }

    private void torture(Guarantee each, List<Fault> chosen, Recoveries recoveries, List<String> problems)
            throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        Path directory = stage.directory(keep);
        if (keep) {
            out.println("everything is kept in " + directory);
        }
        boolean connector =
                chosen.stream().anyMatch(fault -> fault.about().name().equals("connector"));
        WorldOptions options = new WorldOptions(
                directory, each, quick ? 1 : FULL_BROKERS, quick ? 1 : FULL_INSTANCES, connector, rate, seed, patience);
        out.println(Session.title(options));
        try {
            World world = stage.holds(new World(options));
            world.build();
            Session session = new Session(world, recoveries, problems, !faults.isEmpty(), line -> say(beganNs, line));
            play(session, chosen).ifPresent(end -> problems.add(each + ": " + end));
        } catch (TortureException e) {
            problems.add(each + ": " + e.getMessage());
        } finally {
            stage.clear();
        }
    }

    /** What ends it early; the other guarantee is worth seeing all the same, and so is what was found before. */
    private Optional<String> play(Session session, List<Fault> chosen) throws InterruptedException {
        try {
            session.run(chosen, kills());
            return Optional.empty();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return Optional.of(oneLine(e));
        }
    }

    private int kills() {
        if (kills != null) {
            return kills;
        }
        return quick ? QUICK_KILLS : FULL_KILLS;
    }

    private void say(long beganNs, String line) {
        Duration since = Duration.ofNanos(System.nanoTime() - beganNs);
        out.printf(Locale.ROOT, "  %3d:%02d  %s%n", since.toMinutes(), since.toSecondsPart(), line);
    }
}
