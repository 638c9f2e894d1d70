package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.worker.Worker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;

/** {@code sinew worker}: a warm process for other programs. */
@Command(
        name = "worker",
        header = "Run commands for another program over JSON lines.",
        customSynopsis = "sinew worker",
        description =
                "Each line of standard input is a request; requests run one after another. Answers are lines with the id of the request: progress, messages, and finally the exit code with the JSON result or an error. The worker ends when its input ends. docs/reference/worker.md describes all fields.",
        footer = {
            "Start a worker and send it two requests:",
            "  sinew worker",
            "  {\"id\": 1, \"arguments\": [\"info\", \"cape.glb\", \"--json\", \"-\"]}",
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
    Set<String> unusedOptions() {
        return Set.of("--seed", "--threads");
    }

    @Override
    List<String> mainOptions() {
        return List.of();
    }

    @Override
    void run(Session session) {
        // Whatever a library prints goes to standard error: standard output carries JSON lines only.
        System.setOut(System.err);
        new Worker(new FileOutputStream(FileDescriptor.out), environment.interruption(), program).run(System.in);
    }
}
