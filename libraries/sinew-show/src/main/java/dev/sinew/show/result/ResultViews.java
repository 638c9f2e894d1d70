package dev.sinew.show.result;

import dev.sinew.fit.FitResult;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.fit.Takes;
import dev.sinew.job.CompressJobResult;
import dev.sinew.job.EditJobResult;
import dev.sinew.job.EvaluateJobResult;
import dev.sinew.job.FitJobResult;
import dev.sinew.job.JobResult;
import dev.sinew.job.LinearizeJobResult;
import dev.sinew.job.PoseJobResult;
import dev.sinew.job.ReduceJobResult;
import dev.sinew.job.RetargetJobResult;
import dev.sinew.job.RigJobResult;
import dev.sinew.job.WeightsJobResult;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.show.result.WeightsView.PoseView;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ReportData.ShownClip;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Maps each kind of result to its view. Contains the views that compare a model with its sequence. */
final class ResultViews {
    private static final Map<Class<?>, Function<JobResult, ResultView>> LOOKS = new HashMap<>();

    static {
        add(FitJobResult.class, FitView::new);
        add(RigJobResult.class, RigView::new);
        add(CompressJobResult.class, CompressView::new);
        add(ReduceJobResult.class, ReduceView::new);
        add(EditJobResult.class, EditView::new);
        add(WeightsJobResult.class, WeightsView::new);
        add(PoseJobResult.class, PoseView::new);
        add(EvaluateJobResult.class, EvaluateView::new);
        add(LinearizeJobResult.class, LinearizeView::new);
        add(RetargetJobResult.class, RetargetView::new);
    }

    private ResultViews() {}

    /**
     * The view of a result.
     *
     * @throws IllegalArgumentException if the verb has none
     */
    static ResultView of(JobResult result) {
        Function<JobResult, ResultView> view = LOOKS.get(result.getClass());
        if (view == null) {
            throw new IllegalArgumentException(
                    "there is no view for " + result.getClass().getSimpleName());
        }
        return view.apply(result);
    }

    private static <M extends JobResult> void add(Class<M> type, Function<M, ResultView> view) {
        LOOKS.put(type, result -> view.apply(type.cast(result)));
    }

    /** A view whose picture compares the model with its sequence. */
    interface Compared extends ResultView {
        Showcase showcase();

        @Override
        default void writePicture(Path file) {
            showcase().writePicture(file);
        }
    }

    /** The clips of a page; empty for a single one, which the page shows anyway. */
    private static List<ShownClip> shown(Takes takes) {
        List<MeshSequence> all = takes.sequences();
        return all.size() < 2
                ? List.of()
                : all.stream()
                        .map(take -> new ShownClip(take.name(), take.frameCount()))
                        .toList();
    }

    /** A fit: convergence, error curve, figures and command line. */
    private record FitView(FitJobResult result) implements Compared {
        @Override
        public Showcase showcase() {
            SkinnedModel model = result.model();
            String subtitle = model.boneCount() + " " + Text.lowerCase(model.boneType()) + " bones, at most "
                    + model.weights().maxInfluences() + " per vertex";
            return new Showcase(
                    result.task().input(),
                    subtitle,
                    result.task().truth().joined(),
                    model,
                    result.played(),
                    result.error());
        }

        @Override
        public ReportData page(String command) {
            FitResult fit = result.fit();
            ReportData page = showcase().page().withClips(shown(result.task().truth()));
            if (fit.fitted().convergence().length > 1) {
                page = page.withPlot(Plot.convergence(
                        "E_RMS", fit.fitted().convergence(), result.error().erms()));
            }
            if (fit.curve().size() > 1) {
                double[] bones =
                        fit.curve().stream().mapToDouble(CurvePoint::bones).toArray();
                double[] errors =
                        fit.curve().stream().mapToDouble(CurvePoint::erms).toArray();
                page = page.withPlot(Plot.errorAgainstBones("E_RMS", bones, errors));
            }
            Map<String, Object> numbers = result.result();
            numbers.put("outcome", fit.fitted().outcome().name());
            numbers.put("iterations", fit.fitted().iterations());
            return page.withFacts("Result", Showcase.facts(numbers))
                    .withFacts("Options", Showcase.facts(result.task().settings()))
                    .withFacts("Seconds", Showcase.facts(result.seconds()))
                    .withCommand(command)
                    .withNotes(result.notes());
        }
    }

