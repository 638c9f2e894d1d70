package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.bvh.Bvh;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.ClipChoice;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.ReorderChoice;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.RunTree;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts between file formats. */
public record ConvertRequest(
        @OptionInfo(
                label = "IN",
                required = true,
                help = "Mesh, sequence, frames or model.",
                details =
                        "Meshes: {.meshes}. Sequences: {.sequences}, or a mesh with a point cache beside it. Frames: a folder, a quoted glob or a list of files. Models: {.models}.")
        List<Path> input,

        @OptionInfo(
                label = "OUT",
                required = true,
                help = "File to write; its ending selects the format.",
                details =
                        "Sequences: {.writtenSequences}; {.writtenCaches} (the mesh goes beside it as .obj); FOLDER/NAME with {.writtenMeshes} for one file per frame. Models: {.writtenModels}. As USD a model stays a model, and a sequence becomes points with time samples. .bvh: the motion of a skeleton.")
        Path output,

        @OptionInfo(
                label = "m|cm",
                words = {"m", "cm"},
                group = OptionGroup.OUTPUT,
                help = "Unit of an .fbx file: m or cm.",
                defaultText = "m",
                details = "cm suits programs that read every file as centimetres.")
        String unit,

        SequenceChoice sequence,
        StorageChoice storage,
        ReorderChoice reorder)
        implements Job<ConvertRequest.ConvertJobResult> {
    @Override
    public String command() {
        return "convert";
    }

    @Override
    public List<Path> reads() {
        return sequence.reads(input);
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    @Override
    public ConvertJobResult run(JobContext context) {
        JobRun run = begin(context);
        boolean fromModel = input.size() == 1 && Inputs.isAnyModel(input.get(0));
        boolean toUsd = Formats.USD.names(output);
        boolean toModel = toUsd ? fromModel : Formats.isNamed(output, format -> format.writes(Content.MODEL));
        boolean toMotion = Formats.BVH.names(output);
        boolean onlyMotion = input.size() == 1 && Models.isOnlyMotion(input.get(0));
        if (onlyMotion && !toMotion) {
            throw new InvalidInputException(
                    input.get(0)
                            + " contains a skeleton with motion but no mesh; convert it to .bvh, or put the motion onto a model with 'sinew retarget'");
        }
        check(fromModel || onlyMotion, toModel, toMotion);
        if (!toModel && !toMotion) {
            Outputs.requireSequence(run.place(output));
            return convertFrames(run);
        }
        AtomicFile.requireWritable(run.place(output));
        sequence.requireUnused("a model");
        return toModel ? convertModel(input.get(0), run) : convertMotion(input.get(0), run);
    }

    private void check(boolean fromModel, boolean toModel, boolean toMotion) {
        storage.check(output);
        reorder.check(output, storage);
        if (unit != null && !Formats.FBX.names(output)) {
            throw new InvalidRequestException(field("unit") + " applies to .fbx only, but the output is " + output);
        }
        if (toModel && !fromModel) {
            throw new InvalidRequestException("convert cannot turn a sequence into a model; use 'sinew fit'");
        }
        if (toMotion && !fromModel) {
            throw new InvalidRequestException(
                    "convert writes .bvh only from a model with a skeleton; use 'sinew rig --bvh' for a sequence");
        }
    }

    private ConvertJobResult convertModel(Path file, JobRun run) {
        ModelDocument document = chosen(file, Inputs.modelFile(file, run).document());
        Path target = run.place(output);
        WrittenModel written = run.stage("write", "writing " + output, () -> write(document, target));
        int frames = document.model().clips().stream()
                .mapToInt(clip -> clip.motion().frameCount())
                .sum();
        List<String> notes = new ArrayList<>(document.notes());
        notes.addAll(written.notes());
        return made(file.toString(), document.model().rest(), frames, notes, run);
    }

    private ModelDocument chosen(Path file, ModelDocument document) {
        return sequence.clipAsked()
                .map(name -> document.withClips(clips -> Inputs.clips(file, clips, name)))
                .orElse(document);
    }

    private WrittenModel write(ModelDocument document, Path target) {
        if (!Inputs.namesModel(output)) {
            boolean centimetres = "cm".equalsIgnoreCase(unit);
            Storage metres = storage.storage();
            return Models.write(document, target, centimetres ? metres.in(Storage.Unit.CENTIMETRE) : metres);
        }
        return Models.write(reorder.of(document.model()).apply(document), target, storage.storage());
    }

    private ConvertJobResult convertMotion(Path file, JobRun run) {
        if (Models.isOnlyMotion(file)) {
            SkeletonMotion motion = run.stage("read", "reading " + file, () -> Models.readMotion(file));
            Clip only = ClipChoice.require(file.toString(), motion.clips(), Clip::name, sequence.clipAsked());
            run.writing("write", "writing " + output, () -> Bvh.write(motion, only, run.place(output)));
            Mesh none = motion.withoutMesh().rest();
            return made(file.toString(), none, only.motion().frameCount(), List.of(), run);
        }
        SkinnedModel model = Inputs.model(file, run);
        Clip clip = Inputs.clip(file, model, sequence.clipAsked());
        run.writing("write", "writing " + output, () -> Bvh.write(model, clip, run.place(output)));
        return made(file.toString(), model.rest(), clip.motion().frameCount(), List.of(), run);
    }

    private ConvertJobResult convertFrames(JobRun run) {
        SequenceInput from = sequence.input(input);
        if (Inputs.isLoneMesh(from) && Outputs.writesMesh(output)) {
            Mesh mesh = Inputs.mesh(from, run);
            run.writing("write", "writing " + output, () -> MeshSequences.writeMesh(mesh, run.place(output)));
            return made(Text.paths(input), mesh, 1, List.of(), run);
        }
        Inputs.NamedSequence named = Inputs.sequence(from, run);
        run.writing("write", "writing " + output, () -> MeshSequences.write(named.sequence(), run.place(output)));
        return made(named.file(), named.sequence().rest(), named.sequence().frameCount(), named.notes(), run);
    }

    private ConvertJobResult made(String file, Mesh mesh, int frames, List<String> notes, JobRun run) {
        return new ConvertJobResult(this, file, mesh, frames, notes, run.seconds());
    }

    /** The result of a conversion. */
    public record ConvertJobResult(
            ConvertRequest request,
            String input,
            Mesh mesh,
            int frames,
            List<String> notes,
            Map<String, Double> seconds)
            implements JobResult {
        @Override
        public Map<String, Object> tree() {
            Map<String, Object> options = new LinkedHashMap<>(request.sequence().described());
            options.putAll(request.storage().described());
            return new RunTree("convert")
                    .input(RunTree.input(input, mesh, frames))
                    .options(options)
                    .result(Map.of("file", request.output().toString(), "notes", notes))
                    .seconds(seconds)
                    .tree();
        }
    }
}
