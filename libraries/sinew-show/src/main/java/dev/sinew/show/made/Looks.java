package dev.sinew.show.made;

import dev.sinew.fit.FitResult;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.job.CompressMade;
import dev.sinew.job.EditMade;
import dev.sinew.job.EvaluateMade;
import dev.sinew.job.FitMade;
import dev.sinew.job.LinearizeMade;
import dev.sinew.job.Made;
import dev.sinew.job.PoseMade;
import dev.sinew.job.ReduceMade;
import dev.sinew.job.RigMade;
import dev.sinew.job.WeightsMade;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.show.made.WeightsLook.PoseLook;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ReportData.ShownClip;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which look each kind of result has, and the looks that are a model beside its sequence. */
final class Looks {
    private static final Map<Class<?>, Function<Made, Look>> LOOKS = new HashMap<>();

    static {
        add(FitMade.class, FitLook::new);
        add(RigMade.class, RigLook::new);
        add(CompressMade.class, CompressLook::new);
        add(ReduceMade.class, ReduceLook::new);
        add(EditMade.class, EditLook::new);
        add(WeightsMade.class, WeightsLook::new);
        add(PoseMade.class, PoseLook::new);
        add(EvaluateMade.class, EvaluateLook::new);
        add(LinearizeMade.class, LinearizeLook::new);
    }

    private Looks() {}

    /** The look of a result, or a refusal where its verb has none. */
    static Look of(Made made) {
        Function<Made, Look> look = LOOKS.get(made.getClass());
        if (look == null) {
            throw new IllegalArgumentException(
                    "there is nothing to see of " + made.getClass().getSimpleName());
        }
        return look.apply(made);
    }

    private static <M extends Made> void add(Class<M> type, Function<M, Look> look) {
        LOOKS.put(type, made -> look.apply(type.cast(made)));
    }

    /** A look of which the picture is the model beside the sequence it stands for. */
    interface Compared extends Look {
        Showcase showcase();

        @Override
        default void writePicture(Path file) {
            showcase().writePicture(file);
        }
    }

    /** A fit: its convergence, its curve, its numbers and the line that repeats it. */
    private record FitLook(FitMade made) implements Compared {
        @Override
        public Showcase showcase() {
            SkinnedModel model = made.model();
            String subtitle = model.boneCount() + " " + Text.lowerCase(model.boneType()) + " bones, at most "
                    + model.weights().maxInfluences() + " per vertex";
            return new Showcase(
                    made.task().input(), subtitle, made.task().truth().joined(), model, made.played(), made.error());
        }

        /** One take is what the page shows anyway. */
        private List<ShownClip> clips() {
            List<MeshSequence> takes = made.task().truth().sequences();
            return takes.size() < 2
                    ? List.of()
                    : takes.stream()
                            .map(take -> new ShownClip(take.name(), take.frameCount()))
                            .toList();
        }

        @Override
        public ReportData page(String command) {
            FitResult fit = made.fit();
            ReportData page = showcase().page().withClips(clips());
            if (fit.fitted().convergence().length > 1) {
                page = page.withPlot(Plot.convergence(
                        "E_RMS", fit.fitted().convergence(), made.error().erms()));
            }
            if (fit.curve().size() > 1) {
                double[] bones =
                        fit.curve().stream().mapToDouble(CurvePoint::bones).toArray();
                double[] errors =
                        fit.curve().stream().mapToDouble(CurvePoint::erms).toArray();
                page = page.withPlot(Plot.errorAgainstBones("E_RMS", bones, errors));
            }
            Map<String, Object> numbers = made.result();
            numbers.put("outcome", fit.fitted().outcome().name());
            numbers.put("iterations", fit.fitted().iterations());
            return page.withFacts("Result", Showcase.facts(numbers))
                    .withFacts("Options", Showcase.facts(made.task().settings()))
                    .withFacts("Seconds", Showcase.facts(made.seconds()))
                    .withCommand(command)
                    .withNotes(made.notes());
        }
    }

