package dev.sinew.cli.verb;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** {@code sinew} itself: the overview and the version. */
@Command(
        name = "sinew",
        versionProvider = SinewCommand.Version.class,
        header = "Sinew turns animated meshes into skinned models.",
        customSynopsis = "sinew COMMAND INPUT… [options] -o OUTPUT",
        footer = {
            "Run 'sinew COMMAND --help' for the options of a command.",
            "Start with 'sinew demo'.",
            "",
            "Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 bad input,",
            "            130 interrupted."
        })
public final class SinewCommand implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    /** Not called: without a command the help is shown. */
    @Override
    public void run() {}

    /** The version of the build. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sinew " + dev.sinew.io.file.Version.current()};
        }
    }
}