    /** A rig: skeleton, convergence, figures and command line. */
    private record RigView(RigJobResult result) implements Compared {
        @Override
        public Showcase showcase() {
            String subtitle = "skeleton of " + Text.count(result.rig().bones(), "bone") + ", at most "
                    + result.model().weights().maxInfluences() + " per vertex";
            return new Showcase(
                    result.input(), subtitle, result.truth(), result.model(), result.played(), result.error());
        }

        @Override
        public ReportData page(String command) {
            RigResult rig = result.rig();
            ReportData page = showcase()
                    .page()
                    .withClips(shown(result.takes()))
                    .withCertainties(rig.joints().stream()
                            .collect(Collectors.toMap(RigResult.Joint::name, RigResult.Joint::certainty)));
            if (rig.fitted().convergence().length > 1) {
                page = page.withPlot(Plot.convergence(
                        "RMSE %", rig.fitted().convergence(), result.error().rmsePercent()));
            }
            if (rig.pruning().size() > 1) {
                double[] bones =
                        rig.pruning().stream().mapToDouble(PruningPoint::bones).toArray();
                double[] errors = rig.pruning().stream()
                        .mapToDouble(PruningPoint::rmsePercent)
                        .toArray();
                page = page.withPlot(Plot.errorAgainstBones("RMSE % without joints", bones, errors));
            }
            return page.withFacts("Result", Showcase.facts(result.result()))
                    .withFacts("Options", Showcase.facts(RigJobResult.described(result.options())))
                    .withFacts("Seconds", Showcase.facts(result.seconds()))
                    .withCommand(command)
                    .withNotes(result.notes());
        }
    }

    /** A reduction, compared with its input. */
    private record ReduceView(ReduceJobResult result) implements Compared {
        @Override
        public Showcase showcase() {
            String subtitle = "at most " + Text.count(result.model().weights().maxInfluences(), "influence")
                    + " per vertex instead of "
                    + result.source().model().weights().maxInfluences();
            return new Showcase(
                    result.source().file(),
                    subtitle,
                    result.source().truth(),
                    result.model(),
                    result.clip(),
                    result.error());
        }

        @Override
        public ReportData page(String command) {
            return showcase()
                    .page()
                    .withModel("input", result.source().model(), result.source().shown())
                    .withFacts("Result", Showcase.facts(result.result()))
                    .withFacts("Seconds", Showcase.facts(result.seconds()))
                    .withCommand(command)
                    .withNotes(result.notes());
        }
    }

    /** An edited model, compared with its input. */
    private record EditView(EditJobResult result) implements Compared {
        @Override
        public Showcase showcase() {
            String subtitle = EditJobResult.bones(result.model()) + " after "
                    + Text.count(result.steps().size(), "edit");
            return new Showcase(
                    result.source().file(), subtitle, result.truth(), result.model(), result.clip(), result.error());
        }

        @Override
        public ReportData page(String command) {
            // A clip with other frames than the poses would be out of step with them.
            boolean sameFrames = result.source().shown().motion().frameCount()
                    == result.truth().frameCount();
            ReportData page = showcase().page();
            return (sameFrames
                            ? page.withModel(
                                    "input",
                                    result.source().model(),
                                    result.source().shown())
                            : page)
                    .withFacts("Result", Showcase.facts(result.result()))
                    .withFacts("Seconds", Showcase.facts(result.seconds()))
                    .withCommand(command)
                    .withNotes(result.notes());
        }
    }

    /** A model, compared with the sequence it was measured against. */
    private record EvaluateView(EvaluateJobResult result) implements Compared {
        @Override
        public Showcase showcase() {
            return new Showcase(
                            result.file().toString(),
                            "against " + result.truth().file(),
                            result.truth().sequence(),
                            result.read().model(),
                            result.clip(),
                            result.errors().error())
                    .withLayers(result.read().twoLayer());
        }

        @Override
        public ReportData page(String command) {
            return showcase().page().withCommand(command);
        }
    }
}
