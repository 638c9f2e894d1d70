package dev.sinew.cli;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFormat;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.bvh.Bvh;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew convert}: between the formats that are read and written. */
@Command(
        name = "convert",
        header = "Between formats: sequences, meshes, models, and models to sequences.",
        customSynopsis = "sinew convert IN… -o OUT [options]",
        footer = {
            "",
            "Examples:",
            "  sinew convert frames/ -o cape.pc2               frames → cache and cape.obj",
            "  sinew convert cape.obj -o frames/cape.ply       cache → one PLY a frame",
            "  sinew convert cape.abc -o cape.pc2              Alembic → cache, and back with -o cape.abc",
            "  sinew convert cape.glb -o cape.mdd --fps 24     what any glTF plays → cache",
            "  sinew convert cape.glb -o cape.gltf",
            "  sinew convert walk.glb -o walk.fbx              rigid and similarity bones",
            "  sinew convert biped.glb --clip walk -o walk.bvh the motion of a skeleton alone"
        })
final class ConvertCommand extends Verb {
    @Parameters(
            paramLabel = "IN",
            arity = "1..*",
            description =
                    "A mesh, a mesh with a point cache beside it, a folder, a glob or the files of frames, an .abc,"
                            + " or any .glb, .gltf or .fbx.")
    private List<Path> paths;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT",
            description =
                    "The ending decides: .abc, .pc2 or .mdd (the mesh goes beside it as .obj), FOLDER/NAME.obj or .ply for"
                            + " one file a frame, .glb, .gltf or .fbx for models, .bvh for the"
                            + " motion of a skeleton.")
    private Path output;

    @Option(
            names = "--unit",
            order = 2,
            paramLabel = "m|cm",
            description = "What one unit of an .fbx is (m). Its coordinates are metres, or centimetres for engines that"
                    + " take every file to be in those.")
    private String unit;

    @Mixin
    private SequenceOptions sequenceOptions;

    ConvertCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        boolean fromModel = paths.size() == 1 && Inputs.namesAnyModel(paths.get(0));
        boolean toModel = Inputs.namesAnyModel(output);
        if (unit != null && !Outputs.endsIn(output, ".fbx")) {
            throw new WrongUsageException("--unit is for .fbx, the output is " + output);
        }
        if (toModel && !fromModel) {
            throw new WrongUsageException("convert does not make a model of a sequence, 'sinew fit' does");
        }
        boolean toMotion = Outputs.endsIn(output, ".bvh");
        if (toMotion && !fromModel) {
            throw new WrongUsageException("convert makes .bvh of a model with a skeleton, not of a sequence");
        }
        if (toMotion) {
            AtomicFile.requireWritable(output);
        } else if (toModel) {
            AtomicFile.requireWritable(output);
            unit();
        } else {
            Outputs.requireSequence(output);
        }
        if (toMotion) {
            sequenceOptions.requireUnused("a model");
            convertMotion(paths.get(0), session);
        } else if (toModel) {
            sequenceOptions.requireUnused("a model");
            convertModel(paths.get(0), session);
        } else {
            convertFrames(session);
        }
    }

    private void convertModel(Path file, Session session) {
        SkinnedModel model = Inputs.model(file, session);
        SkinnedModel kept = sequenceOptions
                .clip()
                .map(name -> withClips(model, List.of(Inputs.clip(file, model, Optional.of(name)))))
                .orElse(model);
        session.writing("write", "writing " + output, () -> Models.write(kept, output, unit()));
        tell(session, file.toString(), kept.rest(), frames(kept));
    }

    private void convertMotion(Path file, Session session) {
        SkinnedModel model = Inputs.model(file, session);
        Clip clip = Inputs.clip(file, model, sequenceOptions.clip());
        session.writing("write", "writing " + output, () -> {
            Bvh.write(model, clip, output);
            return output;
        });
        tell(session, file.toString(), model.rest(), clip.motion().frameCount());
    }

    private ModelFormat.Unit unit() {
        return switch (unit == null ? "m" : unit) {
            case "m" -> ModelFormat.Unit.METRE;
            case "cm" -> ModelFormat.Unit.CENTIMETRE;
            default -> throw new WrongUsageException("--unit " + unit + " must be m or cm");
        };
    }

    private static SkinnedModel withClips(SkinnedModel model, List<Clip> clips) {
        return new SkinnedModel(model.rest(), model.weights(), model.skeleton(), model.boneType(), clips);
    }

    private static int frames(SkinnedModel model) {
        return model.clips().stream()
                .mapToInt(clip -> clip.motion().frameCount())
                .sum();
    }

    private void convertFrames(Session session) {
        SequenceInput input = sequenceOptions.input(paths);
        if (Inputs.isLoneMesh(input) && Outputs.endsIn(output, ".obj", ".ply")) {
            Mesh mesh = Inputs.mesh(input, session);
            session.writing("write", "writing " + output, () -> {
                MeshSequences.writeMesh(mesh, output);
                return output;
            });
            tell(session, Text.paths(paths), mesh, 1);
        } else {
            Inputs.NamedSequence named = Inputs.sequence(input, session);
            write(session, named.file(), named.sequence());
        }
    }

    private void write(Session session, String input, MeshSequence sequence) {
        session.writing("write", "writing " + output, () -> {
            MeshSequences.write(sequence, output);
            return output;
        });
        tell(session, input, sequence.rest(), sequence.frameCount());
    }

    private void tell(Session session, String input, Mesh mesh, int frames) {
        session.summary(new Sheet()
                .headline(input + " → " + output + ": " + Text.count(mesh.vertexCount()) + " vertices, "
                        + Text.count(frames, "frame")));
        session.report(() -> newReport()
                .input(RunReport.input(input, mesh, frames))
                .options(sequenceOptions.described())
                .result(Map.of("file", output.toString()))
                .seconds(session.seconds())
                .tree());
    }
}
