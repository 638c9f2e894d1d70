package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.option.ArraysOptions;
import dev.sinew.job.Made;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;

/** A verb that writes a model, which can be had as arrays, too. */
abstract class ModelVerb<M extends Made> extends ShownVerb<M> {
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
        arrays.write((Path) values().get("output"), session.work());
    }
}
