package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.bench.baseline.HalfwayBones;
import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.linearize.TrainingFrames;
import dev.sinew.math.Workers;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.RestPose;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.Progress;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Enveloping error against blend bones (KCO09 Fig. 8), beside half-way bones, and on frames not learnt from (Table 4). */
final class LinearizeTable {
    private static final int[] COUNTS = {0, 1, 2, 4, 8, 10, 12, 15, 20, 30};
    private static final int POSES = 12;

    private final PrintStream out;
    private final Markdown markdown;

    private LinearizeTable(PrintStream out) {
        this.out = out;
        List<String> header = new ArrayList<>(List.of("model (vertices, bones)", "poses", "half-way bones"));
        for (int count : COUNTS) {
            header.add(String.valueOf(count));
        }
        header.add("all of its clip, 10");
        header.add("seconds, 15");
        this.markdown = new Markdown(out, header);
    }

    static void print(Flags flags, Path root, PrintStream out) {
        Machine.describe(out);
        out.println("EE of dual-quaternion skinning by linear skinning with so many blend bones.\n");
        LinearizeTable table = new LinearizeTable(out);
        for (String name : List.of("twisted-box", "elastic-tube", "biped")) {
            ModelSample sample = Samples.modelNamed(name).orElseThrow();
            int vertices = name.equals("biped") ? 8000 : sample.defaultVertices();
            SkinnedModel model = sample.make(vertices);
            table.row(name, model, "own", own(model));
        }
        SkinnedModel chain = BoneChain.of(8000, 60);
        table.row("chain", chain, "generated", RangeOfMotion.defaults().poses(RestPose.of(chain.skeleton()), POSES));
        Path folder = Data.of(flags, root).folder().resolve("characters");
        for (String name : List.of("CesiumMan", "RiggedFigure")) {
            GltfPlayer player = GltfPlayer.open(folder.resolve(name + ".glb"));
            BoneMotion generated = RangeOfMotion.defaults().poses(player.restPose(), POSES);
            table.row(name, player.model(), "generated", generated);
            table.row(name, player.model(), "own", own(player.model()));
        }
    }

    private static BoneMotion own(SkinnedModel model) {
        return TrainingFrames.motion(model.clips(), TrainingFrames.pick(model, model.clips(), POSES));
    }

    private void row(String name, SkinnedModel model, String poses, BoneMotion training) {
        List<String> cells = new ArrayList<>();
        cells.add(name + " (" + model.vertexCount() + ", " + model.boneCount() + ")");
        cells.add(poses + ", " + training.frameCount());
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            HalfwayBones halfway = new HalfwayBones(model, training, HalfwayBones.Added.HALFWAY);
            cells.add(number("%.2f", halfway.envelopingError(training, workers)) + " (" + halfway.count() + ")");
            double unseen = Double.NaN;
            double seconds = Double.NaN;
            for (int count : COUNTS) {
                long start = System.nanoTime();
                LinearizeResult result = Linearization.linearize(
                        new LinearizeInput(model, training),
                        LinearizeOptions.defaults(new LinearizeOptions.BlendBones(count)),
                        Progress.SILENT);
                seconds = count == 15 ? (System.nanoTime() - start) * 1e-9 : seconds;
                CurvePoint last = result.curve().get(result.curve().size() - 1);
                cells.add(number("%.2f", last.envelopingError()));
                if (count == 10 && !model.clips().isEmpty()) {
                    unseen = onClip(model, result.fitted().model(), workers);
                }
            }
            cells.add(Double.isNaN(unseen) ? "–" : number("%.2f", unseen));
            cells.add(number("%.2f", seconds));
        }
        markdown.row(cells);
        out.flush();
    }

    private static double onClip(SkinnedModel model, LinearizedModel made, Workers workers) {
        BoneMotion motion = model.clips().get(0).motion();
        BoneMotion played = new BlendBoneSkinning(made.model(), made.blendBones()).extend(motion);
        LinearSkinning linear = new LinearSkinning(made.model());
        OperatorSkinning truth = new OperatorSkinning(model, SkinningOperator.DUAL_QUATERNION);
        return EnvelopingError.of(
                        (f, from, to, xyz) -> linear.positions(played.matrices(), played.offset(f, 0), from, to, xyz),
                        (f, from, to, xyz) -> truth.positions(motion, f, from, to, xyz),
                        model.rest().positions(),
                        model.weights(),
                        motion,
                        workers)
                .value();
    }
}
