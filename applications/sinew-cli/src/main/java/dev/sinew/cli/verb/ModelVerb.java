package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.job.JobResult;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;

/** A verb that writes a model, and on request its arrays. */
abstract class ModelVerb<M extends JobResult> extends ReportingVerb<M> {
    @Mixin
    private ArraysOptions arrays;

    ModelVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        super.check();
        arrays.check();
    }

    @Override
    void show(M made, Session session) {
        super.show(made, session);
        arrays.write((Path) values().get("output"), session.run());
    }
}
