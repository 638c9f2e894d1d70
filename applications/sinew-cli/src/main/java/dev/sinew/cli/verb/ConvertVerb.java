package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.job.ConvertRequest.ConvertJobResult;
import dev.sinew.job.text.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sinew convert}: between the formats that are read and written. */
@Command(
        name = "convert",
        header = "Convert between file formats.",
        customSynopsis = "sinew convert IN… -o OUT [options]",
        footer = {
            "Frames to a point cache and cape.obj:",
            "  sinew convert frames/ -o cape.pc2",
            "A model to USD, or to FBX (rigid and similarity bones):",
            "  sinew convert walk.glb -o walk.usdz",
            "The motion of a skeleton as BVH:",
            "  sinew convert biped.glb --clip walk -o walk.bvh"
        })
public final class ConvertVerb extends JobVerb<ConvertJobResult> {
    @Mixin
    private ArraysOptions arrays;

    public ConvertVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        arrays.check();
    }

    @Override
    void show(ConvertJobResult made, Session session) {
        arrays.write((Path) values().get("output"), session.run());
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--up", "--scale", "--fps", "--clip", "--quantize", "--compress-file");
    }

    @Override
    ResultSummary summary(ConvertJobResult made, Map<String, Double> seconds) {
        ResultSummary summary = new ResultSummary()
                .headline(made.input() + " → " + made.request().output() + ": "
                        + (made.mesh().vertexCount() == 0
                                ? "no mesh, "
                                : Text.count(made.mesh().vertexCount()) + " vertices, ")
                        + Text.count(made.frames(), "frame"));
        return made.notes().isEmpty() ? summary : summary.blank().notes(made.notes());
    }
}
