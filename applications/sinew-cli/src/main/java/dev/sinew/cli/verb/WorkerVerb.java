package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.worker.Worker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import picocli.CommandLine.Command;

/** {@code sinew worker}: a warm process for other programs. */
@Command(
        name = "worker",
        header = "Runs commands for another program: JSON lines on standard input and output.",
        customSynopsis = "sinew worker",
        description = {
            "",
            "Each line of standard input is a request; requests run one after another. Answers come as lines that carry",
            "the request's id: progress, messages, and last the exit code with the --json tree or an error. The worker",
            "ends when its input ends. docs/worker.md describes all fields."
        },
        footer = {
            "",
            "Requests:",
            "  {\"id\": 1, \"arguments\": [\"fit\", \"cape.abc\", \"--bones\", \"30\", \"-o\", \"cape.glb\", \"--json\", \"-\"]}",
            "  {\"cancel\": 1}"
        })
public final class WorkerVerb extends Verb {
    private final Environment environment;
    private final Worker.Program program;

    public WorkerVerb(Environment environment, Worker.Program program) {
        super(environment);
        this.environment = environment;
        this.program = program;
    }

    @Override
    void run(Session session) {
        // Whatever a library prints goes to standard error: standard output carries JSON lines only.
        System.setOut(System.err);
        new Worker(new FileOutputStream(FileDescriptor.out), environment.interruption(), program).run(System.in);
    }
}
