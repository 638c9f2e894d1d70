package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.job.RetargetJobResult;
import dev.sinew.job.text.Text;
import dev.sinew.model.Clip;
import dev.sinew.retarget.BoneMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew retarget}: puts motion onto a model. */
@Command(
        name = "retarget",
        header = "Put motion from another file onto a model.",
        customSynopsis = "sinew retarget MODEL --motion FILE -o OUT [options]",
        description = "Clips that the model has are kept.",
        footer = {
            "Motion capture on a character:",
            "  sinew retarget hero.glb --motion walk.bvh -o walking.glb",
            "All clips of another character, closed:",
            "  sinew retarget hero.glb --motion cat.glb --clip all --loop -o moves.glb",
            "Look at the matches, change them, use them:",
            "  sinew retarget hero.glb --motion walk.bvh --save-map map.json -o walking.glb",
            "  sinew retarget hero.glb --motion walk.bvh --map map.json -o better.glb"
        })
public final class RetargetVerb extends ModelVerb<RetargetJobResult> {
    private static final int MAX_LISTED = 8;

    public RetargetVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--motion", "--clip", "--match", "--map", "--root-motion", "--loop", "--report");
    }

    @Override
    ResultSummary summary(RetargetJobResult made, Map<String, Double> seconds) {
        BoneMap map = made.retargeted().map();
        ResultSummary summary = new ResultSummary()
                .headline(
                        made.request().input() + ": " + Text.count(made.source().boneCount(), "bone") + "; "
                                + made.request().motion() + ": "
                                + Text.count(made.motion().skeleton().boneCount(), "bone"))
                .blank();
        for (int c = 0; c < made.clips().size(); c++) {
            Clip clip = made.clips().get(c);
            int contacts = made.retargeted().contacts().get(c).size();
            summary.row(
                    "clip",
                    clip.name() + ", " + Text.count(clip.motion().frameCount(), "frame") + " at "
                            + Text.number(clip.framesPerSecond()) + " per second"
                            + (contacts > 0 ? ", " + Text.count(contacts, "foot contact") : ""));
        }
        summary.row(
                "matched",
                Text.count(map.entries().size(), "bone") + " by "
                        + made.retargeted().match().name().toLowerCase(Locale.ROOT));
        if (!map.unmatched().isEmpty()) {
            summary.row("unmatched", listed(map.unmatched()) + ": they follow their parents");
        }
        if (!map.unused().isEmpty()) {
            summary.row("unused", listed(map.unused()));
        }
        summary.row("file", made.request().output() + ", " + Text.bytes(made.written()));
        return made.notes().isEmpty() ? summary : summary.blank().notes(made.notes());
    }

    private static String listed(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(MAX_LISTED, names.size())));
        return names.size() > MAX_LISTED ? first + " and " + (names.size() - MAX_LISTED) + " more" : first;
    }
}