    /** A rig: its skeleton, its convergence, its numbers and the line that repeats it. */
    private record RigLook(RigMade made) implements Compared {
        @Override
        public Showcase showcase() {
            String subtitle = "a skeleton of " + Text.count(made.rig().bones(), "bone") + ", at most "
                    + made.model().weights().maxInfluences() + " per vertex";
            return new Showcase(
                    made.input(),
                    subtitle,
                    made.truth(),
                    made.model(),
                    made.model().clips().get(0),
                    made.error());
        }

        @Override
        public ReportData page(String command) {
            RigResult rig = made.rig();
            ReportData page = showcase()
                    .page()
                    .withCertainties(rig.joints().stream()
                            .collect(Collectors.toMap(RigResult.Joint::name, RigResult.Joint::certainty)));
            if (rig.fitted().convergence().length > 1) {
                page = page.withPlot(Plot.convergence(
                        "RMSE %", rig.fitted().convergence(), made.error().rmsePercent()));
            }
            if (rig.pruning().size() > 1) {
                double[] bones =
                        rig.pruning().stream().mapToDouble(PruningPoint::bones).toArray();
                double[] errors = rig.pruning().stream()
                        .mapToDouble(PruningPoint::rmsePercent)
                        .toArray();
                page = page.withPlot(Plot.errorAgainstBones("RMSE % without joints", bones, errors));
            }
            return page.withFacts("Result", Showcase.facts(made.result()))
                    .withFacts("Options", Showcase.facts(RigMade.described(made.options())))
                    .withFacts("Seconds", Showcase.facts(made.seconds()))
                    .withCommand(command)
                    .withNotes(made.notes());
        }
    }

    /** A reduction beside its input. */
    private record ReduceLook(ReduceMade made) implements Compared {
        @Override
        public Showcase showcase() {
            String subtitle = "at most " + Text.count(made.model().weights().maxInfluences(), "influence")
                    + " per vertex instead of "
                    + made.source().model().weights().maxInfluences();
            return new Showcase(
                    made.source().file(), subtitle, made.source().truth(), made.model(), made.clip(), made.error());
        }

        @Override
        public ReportData page(String command) {
            return showcase()
                    .page()
                    .withModel("input", made.source().model(), made.source().shown())
                    .withFacts("Result", Showcase.facts(made.result()))
                    .withFacts("Seconds", Showcase.facts(made.seconds()))
                    .withCommand(command)
                    .withNotes(made.notes());
        }
    }

    /** An edited model beside its input. */
    private record EditLook(EditMade made) implements Compared {
        @Override
        public Showcase showcase() {
            String subtitle = EditMade.bones(made.model()) + " after "
                    + Text.count(made.steps().size(), "edit");
            return new Showcase(made.source().file(), subtitle, made.truth(), made.model(), made.clip(), made.error());
        }

        @Override
        public ReportData page(String command) {
            // A clip of other frames than the poses would run beside them out of step.
            boolean sameFrames =
                    made.source().shown().motion().frameCount() == made.truth().frameCount();
            ReportData page = showcase().page();
            return (sameFrames
                            ? page.withModel(
                                    "input",
                                    made.source().model(),
                                    made.source().shown())
                            : page)
                    .withFacts("Result", Showcase.facts(made.result()))
                    .withFacts("Seconds", Showcase.facts(made.seconds()))
                    .withCommand(command)
                    .withNotes(made.notes());
        }
    }

    /** A model beside the sequence it was measured against. */
    private record EvaluateLook(EvaluateMade made) implements Compared {
        @Override
        public Showcase showcase() {
            return new Showcase(
                            made.file().toString(),
                            "against " + made.truth().file(),
                            made.truth().sequence(),
                            made.read().model(),
                            made.clip(),
                            made.errors().error())
                    .withLayers(made.read().twoLayer());
        }

        @Override
        public ReportData page(String command) {
            return showcase().page().withCommand(command);
        }
    }
}
