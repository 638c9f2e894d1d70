package dev.sinew.cli;

import dev.sinew.io.ModelFile;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew evaluate}: how far a model is from a sequence. */
@Command(
        name = "evaluate",
        header = "How far a model is from the sequence it stands for, in every metric.",
        customSynopsis = "sinew evaluate MODEL --against SEQ [options]",
        description = {
            "",
            "Frame k of the sequence is compared with key k of the clip. A model in two layers (SINEW_two_layer) is",
            "measured as it plays in them; what engines play that do not know them is error.fallback in the JSON."
        },
        footer = {
            "",
            "Examples:",
            "  sinew evaluate cape.glb --against cape.obj",
            "  sinew evaluate walk.glb --clip walk --against frames/ --json -"
        })
final class EvaluateCommand extends Verb {
    /** The model, and frame files where the shell expanded a glob behind --against. */
    @Parameters(paramLabel = "MODEL", arity = "1..*", description = "A .glb or .gltf.")
    private List<Path> paths;

    @Option(
            names = "--against",
            required = true,
            order = 1,
            paramLabel = "SEQ",
            description =
                    "The sequence: a mesh with a point cache beside it, a folder or glob of frames, an .abc or a glTF.")
    private List<Path> against;

    @Mixin
    private SequenceOptions sequenceOptions;

    @Mixin
    private ShowOptions show;

    EvaluateCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Path file = modelFile();
        show.check();
        ModelFile read = Inputs.modelFile(file, session);
        SkinnedModel model = read.model();
        Clip clip = Inputs.clip(file, model, sequenceOptions.clip());
        Inputs.NamedSequence truth = Inputs.sequence(sequenceOptions.inputBesideModel(sequenceFiles(file)), session);
        requireComparable(file, model, clip, truth);
        PlayedErrors errors = session.stage(
                "measure", "measuring", () -> PlayedErrors.of(read, clip, truth.sequence(), session.workers()));
        SequenceError error = errors.error();

        show(
                new Showcase(file.toString(), "against " + truth.file(), truth.sequence(), model, clip, error)
                        .withLayers(read.twoLayer()),
                session);
        Sheet sheet = new Sheet().headline(file + " against " + truth.file() + ": " + MeshFacts.line(truth.sequence()));
        ErrorRows.add(sheet.blank(), error);
        errors.fallback().ifPresent(fallback -> ErrorRows.addFallback(sheet, fallback));
        session.answer(sheet.notes(truth.notes()));
        session.report(() -> newReport()
                .input(input(file, model, clip, truth))
                .options(options(clip))
                .result(result(read, clip, truth.notes()))
                .error(error, errors.fallback())
                .seconds(session.seconds())
                .tree());
    }

    private void show(Showcase showcase, Session session) {
        show.show(session, () -> showcase.page().withCommand(commandLine()), picture -> showcase.writePicture(picture));
    }

    private Path modelFile() {
        List<Path> models = paths.stream().filter(Inputs::namesModel).toList();
        if (models.size() == 1) {
            return models.get(0);
        }
        throw new WrongUsageException(
                models.isEmpty()
                        ? "evaluate needs a MODEL that ends in .glb or .gltf, not " + paths.get(0)
                        : "evaluate takes one MODEL, not " + models.size());
    }

    private List<Path> sequenceFiles(Path model) {
        List<Path> files = new ArrayList<>(against);
        paths.stream().filter(path -> !path.equals(model)).forEach(files::add);
        return files;
    }

    private static void requireComparable(Path file, SkinnedModel model, Clip clip, Inputs.NamedSequence truth) {
        MeshSequence sequence = truth.sequence();
        if (model.vertexCount() != sequence.vertexCount()) {
            throw new RefusedException(file + " has " + model.vertexCount() + " vertices and " + truth.file() + " has "
                    + sequence.vertexCount() + ", they must be the same mesh");
        }
        int keys = clip.motion().frameCount();
        if (keys != sequence.frameCount()) {
            throw new RefusedException(
                    "clip '" + clip.name() + "' of " + file + " has " + keys + " frames and " + truth.file() + " has "
                            + sequence.frameCount() + ", they must be equally many (--range picks frames)");
        }
    }

    private static Map<String, Object> input(Path file, SkinnedModel model, Clip clip, Inputs.NamedSequence truth) {
        Map<String, Object> input =
                RunReport.input(file.toString(), model.rest(), clip.motion().frameCount());
        input.put(
                "against",
                RunReport.input(
                        truth.file(), truth.sequence().rest(), truth.sequence().frameCount()));
        return input;
    }

    private Map<String, Object> options(Clip clip) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.putAll(sequenceOptions.described());
        options.put("clip", clip.name());
        return options;
    }

    private static Map<String, Object> result(ModelFile read, Clip clip, List<String> notes) {
        SkinnedModel model = read.model();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("bones", model.boneCount());
        result.put("boneType", RunReport.lowerCase(model.boneType()));
        result.put("influences", model.weights().maxInfluences());
        result.putAll(ModelFacts.cost(read));
        result.put("clip", clip.name());
        result.put("notes", notes);
        return result;
    }
}
