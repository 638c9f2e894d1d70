package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.Takes;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Formats;
import dev.sinew.job.FitMade;
import dev.sinew.job.FitTask;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.show.made.Look;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew demo}: the main job on a sample that needs no download. */
@Command(
        name = "demo",
        header = "Makes a sample, fits it, and says where to look.",
        customSynopsis = "sinew demo [NAME] [-o FOLDER] [options]",
        footer = {"", "Examples:", "  sinew demo", "  sinew demo flag --bones 40 -o /tmp/flag"})
public final class DemoVerb extends Verb {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Which sample; 'sinew sample --list' names them.")
    private String name;

    @Option(
            names = {"-o", "--output"},
            order = 1,
            paramLabel = "FOLDER",
            description = "Where the files go (sinew-demo); made where it does not exist.")
    private Path folder = Path.of("sinew-demo");

    @Option(names = "--bones", order = 2, paramLabel = "N", description = "How many bones (30).")
    private int bones = 30;

    @Mixin
    private SampleOptions sampleOptions;

    public DemoVerb(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        sampleOptions.check();
        if (bones < 1 || bones > FitOptions.MAX_BONES) {
            throw new WrongRequestException("--bones " + bones + " must be from 1 to " + FitOptions.MAX_BONES);
        }
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(bones))
                .withThreads(session.desk().threads())
                .withSeed(common().seed());
        Demonstrated sample = demonstrated();
        boolean made = !Files.exists(folder);
        makeFolder();
        try {
            demonstrate(sample, options, session);
        } catch (RuntimeException | Error failure) {
            if (made) {
                deleteIfEmpty();
            }
            throw failure;
        }
    }

    /** What is shown: a sequence, or a model's first clip as one. */
    private record Demonstrated(String name, String summary, Supplier<MeshSequence> make) {}

    private Demonstrated demonstrated() {
        Optional<ModelSample> model = Optional.ofNullable(name).flatMap(Samples::modelNamed);
        if (model.isPresent()) {
            ModelSample rigged = model.get();
            return new Demonstrated(rigged.name(), rigged.summary(), () -> {
                SkinnedModel made = sampleOptions.make(rigged);
                return ClipFrames.sequence(made, made.clips().get(0));
            });
        }
        Sample sample = name == null ? Samples.all().get(0) : SampleOptions.named(name);
        return new Demonstrated(sample.name(), sample.summary(), () -> sampleOptions.make(sample, common().seed()));
    }

    private void demonstrate(Demonstrated sample, FitOptions options, Session session) {
        Path cache = folder.resolve(sample.name() + Formats.PC2.ending());
        Path mesh = folder.resolve(sample.name() + Formats.OBJ.ending());
        Path model = folder.resolve(sample.name() + Formats.GLTF.ending());
        Path page = folder.resolve(sample.name() + ".html");
        Path picture = folder.resolve(sample.name() + ".png");
        List.of(cache, mesh, model, page, picture).forEach(AtomicFile::requireWritable);

        Work work = session.work();
        MeshSequence sequence = work.stage("make", "making the sample '" + sample.name() + "'", sample.make());
        FitMade made = FitTask.fromNothing(sample.name(), sequence, Takes.of(sequence), options, model)
                .run(work);
        work.writing("write", "writing " + cache, () -> MeshSequences.write(sequence, cache));
        work.writing("show", "writing " + page, () -> {
            Look.of(made).writePage(commandLine(), page);
            Look.of(made).writePicture(picture);
        });
        Map<String, Double> seconds = work.seconds();
        session.summary(ending(FitVerb.sheet(sample.summary(), made, seconds), page, picture, cache, mesh, model));
        session.report(() -> report(made.tree(), seconds));
    }

    private void makeFolder() {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new RefusedException("cannot make the folder " + folder + ": " + e.getMessage(), e);
        }
    }

    private void deleteIfEmpty() {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException notEmpty) {
            // Then it holds something worth keeping.
        }
    }

    private static Sheet ending(Sheet sheet, Path page, Path picture, Path cache, Path mesh, Path model) {
        // The launcher says how it was called, so that the line below can be pasted back.
        String command = System.getProperty("sinew.command", "sinew");
        return sheet.blank()
                .headline("Wrote")
                .headline("  " + page + "   open this: original and result in 3D, weights, error, plots")
                .headline("  " + picture + "   the same as a picture")
                .headline("  " + model + "   the skinned model, for any glTF viewer or engine")
                .headline("  " + mesh + "   the mesh it was made from")
                .headline("  " + cache + "   and its frames")
                .blank()
                .headline("Try next: " + command + " fit " + mesh + " --error 2 -o better.glb");
    }
}
