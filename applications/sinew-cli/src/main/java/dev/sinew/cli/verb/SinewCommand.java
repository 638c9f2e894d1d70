package dev.sinew.cli.verb;

import dev.sinew.cli.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sinew} itself: the verbs, and what is said when none is given. */
@Command(
        name = "sinew",
        versionProvider = Version.class,
        header = "Sinew turns animated meshes into skinned ones.",
        customSynopsis = "sinew <verb> INPUT… [options] -o OUTPUT",
        commandListHeading = "%nVerbs:%n",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "'sinew <verb> --help' explains a verb. Start with 'sinew demo'.",
            "Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 bad input,",
            "            130 interrupted."
        })
public final class SinewCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "This help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Name and version.")
    private boolean version;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "no verb given");
    }
}
