package dev.sinew.cli.verb;

import static dev.sinew.job.form.Words.field;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.cli.console.WarmUp;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.resident.Call;
import dev.sinew.studio.resident.Doorplate;
import dev.sinew.studio.resident.Resident;
import java.nio.file.Path;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sinew serve}: stays, so that what follows starts warm. */
@Command(
        name = "serve",
        header = "Stay, so that later commands in this folder start at once and run warm.",
        description =
                "While it runs, 'sinew' in the same folder hands its commands over, one at a time, and runs by itself when"
                        + " this is busy or gone. Same output, same files, same exit codes. Ctrl-C ends it.",
        customSynopsis = "sinew serve [--idle MINUTES] &",
        footer = {"", "Examples:", "  sinew serve --idle 1"})
public final class ServeVerb extends Verb {
    /** Set by the launcher: the file in which it looks for somebody who serves. */
    private static final String DOORPLATE = "sinew.serve";

    private static final int MOST_MINUTES = 10_000;
    private static final long LOOK_UP_MILLISECONDS = 50;

    private final ToIntFunction<Call> program;

    @Option(
            names = "--idle",
            order = 1,
            paramLabel = "MINUTES",
            description = "Ends when nothing was asked so long (60).")
    private int idle = 60;

    public ServeVerb(Environment environment, ToIntFunction<Call> program) {
        super(environment);
        this.program = program;
    }

    @Override
    void run(Session session) {
        if (idle < 1 || idle > MOST_MINUTES) {
            throw new WrongRequestException(field("idle") + " " + idle + " must be from 1 to " + MOST_MINUTES);
        }
        if (System.getProperty(DOORPLATE) == null) {
            throw new RefusedException("serve needs the launcher of Linux and macOS, which hands commands over");
        }
        Path folder = Path.of("").toAbsolutePath();
        String token = Doorplate.newToken();
        try (Resident resident = new Resident(token, program);
                Doorplate plate =
                        Doorplate.hang(Path.of(System.getProperty(DOORPLATE)), resident.port(), token, folder)) {
            session.summary(new Sheet().headline("serving " + plate.folder() + "; Ctrl-C ends it"));
            WarmUp.startFor("fit", "");
            while (!session.desk().watcher().cancelled() && resident.idleSeconds() < 60L * idle) {
                Thread.sleep(LOOK_UP_MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
