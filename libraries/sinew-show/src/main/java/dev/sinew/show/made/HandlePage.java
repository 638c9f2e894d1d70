package dev.sinew.show.made;

import dev.sinew.io.handles.Targets;
import dev.sinew.job.source.PosableModel;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.show.view.DragHandles;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.ReportData;
import java.util.List;

/** The page on which a model's handles are dragged. */
final class HandlePage {
    private HandlePage() {}

    /**
     * A page of nothing but the model.
     *
     * @param clip what it plays, a single frame where it plays nothing
     */
    static ReportData of(String title, String subtitle, PosableModel posable, Clip clip, List<Targets.Target> targets) {
        SkinnedModel model = posable.model();
        SkinWeights weights = model.weights();
        ReportData page = ReportData.titled(title, subtitle).withModel("result", model, clip);
        return posableOn(page, posable, targets)
                .withFacts(
                        "Handles",
                        List.of(
                                Fact.of("handles", posable.handles().count()),
                                Fact.of("vertices", model.vertexCount()),
                                Fact.of("weights per vertex", weights.meanInfluences())
                                        .meaning("on average"),
                                Fact.of("at most", weights.maxInfluences()).meaning("weights per vertex")));
    }

    /** The same handles on a page that shows more. */
    static ReportData posableOn(ReportData page, PosableModel posable, List<Targets.Target> targets) {
        return page.withHandles(new DragHandles(
                posable.handles(), posable.boneOf(), posable.poser().system(), targets));
    }
}
