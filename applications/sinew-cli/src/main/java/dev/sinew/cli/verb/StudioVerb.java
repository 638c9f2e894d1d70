package dev.sinew.cli.verb;

import static dev.sinew.job.form.Words.field;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.studio.Studio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew studio}: all of it in a browser. */
@Command(
        name = "studio",
        header = "Fit, see, change, compare and export in a browser, on this machine only.",
        description =
                "Prints an address and opens it. Runs are kept in FOLDER/.sinew; Ctrl-C ends the studio, and the next"
                        + " one finds everything again.",
        customSynopsis = "sinew studio [FOLDER] [--port N] [--no-browser]",
        footer = {"", "Examples:", "  sinew studio", "  sinew studio shots/cape --port 4680 --no-browser"})
public final class StudioVerb extends Verb {
    private static final int MOST_PORT = 65_535;
    private static final long LOOK_UP_MILLISECONDS = 50;

    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..1",
            description = "Where sequences and models are, and where runs are kept (this one).")
    private Path folder = Path.of("");

    @Option(
            names = "--port",
            order = 1,
            paramLabel = "N",
            description = "Where to listen; 0 for any free one (that of the last time, if it is free).")
    private Integer port;

    @Option(names = "--no-browser", order = 2, description = "Only print the address.")
    private boolean noBrowser;

    public StudioVerb(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        if (port != null && (port < 0 || port > MOST_PORT)) {
            throw new WrongRequestException(field("port") + " " + port + " must be from 0 to " + MOST_PORT);
        }
        Path place = folder.toAbsolutePath().normalize();
        try (Studio studio = Studio.open(place, port == null ? OptionalInt.empty() : OptionalInt.of(port))) {
            session.answer(new Sheet().headline(studio.address()));
            session.summary(new Sheet().headline("the studio of " + place + " is open; Ctrl-C closes it"));
            if (!noBrowser) {
                Browser.open(studio.address());
            }
            waitForTheEnd(session);
        }
    }

    private static void waitForTheEnd(Session session) {
        try {
            while (!session.desk().watcher().cancelled()) {
                Thread.sleep(LOOK_UP_MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens an address in whatever the person browses with. Where that is not to be found, the printed address must do. */
    private static final class Browser {
        private Browser() {}

        public static void open(String address) {
            String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            // Not java.awt.Desktop: a server's Java has none, and starting it takes a second.
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
                // The address is printed.
            }
        }
    }
}
