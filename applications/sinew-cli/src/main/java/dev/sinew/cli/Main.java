package dev.sinew.cli;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Failures;
import dev.sinew.cli.verb.BatchVerb;
import dev.sinew.cli.verb.CompressVerb;
import dev.sinew.cli.verb.ConvertVerb;
import dev.sinew.cli.verb.DemoVerb;
import dev.sinew.cli.verb.DoctorVerb;
import dev.sinew.cli.verb.EditVerb;
import dev.sinew.cli.verb.EvaluateVerb;
import dev.sinew.cli.verb.FitVerb;
import dev.sinew.cli.verb.InfoVerb;
import dev.sinew.cli.verb.LinearizeVerb;
import dev.sinew.cli.verb.PoseVerb;
import dev.sinew.cli.verb.ReduceVerb;
import dev.sinew.cli.verb.RigVerb;
import dev.sinew.cli.verb.SampleVerb;
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
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/** Where the process begins and ends. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Environment environment = Environment.ofProcess();
        environment
                .interruption()
                .listen(() ->
                        Failures.report(new CancelledException(), environment, false, UnaryOperator.identity(), ""));
        int code = run(environment, arguments);
        environment.out().flush();
        environment.err().flush();
        environment.interruption().finished();
        System.exit(code);
    }

    /** A whole run without the process around it. */
    static int run(Environment environment, String... arguments) {
        String[] words = Engine.local(arguments);
        CommandLine line = commandLine(environment, words);
        line.setOut(new PrintWriter(environment.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(environment.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((failure, ignored) -> Failures.reportUsage(failure, environment));
        // An argument that begins with @ is a name like any other, not a file of arguments.
        line.setExpandAtFiles(false);
        return line.execute(words);
    }

    /** The program with the verbs that these arguments need; all of them where there are none. */
    static CommandLine commandLine(Environment environment, String... arguments) {
        CommandLine line = new CommandLine(new SinewCommand());
        for (Verb verb : verbs(environment, arguments)) {
            CommandLine command = new CommandLine(verb);
            verb.complete(command.getCommandSpec());
            line.addSubcommand(command);
        }
        line.getSubcommands().values().forEach(Main::layOut);
        layOut(line);
        return line;
    }

    /** Only the verb that is called, where one is: taking all apart by reflection would double the time to start. */
    private static List<Verb> verbs(Environment environment, String... arguments) {
        Map<String, Function<Environment, Verb>> all = new LinkedHashMap<>();
        all.put("demo", DemoVerb::new);
        all.put("fit", FitVerb::new);
        all.put("rig", RigVerb::new);
        all.put("compress", CompressVerb::new);
        all.put("reduce", ReduceVerb::new);
        all.put("weights", WeightsVerb::new);
        all.put("pose", PoseVerb::new);
        all.put("evaluate", EvaluateVerb::new);
        all.put("linearize", LinearizeVerb::new);
        all.put("batch", given -> new BatchVerb(given, BatchVerb.verbIn(arguments)));
        all.put("edit", EditVerb::new);
        all.put("info", InfoVerb::new);
        all.put("convert", ConvertVerb::new);
        all.put("sample", SampleVerb::new);
        all.put("studio", StudioVerb::new);
        all.put("worker", given -> new WorkerVerb(given, Main::run));
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

    private static void layOut(CommandLine command) {
        command.getCommandSpec().usageMessage().sortOptions(false).parameterListHeading("%n");
    }
}
