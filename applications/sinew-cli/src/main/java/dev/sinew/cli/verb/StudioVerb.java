package dev.sinew.cli.verb;

import static dev.sinew.job.form.Words.field;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.studio.Studio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew studio}: everything in a browser. */
@Command(
        name = "studio",
        header = "Fit, view, edit and export in a browser, locally.",
        customSynopsis = "sinew studio [FOLDER] [--port N] [--no-browser]",
        description =
                "Prints an address and opens it. Runs are stored in FOLDER/.sinew. Ctrl-C stops the studio; the next one finds all runs again.",
        footer = {
            "The current folder:",
            "  sinew studio",
            "Another folder, without opening a browser:",
            "  sinew studio shots/cape --port 4680 --no-browser"
        })
public final class StudioVerb extends Verb {
    private static final int MAX_PORT = 65_535;
    private static final long POLL_MILLISECONDS = 50;

    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..1",
            description = "Folder with sequences and models (default: the current one).")
    private Path folder = Path.of("");

    @Option(
            names = "--port",
            order = 1,
            paramLabel = "N",
            descriptionKey = OptionGroup.GOAL,
            description = "Port to listen on; 0 for any free port (default: the last one if free).")
    private Integer port;

    @Option(
            names = "--no-browser",
            order = 2,
            descriptionKey = OptionGroup.GOAL,
            description = "Only print the address.")
    private boolean noBrowser;

    public StudioVerb(Environment environment) {
        super(environment);
    }

    @Override
    Set<String> unusedOptions() {
        return Set.of("--seed", "--threads");
    }

    @Override
    List<String> mainOptions() {
        return List.of("--port", "--no-browser");
    }

    @Override
    void run(Session session) {
        if (port != null && (port < 0 || port > MAX_PORT)) {
            throw new InvalidRequestException(field("port") + " " + port + " must be from 0 to " + MAX_PORT);
        }
        Path place = folder.toAbsolutePath().normalize();
        try (Studio studio = Studio.open(place, port == null ? OptionalInt.empty() : OptionalInt.of(port))) {
            session.answer(new ResultSummary().headline(studio.address()));
            session.summary(
                    new ResultSummary().headline("Sinew studio for " + place + " is running; press Ctrl-C to stop it"));
            if (!noBrowser) {
                Browser.open(studio.address());
            }
            waitForTheEnd(session);
        }
    }

    private static void waitForTheEnd(Session session) {
        try {
            while (!session.context().watcher().cancelled()) {
                Thread.sleep(POLL_MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens an address in the default browser, if there is one. */
    private static final class Browser {
        private Browser() {}

        public static void open(String address) {
            String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            // Not java.awt.Desktop: a headless Java has none, and starting it takes a second.
            List<String> command = system.contains("mac")
                    ? List.of("open", address)
                    : system.contains("win")
                            ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                            : List.of("xdg-open", address);
            try {
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException nothingToOpenWith) {
                // The user can open the printed address.
            }
        }
    }
}
