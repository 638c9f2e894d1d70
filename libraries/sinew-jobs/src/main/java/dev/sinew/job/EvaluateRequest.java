package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.ModelFile;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How far a model is from a sequence. */
public record EvaluateRequest(
        // The model, and frame files where a shell expanded a glob behind the sequence.
        @Ask(label = "MODEL", required = true, help = "A .glb or .gltf.")
        List<Path> input,

        @Ask(
                label = "SEQ",
                required = true,
                help =
                        "The sequence: a mesh with a point cache beside it, a folder or glob of frames, an {.sequences} or a {.models}.")
        List<Path> against,

        SequenceChoice sequence)
        implements Job<EvaluateMade> {
    @Override
    public String command() {
        return "evaluate";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = sequence.reads(against);
        files.addAll(input);
        return files;
    }

    @Override
    public List<Path> writes() {
        return List.of();
    }

    @Override
    public EvaluateMade run(Desk desk) {
        Work work = begin(desk);
        Path file = modelFile();
        ModelFile read = Inputs.modelFile(file, work);
        Clip clip = Inputs.clip(file, read.model(), sequence.clipAsked());
        Inputs.NamedSequence truth = Inputs.sequence(sequence.inputBesideModel(sequenceFiles(file)), work);
        requireComparable(file, read.model(), clip, truth);
        PlayedErrors errors =
                work.stage("measure", "measuring", () -> PlayedErrors.of(read, clip, truth.sequence(), work.workers()));
        return new EvaluateMade(this, file, read, clip, noted(file, read.model(), truth), errors, work.seconds());
    }

    /** Says so where vertices are probably in another order. */
    private static Inputs.NamedSequence noted(Path file, SkinnedModel model, Inputs.NamedSequence truth) {
        int[] own = model.rest().triangles();
        if (2 * SharedFaces.count(own, truth.sequence().rest().triangles()) >= own.length / 3) {
            return truth;
        }
        List<String> notes = new ArrayList<>(truth.notes());
        notes.add("the faces of " + file + " join other vertices than those of " + truth.file()
                + ": where its vertices are in another order, as packing may put them, these errors say nothing");
        return new Inputs.NamedSequence(truth.file(), truth.sequence(), notes);
    }

    /** Refuses what names no model or several. */
    public Path modelFile() {
        List<Path> models = input.stream().filter(Inputs::isMeasurable).toList();
        if (models.size() == 1) {
            return models.get(0);
        }
        throw new WrongRequestException(
                models.isEmpty()
                        ? "evaluate needs a MODEL that ends in .glb, .gltf, .usda or .usdz, not " + input.get(0)
                        : "evaluate takes one MODEL, not " + models.size());
    }

    private List<Path> sequenceFiles(Path model) {
        List<Path> files = new ArrayList<>(against);
        input.stream().filter(path -> !path.equals(model)).forEach(files::add);
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
            throw new RefusedException("clip '" + clip.name() + "' of " + file + " has " + keys + " frames and "
                    + truth.file() + " has " + sequence.frameCount() + ", they must be equally many ("
                    + field("range") + " picks frames)");
        }
    }

    /** Tells meshes with the same vertices in another order apart: few of their faces are the same. */
    static final class SharedFaces {
        private SharedFaces() {}

        /**
         * How many triangles of the first mesh the second has, too, whatever their order and their first corner.
         *
         * @param first three vertices each, not modified; {@code second} the same
         */
        static long count(int[] first, int[] second) {
            long[] others = names(second);
            Arrays.sort(others);
            return Arrays.stream(names(first))
                    .filter(name -> Arrays.binarySearch(others, name) >= 0)
                    .count();
        }

        /** A number per triangle; two that are not the same hardly ever share one. */
        private static long[] names(int[] triangles) {
            long[] names = new long[triangles.length / 3];
            for (int t = 0; t < names.length; t++) {
                int a = triangles[3 * t];
                int b = triangles[3 * t + 1];
                int c = triangles[3 * t + 2];
                int low = Math.min(a, Math.min(b, c));
                int high = Math.max(a, Math.max(b, c));
                names[t] = ((long) low << 32 | high) * 31 + (a ^ b ^ c);
            }
            return names;
        }
    }
}
