package dev.sinew.show.result;

import dev.sinew.job.LinearizeJobResult;
import dev.sinew.job.text.Text;
import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.BonePose;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** The view of a linearised rig: the operator it approximates, and linear skinning before and after. */
record LinearizeView(LinearizeJobResult result) implements ResultViews.Compared {
    private String operator() {
        return result.options().operator().word().toUpperCase(Locale.ROOT);
    }

    private String title() {
        return result.request().input().toString();
    }

    @Override
    public Showcase showcase() {
        String subtitle = result.blendBones().count() + " blend bones for " + operator();
        return new Showcase(title(), subtitle, result.truth(), result.model(), result.played(), result.error());
    }

    @Override
    public ReportData page(String command) {
        List<CurvePoint> curve = result.solved().curve();
        double[] counts = curve.stream().mapToDouble(CurvePoint::blendBones).toArray();
        double[] errors =
                curve.stream().mapToDouble(CurvePoint::envelopingError).toArray();
        SkinningSpeed speed = SkinningSpeed.of(result, result.options().operator());
        return ReportData.titled(title(), showcase().subtitle())
                .withOriginal(result.truth())
                .withModel("linearised", result.model(), result.played())
                .withModel("linear (LBS)", result.source(), result.shown())
                .withError(result.error())
                .withPlot(Plot.errorAgainstBones("EE", counts, errors))
                .withFacts("Enveloping error", generalisation())
                .withFacts("Milliseconds per frame, one thread", speed.facts())
                .withFacts("Blend bones", blendBoneDrivers())
                .withFacts("Result", Showcase.facts(result.result()))
                .withFacts("Seconds", Showcase.facts(result.seconds()))
                .withCommand(command)
                .withNotes(notes());
    }

    private List<String> notes() {
        List<String> all = new ArrayList<>(result.notes());
        all.add("'Original' is the result of " + operator() + " on "
                + result.shown().name()
                + "; 'All' compares it with linear skinning before and after, 'Difference' shows the remaining error");
        return all;
    }

    private List<Fact> generalisation() {
        List<Fact> facts = new ArrayList<>();
        for (LinearizeJobResult.Row row : result.rows()) {
            String name = row.name() + (row.seen() ? "" : " (unseen)");
            facts.add(Fact.of(name, row.linearized())
                    .in("%")
                    .meaning("linearised, relative to the error of rigid parts"));
            facts.add(Fact.of("… linear skinning", row.linear()).in("%").meaning("the input file"));
        }
        return facts;
    }

    private List<Fact> blendBoneDrivers() {
        List<Fact> facts = new ArrayList<>();
        for (int k = 0; k < result.blendBones().count(); k++) {
            String drivers = result.drivers(k).entrySet().stream()
                    .map(d -> d.getKey() + " " + Text.number(d.getValue()))
                    .collect(Collectors.joining(", "));
            facts.add(Fact.of("blend bone " + k, drivers));
        }
        return facts;
    }

    /** Milliseconds per frame of the reference evaluators, on one thread of this machine (KCO09 Table 3). */
    private record SkinningSpeed(double linear, double nonlinear, double linearized, SkinningOperator operator) {
        private static final long MIN_NANOS = 150_000_000;

        static SkinningSpeed of(LinearizeJobResult result, SkinningOperator operator) {
            SkinnedModel source = result.source();
            BoneMotion motion = result.shown().motion();
            double[] xyz = new double[3 * source.vertexCount()];
            LinearSkinning linear = new LinearSkinning(source);
            OperatorSkinning nonlinear = new OperatorSkinning(source, operator);
            BonePose pose = BonePose.of(operator, source.skeleton().pivots());
            LinearizedModel linearizedModel = result.solved().fitted().model();
            BlendBoneSkinning linearized = new BlendBoneSkinning(linearizedModel.model(), linearizedModel.blendBones());
            int frames = motion.frameCount();
            return new SkinningSpeed(
                    time(frames, f -> linear.positions(motion, f, xyz)),
                    time(frames, f -> {
                        pose.load(motion.matrices(), motion.offset(f, 0));
                        nonlinear.positions(pose, 0, source.vertexCount(), xyz);
                    }),
                    time(frames, f -> linearized.positions(motion.matrices(), motion.offset(f, 0), xyz)),
                    operator);
        }

        /** The better of two rounds, because the first includes JIT compilation. */
        private static double time(int frames, IntConsumer frame) {
            double best = Double.POSITIVE_INFINITY;
            for (int round = 0; round < 2; round++) {
                long start = System.nanoTime();
                long spent = 0;
                int count = 0;
                while (spent < MIN_NANOS) {
                    frame.accept(count++ % frames);
                    spent = System.nanoTime() - start;
                }
                best = Math.min(best, 1e-6 * spent / count);
            }
            return best;
        }

        List<Fact> facts() {
            return List.of(
                    Fact.of("linear skinning before", linear).in("ms"),
                    Fact.of(operator.word().toUpperCase(Locale.ROOT), nonlinear).in("ms"),
                    Fact.of("linearised", linearized).in("ms"));
        }
    }
}
