package dev.sinew.show.made;

import dev.sinew.job.LinearizeMade;
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

/** A linearised rig beside the operator it stands for and what linear skinning made of it before. */
record LinearizeLook(LinearizeMade made) implements Looks.Compared {
    private String operator() {
        return made.options().operator().word().toUpperCase(Locale.ROOT);
    }

    private String title() {
        return made.request().input().toString();
    }

    @Override
    public Showcase showcase() {
        String subtitle = made.blendBones().count() + " blend bones for " + operator();
        return new Showcase(title(), subtitle, made.truth(), made.model(), made.played(), made.error());
    }

    @Override
    public ReportData page(String command) {
        List<CurvePoint> curve = made.solved().curve();
        double[] counts = curve.stream().mapToDouble(CurvePoint::blendBones).toArray();
        double[] errors =
                curve.stream().mapToDouble(CurvePoint::envelopingError).toArray();
        SkinningSpeed speed = SkinningSpeed.of(made, made.options().operator());
        return ReportData.titled(title(), showcase().subtitle())
                .withOriginal(made.truth())
                .withModel("linearised", made.model(), made.played())
                .withModel("linear (LBS)", made.source(), made.shown())
                .withError(made.error())
                .withPlot(Plot.errorAgainstBones("EE", counts, errors))
                .withFacts("Enveloping error", generalisation())
                .withFacts("Milliseconds a frame, one thread", speed.facts())
                .withFacts("Where the bones went", places())
                .withFacts("Result", Showcase.facts(made.result()))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(notes());
    }

    private List<String> notes() {
        List<String> all = new ArrayList<>(made.notes());
        all.add("'Original' is what " + operator() + " makes of "
                + made.shown().name()
                + "; 'All' shows it beside linear skinning before and after, 'Difference' what is left");
        return all;
    }

    private List<Fact> generalisation() {
        List<Fact> facts = new ArrayList<>();
        for (LinearizeMade.Row row : made.rows()) {
            String name = row.name() + (row.seen() ? "" : " (unseen)");
            facts.add(Fact.of(name, row.linearized()).in("%").meaning("linearised, of what rigid parts would miss"));
            facts.add(Fact.of("… linear skinning", row.linear()).in("%").meaning("the file as it was"));
        }
        return facts;
    }

    private List<Fact> places() {
        List<Fact> facts = new ArrayList<>();
        for (int k = 0; k < made.blendBones().count(); k++) {
            String drivers = made.drivers(k).entrySet().stream()
                    .map(d -> d.getKey() + " " + Text.number(d.getValue()))
                    .collect(Collectors.joining(", "));
            facts.add(Fact.of("blend bone " + k, drivers));
        }
        return facts;
    }

    /**
     * Milliseconds a frame of the readable evaluators, on one thread and this machine (KCO09 Table 3 for one's own character).
     */
    private record SkinningSpeed(double linear, double nonlinear, double linearized, SkinningOperator operator) {
        private static final long AT_LEAST_NANOS = 150_000_000;

        static SkinningSpeed of(LinearizeMade result, SkinningOperator operator) {
            SkinnedModel source = result.source();
            BoneMotion motion = result.shown().motion();
            double[] xyz = new double[3 * source.vertexCount()];
            LinearSkinning linear = new LinearSkinning(source);
            OperatorSkinning nonlinear = new OperatorSkinning(source, operator);
            BonePose pose = BonePose.of(operator, source.skeleton().pivots());
            LinearizedModel made = result.solved().fitted().model();
            BlendBoneSkinning linearized = new BlendBoneSkinning(made.model(), made.blendBones());
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

        /** The better of two rounds: the first one is also the JIT's. */
        private static double time(int frames, IntConsumer frame) {
            double best = Double.POSITIVE_INFINITY;
            for (int round = 0; round < 2; round++) {
                long start = System.nanoTime();
                long spent = 0;
                int count = 0;
                while (spent < AT_LEAST_NANOS) {
                    frame.accept(count++ % frames);
                    spent = System.nanoTime() - start;
                }
                best = Math.min(best, 1e-6 * spent / count);
            }
            return best;
        }

        List<Fact> facts() {
            return List.of(
                    Fact.of("linear skinning as it was", linear).in("ms"),
                    Fact.of(operator.word().toUpperCase(Locale.ROOT), nonlinear).in("ms"),
                    Fact.of("linearised", linearized).in("ms"));
        }
    }
}
