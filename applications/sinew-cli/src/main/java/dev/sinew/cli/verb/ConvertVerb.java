package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.ConvertRequest.ConvertMade;
import dev.sinew.job.text.Text;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew convert}: between the formats that are read and written. */
@Command(
        name = "convert",
        header = "Between formats: sequences, meshes, models, and models to sequences.",
        customSynopsis = "sinew convert IN… -o OUT [options]",
        footer = {
            "",
            "Examples:",
            "  sinew convert frames/ -o cape.pc2               frames → cache and cape.obj",
            "  sinew convert cape.obj -o frames/cape.ply       cache → one PLY a frame",
            "  sinew convert cape.abc -o cape.pc2              Alembic → cache, and back with -o cape.abc",
            "  sinew convert cape.glb -o cape.mdd --fps 24     what any glTF plays → cache",
            "  sinew convert cape.glb -o cape.gltf",
            "  sinew convert walk.glb -o walk.fbx              rigid and similarity bones",
            "  sinew convert walk.glb -o walk.usdz             USD, with UsdSkel; cape.abc -o cape.usda: points over time",
            "  sinew convert biped.glb --clip walk -o walk.bvh the motion of a skeleton alone"
        })
public final class ConvertVerb extends JobVerb<ConvertMade> {
    public ConvertVerb(Environment environment) {
        super(environment);
    }

    @Override
    Sheet sheet(ConvertMade made, Map<String, Double> seconds) {
        return new Sheet()
                .headline(made.input() + " → " + made.request().output() + ": "
                        + Text.count(made.mesh().vertexCount()) + " vertices, "
                        + Text.count(made.frames(), "frame"));
    }
}
