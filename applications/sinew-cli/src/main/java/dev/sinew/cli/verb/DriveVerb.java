package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.job.FitJobResult;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew drive}: helper bones and morph targets that a model already has follow the pose. */
@Command(
        name = "drive",
        header = "Learn drivers for helper bones and morph targets.",
        customSynopsis = "sinew drive MODEL --examples CLIP=SEQ… -o OUT.glb",
        description = "Weights, shapes and other bones are kept. Clips without a sequence get keys from the drivers.",
        footer = {
            "Bones named helper… of a rig, from two simulated clips:",
            "  sinew drive hero.glb --examples walk=a.obj --examples run=b.obj -o new.glb",
            "A muscle bone:",
            "  sinew drive arm.glb --helper biceps --examples lift=lift.abc -o new.glb"
        })
public final class DriveVerb extends ModelVerb<FitJobResult> {
    public DriveVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--examples", "--helper", "--drive-inputs", "--drive-form", "--report");
    }

    @Override
    ResultSummary summary(FitJobResult made, Map<String, Double> seconds) {
        return FitVerb.summary(made.task().input(), made, seconds);
    }
}
