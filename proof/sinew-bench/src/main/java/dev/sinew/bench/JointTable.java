package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.math.Workers;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.Progress;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * How a character's enveloping error divides over its joints, and what is left of each joint's part when it gets so many
 * blend bones for itself: how many are needed in all, whatever places them. A joint is the two strongest bones of a
 * vertex. Parts are in EE² of the whole, so they add up.
 */
final class JointTable {
    private static final int POSES = 12;
    private static final int MOST = 5;
    private static final int[] TOTALS = {0, 10, 20, 30, 40, 60, 80};

    private final SkinnedModel model;
    private final BoneMotion poses;
    private final Workers workers;
    private final Markdown markdown;
    /** Least EE² for so many bones over the joints so far. */
    private double[] least = new double[TOTALS[TOTALS.length - 1] + 1];

    private JointTable(SkinnedModel model, BoneMotion poses, Workers workers, PrintStream out) {
        this.model = model;
        this.poses = poses;
        this.workers = workers;
        List<String> header = new ArrayList<>(List.of("joint", "vertices", "linear"));
        for (int count = 1; count <= MOST; count++) {
            header.add(String.valueOf(count));
        }
        this.markdown = new Markdown(out, header);
    }

    static void print(Flags flags, Path root, PrintStream out) {
        String name = flags.text("only", "CesiumMan");
        GltfPlayer player = GltfPlayer.open(Data.of(flags, root).folder().resolve("characters/" + name + ".glb"));
        out.println("EE² of " + name + " in " + POSES + " generated poses by joint, with 0 to " + MOST
                + " blend bones for each joint alone.\n");
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            BoneMotion poses = RangeOfMotion.defaults().poses(player.restPose(), POSES);
            JointTable table = new JointTable(player.model(), poses, workers, out);
            table.rows();
            out.println("\nShared out as well as can be, no bone serving two joints:");
            for (int total : TOTALS) {
                out.println(total + " blend bones: EE " + number("%.1f", Math.sqrt(table.least[total])));
            }
        }
    }

    private void rows() {
        double whole = linear(model).rigid();
        for (var joint : joints().entrySet()) {
            SkinnedModel part = only(joint.getValue());
            double share = linear(part).rigid() / whole;
            List<String> cells = new ArrayList<>();
            cells.add(joint.getKey());
            cells.add(String.valueOf(joint.getValue().size()));
            double[] left = new double[MOST + 1];
            for (int count = 0; count <= MOST; count++) {
                double error = solve(part, count);
                left[count] = error * error * share;
                cells.add(number("%.2f", left[count]));
            }
            markdown.row(cells);
            least = shareOut(least, left);
        }
    }

    private TreeMap<String, List<Integer>> joints() {
        TreeMap<String, List<Integer>> joints = new TreeMap<>();
        SkinWeights weights = model.weights();
        for (int i = 0; i < model.vertexCount(); i++) {
            if (weights.influencesOf(i) > 1) {
                int row = i * weights.influences();
                List<String> names = new ArrayList<>(List.of(
                        model.skeleton().names().get(weights.bones()[row]),
                        model.skeleton().names().get(weights.bones()[row + 1])));
                names.sort(null);
                joints.computeIfAbsent(String.join(" – ", names), key -> new ArrayList<>())
                        .add(i);
            }
        }
        return joints;
    }

    /** The model with only these vertices blended: the others follow their strongest bone, and count for nothing. */
    private SkinnedModel only(List<Integer> vertices) {
        SkinWeights weights = model.weights();
        int places = weights.influences();
        double[] kept = new double[weights.weights().length];
        for (int i = 0; i < model.vertexCount(); i++) {
            kept[i * places] = 1;
        }
        for (int i : vertices) {
            System.arraycopy(weights.weights(), i * places, kept, i * places, places);
        }
        SkinWeights sharp = SkinWeights.of(places, weights.bones(), kept);
        return model.withWeights(sharp).withClips(List.of());
    }

    private double solve(SkinnedModel part, int count) {
        LinearizeResult result = Linearization.linearize(
                new LinearizeInput(part, poses),
                LinearizeOptions.defaults(new LinearizeOptions.BlendBones(count)),
                Progress.SILENT);
        return result.curve().get(result.curve().size() - 1).envelopingError();
    }

    private EnvelopingError linear(SkinnedModel part) {
        LinearSkinning linear = new LinearSkinning(part);
        OperatorSkinning truth = new OperatorSkinning(part, SkinningOperator.DUAL_QUATERNION);
        return EnvelopingError.of(
                (f, from, to, xyz) -> linear.positions(poses.matrices(), poses.offset(f, 0), from, to, xyz),
                (f, from, to, xyz) -> truth.positions(poses, f, from, to, xyz),
                part.rest().positions(),
                part.weights(),
                poses,
                workers);
    }

    private static double[] shareOut(double[] before, double[] left) {
        double[] after = new double[before.length];
        Arrays.fill(after, Double.POSITIVE_INFINITY);
        for (int total = 0; total < after.length; total++) {
            for (int count = 0; count < left.length && count <= total; count++) {
                after[total] = Math.min(after[total], before[total - count] + left[count]);
            }
        }
        return after;
    }
}
