package dev.sinew.cli.verb;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sinew} itself: the verbs, and what is said when none is given. */
@Command(
        name = "sinew",
        versionProvider = SinewCommand.Version.class,
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

    /** The version the build wrote down. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sinew " + dev.sinew.io.file.Version.current()};
        }
    }
}
