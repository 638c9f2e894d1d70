package dev.sinew.cli;

import dev.sinew.run.CancelledException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/** Where the process begins and ends. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        WarmUp.startFor(arguments);
        Environment environment = Environment.ofProcess();
        environment.interruption().listen(() -> Failures.report(new CancelledException(), environment.err(), false));
        int code = run(environment, arguments);
        environment.out().flush();
        environment.err().flush();
        environment.interruption().finished();
        System.exit(code);
    }

    /** A whole run without the process around it. */
    static int run(Environment environment, String... arguments) {
        CommandLine line = new CommandLine(new SinewCommand());
        for (Verb verb : verbs(environment, arguments)) {
            line.addSubcommand(verb);
        }
        line.getSubcommands().values().forEach(Main::layOut);
        layOut(line);
        line.setOut(new PrintWriter(environment.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(environment.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((failure, ignored) -> Failures.reportUsage(failure, environment.err()));
        return line.execute(arguments);
    }

    /** Only the verb that is called, where one is: taking all apart by reflection would double the time to start. */
    private static List<Verb> verbs(Environment environment, String... arguments) {
        Map<String, Function<Environment, Verb>> all = new LinkedHashMap<>();
        all.put("demo", DemoCommand::new);
        all.put("fit", FitCommand::new);
        all.put("rig", RigCommand::new);
        all.put("compress", CompressCommand::new);
        all.put("reduce", ReduceCommand::new);
        all.put("weights", WeightsCommand::new);
        all.put("pose", PoseCommand::new);
        all.put("evaluate", EvaluateCommand::new);
        all.put("linearize", LinearizeCommand::new);
        all.put("info", InfoCommand::new);
        all.put("convert", ConvertCommand::new);
        all.put("sample", SampleCommand::new);
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
