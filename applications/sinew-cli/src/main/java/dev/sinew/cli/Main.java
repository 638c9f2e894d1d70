package dev.sinew.cli;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Failures;
import dev.sinew.cli.console.HelpText;
import dev.sinew.cli.verb.BatchVerb;
import dev.sinew.cli.verb.CompressVerb;
import dev.sinew.cli.verb.ConvertVerb;
import dev.sinew.cli.verb.DemoVerb;
import dev.sinew.cli.verb.DoctorVerb;
import dev.sinew.cli.verb.DriveVerb;
import dev.sinew.cli.verb.EditVerb;
import dev.sinew.cli.verb.EvaluateVerb;
import dev.sinew.cli.verb.FitVerb;
import dev.sinew.cli.verb.InfoVerb;
import dev.sinew.cli.verb.LinearizeVerb;
import dev.sinew.cli.verb.PoseVerb;
import dev.sinew.cli.verb.ReduceVerb;
import dev.sinew.cli.verb.RetargetVerb;
import dev.sinew.cli.verb.RigVerb;
import dev.sinew.cli.verb.SampleVerb;
import dev.sinew.cli.verb.ShellVerb;
import dev.sinew.cli.verb.SinewCommand;
import dev.sinew.cli.verb.StudioVerb;
import dev.sinew.cli.verb.Verb;
import dev.sinew.cli.verb.WeightsVerb;
import dev.sinew.cli.verb.WorkerVerb;
import dev.sinew.job.batch.Engine;
import dev.sinew.run.CancelledException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/** The entry point of the program. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Environment environment = Environment.ofProcess();
        environment
                .interruption()
                .listen(() -> Failures.report(new CancelledException(), environment, Failures.Run.UNKNOWN));
        int code = run(environment, arguments);
        environment.out().flush();
        environment.err().flush();
        environment.interruption().finished();
        System.exit(code);
    }

    /** Runs a command within this process. */
    static int run(Environment environment, String... arguments) {
        String[] words = current(helpAsOption(Engine.local(arguments)), environment);
        CommandLine line = commandLine(environment, words);
        line.setOut(new PrintWriter(environment.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(environment.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((failure, ignored) -> Failures.reportUsage(
                failure, environment, String.join(" ", words).matches(".*--json[ =]-( .*)?")));
        // An argument that begins with @ is a name like any other, not a file of arguments.
        line.setExpandAtFiles(false);
        return line.execute(words);
    }

    /** {@code sinew help VERB} is {@code sinew VERB --help}; without arguments the overview is shown. */
    private static String[] helpAsOption(String... words) {
        if (words.length == 0) {
            return new String[] {"--help"};
        }
        if (!words[0].equals("help")) {
            return words;
        }
        return words.length == 1 ? new String[] {"--help"} : new String[] {words[1], "--help"};
    }

    /** Replaces earlier option names, with a note. */
    private static String[] current(String[] words, Environment environment) {
        String[] current = words.clone();
        for (int k = 1; k < words.length; k++) {
            boolean renamed = words[0].equals("edit") && words[k].equals("--against");
            boolean dense = words[0].equals("weights") && words[k - 1].equals("--influences") && words[k].equals("all");
            if (renamed || dense) {
                current[k] = renamed ? "--examples" : "dense";
                environment
                        .err()
                        .println("sinew: note: " + (dense ? "--influences " : "") + words[k] + " is now called "
                                + (dense ? "--influences " : "") + current[k]);
            }
        }
        return current;
    }

    /** The program with the commands that these arguments need. */
    static CommandLine commandLine(Environment environment, String... arguments) {
        CommandLine line = new CommandLine(new SinewCommand());
        for (Verb verb : verbs(environment, arguments)) {
            CommandLine command = new CommandLine(verb);
            verb.complete(command.getCommandSpec());
            line.addSubcommand(command);
        }
        // First the program: its settings are handed on to the commands.
        HelpText.install(line, HelpText::overview);
        line.getSubcommands().values().forEach(command -> {
            HelpText.install(command, spec -> ((Verb) spec.userObject()).help());
            command.getCommandSpec().usageMessage().footerHeading("Examples:%n");
        });
        return line;
    }

    /** Only the command that is called, if there is one: inspecting all by reflection would double the time to start. */
    private static List<Verb> verbs(Environment environment, String... arguments) {
        Map<String, Function<Environment, Verb>> all = new LinkedHashMap<>();
        all.put("demo", DemoVerb::new);
        all.put("fit", FitVerb::new);
        all.put("rig", RigVerb::new);
        all.put("compress", CompressVerb::new);
        all.put("reduce", ReduceVerb::new);
        all.put("retarget", RetargetVerb::new);
        all.put("weights", WeightsVerb::new);
        all.put("pose", PoseVerb::new);
        all.put("evaluate", EvaluateVerb::new);
        all.put("drive", DriveVerb::new);
        all.put("linearize", LinearizeVerb::new);
        all.put("batch", given -> new BatchVerb(given, BatchVerb.verbIn(arguments)));
        all.put("edit", EditVerb::new);
        all.put("info", InfoVerb::new);
        all.put("convert", ConvertVerb::new);
        all.put("sample", SampleVerb::new);
        all.put("studio", StudioVerb::new);
        all.put("worker", given -> new WorkerVerb(given, Main::run));
        all.put("shell", given -> new ShellVerb(given, Main::run));
        all.put("doctor", DoctorVerb::new);
        String first = arguments.length == 0 ? "" : arguments[0];
        if (all.containsKey(first)) {
            return List.of(all.get(first).apply(environment));
        }
        boolean versionOnly = first.equals("--version") || first.equals("-V");
        return versionOnly
                ? List.of()
                : all.values().stream().map(verb -> verb.apply(environment)).toList();
    }
}
