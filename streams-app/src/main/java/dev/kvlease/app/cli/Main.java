package dev.kvlease.app.cli;

import dev.kvlease.app.explain.NearMatches;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code kvlease} command: finds the verb and runs it. */
@Command(
        name = "kvlease",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "VERB",
        header = "Tells prefill engines whether KV-cache blocks may still be read from a decode engine.",
        description = {
            "",
            "Leases, clock samples and reads come in as Kafka topics or event files; verdicts (READABLE or EXPIRED, with"
                    + " the reason and the time until which it holds) go out.",
            ""
        },
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nVerbs:%n",
        parameterListHeading = "%nParameters:%n",
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  kvlease demo --for 20s",
            "  kvlease replay --input incident.ndjson --out verdicts.ndjson",
            "  kvlease help replay"
        })
public final class Main implements Runnable {
    /** The environment variable that asks for stack traces, as {@code --stacktrace} does. */
    static final String STACKTRACE_VARIABLE = "KVLEASE_STACKTRACE";

    private static final List<Class<?>> VERBS = List.of(
            RunCommand.class,
            TopicsCommand.class,
            ReplayCommand.class,
            ExplainCommand.class,
            AuditCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            SimulateCommand.class,
            CommandLine.HelpCommand.class);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "On an error, print where it happened (also: " + STACKTRACE_VARIABLE + "=true).")
    private boolean stacktrace;

    /**
     * Runs the command and ends the process.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.exit(run(Console.ofProcess(), args));
    }

    /**
     * Runs a command.
     *
     * @param console what it talks to
     * @param args the command line
     * @return the exit code
     */
    public static int run(Console console, String... args) {
        Main main = new Main();
        CommandLine line = new CommandLine(main, new ConsoleFactory(console));
        addVerbs(line, console);
        line.setOut(new PrintWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8), true));
        line.setErr(new PrintWriter(new OutputStreamWriter(console.err(), StandardCharsets.UTF_8), true));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler(Main::explainUsage);
        line.setExecutionExceptionHandler(
                (exception, command, parsed) -> main.errors(console).explain(exception, command));
        listExitCodes(line);
        return line.execute(args);
    }

    /**
     * The verb of another module comes first: it is what a newcomer tries. No second is looked for, since that would open
     * every jar.
     */
    private static void addVerbs(CommandLine line, Console console) {
        ServiceLoader.load(Verb.class).findFirst().ifPresent(verb -> line.addSubcommand(verb.command(console)));
        VERBS.forEach(line::addSubcommand);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new CommandException(ExitCode.USAGE, "name a verb, for example: kvlease demo");
    }

    private Errors errors(Console console) {
        return new Errors(
                stacktrace || "true".equalsIgnoreCase(console.environment().get(STACKTRACE_VARIABLE)));
    }

    private static int explainUsage(ParameterException exception, String[] args) {
        CommandLine command = exception.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        err.println(name + ": " + Errors.oneLine(exception.getMessage()));
        if (!suggestOption(exception, command)
                && !CommandLine.UnmatchedArgumentException.printSuggestions(exception, err)) {
            err.println("Try '" + name + " --help'.");
        }
        return ExitCode.USAGE.code();
    }

    private static boolean suggestOption(ParameterException exception, CommandLine command) {
        if (!(exception instanceof CommandLine.UnmatchedArgumentException unmatched) || !unmatched.isUnknownOption()) {
            return false;
        }
        NearMatches options = new NearMatches(unmatched.getUnmatched().get(0));
        command.getCommandSpec().optionsMap().keySet().stream()
                .filter(option -> option.startsWith("--"))
                .forEach(options::offer);
        command.getErr()
                .println(
                        "Did you mean: " + String.join(" or ", options.nearest().subList(0, 2)) + "?");
        return true;
    }

    private static void listExitCodes(CommandLine line) {
        Map<String, String> codes = new LinkedHashMap<>();
        Arrays.stream(ExitCode.values()).forEach(code -> codes.put(String.valueOf(code.code()), code.meaning()));
        listExitCodes(line, codes);
    }

    private static void listExitCodes(CommandLine line, Map<String, String> codes) {
        line.getCommandSpec().usageMessage().exitCodeList(codes);
        line.getSubcommands().values().forEach(verb -> listExitCodes(verb, codes));
    }
}
