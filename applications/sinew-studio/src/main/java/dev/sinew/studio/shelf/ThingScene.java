package dev.sinew.studio.shelf;

import dev.sinew.job.InfoMade;
import dev.sinew.job.Requests;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.text.Text;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A thing from the shelf, to look at before anything is done to it. */
final class ThingScene {
    private ThingScene() {}

    static ReportData of(Path file, String name, ShelfItem item) {
        try (Desk desk = Desk.quiet()) {
            InfoMade made = (InfoMade)
                    Requests.of("info", Map.of("input", file.toString())).run(desk);
            String words = Text.count(made.mesh().vertexCount()) + " vertices";
            ReportData page = ReportData.titled(name, words);
            return shown(made, page).withFacts("What it holds", facts(item)).withNotes(made.notes());
        }
    }

    private static ReportData shown(InfoMade made, ReportData page) {
        if (made.model().isPresent() && !made.model().get().model().clips().isEmpty()) {
            SkinnedModel model = made.model().get().model();
            Clip clip = model.clips().get(0);
            return page.withModel("model", model, clip);
        }
        return page.withOriginal(made.sequence().orElseGet(() -> Still.of(made.mesh())));
    }

    private static List<Fact> facts(ShelfItem item) {
        List<Fact> facts = new ArrayList<>();
        item.known()
                .ifPresent(known -> known.facts().forEach((name, value) -> {
                    if (value instanceof Number || value instanceof String) {
                        facts.add(Fact.of(name, value));
                    }
                }));
        return facts;
    }
}
