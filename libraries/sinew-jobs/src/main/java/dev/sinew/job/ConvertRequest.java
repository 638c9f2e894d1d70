package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.bvh.Bvh;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.ReorderChoice;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.RunTree;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Between the formats that are read and written. */
public record ConvertRequest(
        @Ask(
                label = "IN",
                required = true,
                help =
                        "A mesh ({.meshes}), a mesh with a point cache beside it, a folder, a glob or the files of frames,"
                                + " an {.sequences}, or any {.models}.")
        List<Path> input,

        @Ask(
                label = "OUT",
                required = true,
                help =
                        "The ending decides: {.writtenSequences}; {.writtenCaches} (the mesh goes beside it as .obj); FOLDER/NAME"
                                + " with {.writtenMeshes} for one file a frame; {.writtenModels} for models (as USD a model stays one,"
                                + " a sequence becomes points with time samples); .bvh for the motion of a skeleton.")
        Path output,

        @Ask(
                label = "m|cm",
                words = {"m", "cm"},
                help = "What one unit of an .fbx is (m). Its coordinates are metres, or centimetres for engines that"
                        + " take every file to be in those.")
        String unit,

        SequenceChoice sequence,
        StorageChoice storage,
        ReorderChoice reorder)
        implements Job<ConvertRequest.ConvertMade> {
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
    public ConvertMade run(Desk desk) {
        Work work = begin(desk);
        boolean fromModel = input.size() == 1 && Inputs.isAnyModel(input.get(0));
        boolean toUsd = Formats.USD.names(output);
        boolean toModel = toUsd ? fromModel : Formats.isNamed(output, format -> format.writes(Content.MODEL));
        boolean toMotion = Formats.BVH.names(output);
        check(fromModel, toModel, toMotion);
        if (!toModel && !toMotion) {
            Outputs.requireSequence(work.place(output));
            return convertFrames(work);
        }
        AtomicFile.requireWritable(work.place(output));
        sequence.requireUnused("a model");
        return toModel ? convertModel(input.get(0), work) : convertMotion(input.get(0), work);
    }

    private void check(boolean fromModel, boolean toModel, boolean toMotion) {
        storage.check(output);
        reorder.check(output, storage);
        if (unit != null && !Formats.FBX.names(output)) {
            throw new WrongRequestException(field("unit") + " is for .fbx, the output is " + output);
        }
        if (toModel && !fromModel) {
            throw new WrongRequestException("convert does not make a model of a sequence, 'sinew fit' does");
        }
        if (toMotion && !fromModel) {
            throw new WrongRequestException("convert makes .bvh of a model with a skeleton, not of a sequence");
        }
    }

    private ConvertMade convertModel(Path file, Work work) {
        ModelFile read = Inputs.modelFile(file, work);
        SkinnedModel kept = chosen(file, read.model());
        Optional<SkinnedModel> fallback = read.fallback().map(skin -> chosen(file, skin));
        Path target = work.place(output);
        work.writing("write", "writing " + output, () -> write(kept, fallback, target));
        int frames = kept.clips().stream()
                .mapToInt(clip -> clip.motion().frameCount())
                .sum();
        return made(file.toString(), kept.rest(), frames, work);
    }

    private SkinnedModel chosen(Path file, SkinnedModel model) {
        return sequence.clipAsked()
                .map(name -> model.withClips(List.of(Inputs.clip(file, model, Optional.of(name)))))
                .orElse(model);
    }

    private WrittenModel write(SkinnedModel model, Optional<SkinnedModel> fallback, Path target) {
        if (!Inputs.namesModel(output)) {
            boolean centimetres = "cm".equalsIgnoreCase(unit);
            Storage metres = storage.storage();
            return Models.write(
                    ModelContent.of(model), target, centimetres ? metres.in(Storage.Unit.CENTIMETRE) : metres);
        }
        ReorderChoice.Written ordered = reorder.of(model);
        ModelContent content = ModelContent.of(ordered.apply(model)).withFallback(fallback.map(ordered::apply));
        return Models.write(content, target, storage.storage());
    }

    private ConvertMade convertMotion(Path file, Work work) {
        SkinnedModel model = Inputs.model(file, work);
        Clip clip = Inputs.clip(file, model, sequence.clipAsked());
        work.writing("write", "writing " + output, () -> Bvh.write(model, clip, work.place(output)));
        return made(file.toString(), model.rest(), clip.motion().frameCount(), work);
    }

    private ConvertMade convertFrames(Work work) {
        SequenceInput from = sequence.input(input);
        if (Inputs.isLoneMesh(from) && Outputs.writesMesh(output)) {
            Mesh mesh = Inputs.mesh(from, work);
            work.writing("write", "writing " + output, () -> MeshSequences.writeMesh(mesh, work.place(output)));
            return made(Text.paths(input), mesh, 1, work);
        }
        Inputs.NamedSequence named = Inputs.sequence(from, work);
        work.writing("write", "writing " + output, () -> MeshSequences.write(named.sequence(), work.place(output)));
        return made(named.file(), named.sequence().rest(), named.sequence().frameCount(), work);
    }

    private ConvertMade made(String file, Mesh mesh, int frames, Work work) {
        return new ConvertMade(this, file, mesh, frames, work.seconds());
    }

    /** What was converted. */
    public record ConvertMade(ConvertRequest request, String input, Mesh mesh, int frames, Map<String, Double> seconds)
            implements Made {
        @Override
        public List<String> notes() {
            return List.of();
        }

        @Override
        public Map<String, Object> tree() {
            Map<String, Object> options = new LinkedHashMap<>(request.sequence().described());
            options.putAll(request.storage().described());
            return new RunTree("convert")
                    .input(RunTree.input(input, mesh, frames))
                    .options(options)
                    .result(Map.of("file", request.output().toString()))
                    .seconds(seconds)
                    .tree();
        }
    }
}
