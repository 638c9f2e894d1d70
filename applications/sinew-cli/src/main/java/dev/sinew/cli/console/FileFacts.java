package dev.sinew.cli.console;

import dev.sinew.io.ModelFile;
import dev.sinew.job.text.SkeletonText;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.MeshFacts;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a file contains, as rows of a summary. */
public final class FileFacts {
    private FileFacts() {}

    /** "8,431 vertices, 16,843 faces, 1 shell, 48 frames at 30 fps" */
    public static String line(MeshSequence sequence) {
        return Text.count(sequence.vertexCount()) + " vertices, "
                + Text.count(sequence.rest().faceCount(), "face") + ", "
                + Text.count(Shells.of(sequence.rest()).count(), "shell") + ", "
                + Text.count(sequence.frameCount(), "frame") + " at "
                + Text.plain(sequence.framesPerSecond()) + " fps";
    }

    public static void add(ResultSummary summary, MeshFacts facts) {
        Mesh mesh = facts.mesh();
        int lone = facts.unreferenced();
        summary.row(
                        "vertices",
                        Text.count(mesh.vertexCount())
                                + (lone == 0 ? "" : " (" + Text.count(lone) + " used by no face)"))
                .row(
                        "faces",
                        Text.count(mesh.faceCount())
                                + (mesh.triangleCount() == mesh.faceCount()
                                        ? " triangles"
                                        : " (" + Text.count(mesh.triangleCount()) + " triangles)"))
                .row("shells", Text.count(facts.shells()))
                .row("size", size(facts));
        List<String> carried = carried(facts);
        summary.row("carries", carried.isEmpty() ? "nothing but its shape" : String.join(", ", carried));
    }

    private static String size(MeshFacts facts) {
        return Text.number(facts.box().maxX() - facts.box().minX()) + " × "
                + Text.number(facts.box().maxY() - facts.box().minY()) + " × "
                + Text.number(facts.box().maxZ() - facts.box().minZ()) + ", diagonal "
                + Text.number(facts.box().diagonal());
    }

    private static List<String> carried(MeshFacts facts) {
        Mesh.Surface surface = facts.mesh().surface();
        List<String> carried = new ArrayList<>();
        surface.uvs().ifPresent(uvs -> carried.add("UVs"));
        surface.normals().ifPresent(normals -> carried.add("normals"));
        surface.colours().ifPresent(colours -> carried.add("vertex colours"));
        if (!surface.materials().isEmpty()) {
            carried.add(listed("material", facts.materialNames()));
        }
        if (!surface.groups().isEmpty()) {
            carried.add(listed("group", surface.groups()));
        }
        return carried;
    }

    private static String listed(String noun, List<String> names) {
        return Text.count(names.size(), noun) + " (" + Text.names(names) + ")";
    }

    public static void add(ResultSummary summary, ModelFile read) {
        SkinnedModel model = read.model();
        boolean hierarchy = Arrays.stream(model.skeleton().parents()).anyMatch(parent -> parent != Skeleton.NONE);
        summary.row(
                        "bones",
                        model.boneCount() + " " + Text.lowerCase(model.boneType())
                                + (hierarchy ? ", in a tree" : ", side by side"))
                .row(
                        "influences",
                        "at most " + model.weights().maxInfluences() + " per vertex, "
                                + Text.number(model.weights().meanInfluences()) + " on average");
        read.layers().ifPresent(layers -> summary.row("two layers", describe(layers)));
        if (!model.correctives().isEmpty()) {
            summary.row("morph targets", listed("target", model.correctives().names()));
        }
        clipsAndTree(summary, SkeletonMotion.of(model));
    }

    public static void add(ResultSummary summary, SkeletonMotion motion) {
        summary.row("bones", String.valueOf(motion.skeleton().boneCount()));
        clipsAndTree(summary, motion);
    }

    private static void clipsAndTree(ResultSummary summary, SkeletonMotion motion) {
        List<String> clips = motion.clips().stream().map(FileFacts::describe).toList();
        rows(summary, "clips", clips.isEmpty() ? List.of("none") : clips);
        if (Arrays.stream(motion.skeleton().parents()).anyMatch(parent -> parent != Skeleton.NONE)) {
            rows(summary, "tree", SkeletonText.lines(motion.skeleton()));
        }
    }

    private static void rows(ResultSummary summary, String label, List<String> values) {
        for (int k = 0; k < values.size(); k++) {
            summary.row(k == 0 ? label : "", values.get(k));
        }
    }

    private static String describe(TwoLayerWeights layers) {
        return layers.virtualBoneCount() + " virtual bones of up to " + layers.atomInfluences() + " bones each, "
                + Text.number(layers.bonesPerVertex()) + " blending operations per vertex";
    }

    private static String describe(Clip clip) {
        return "'" + clip.name() + "', " + timing(clip.motion().frameCount(), clip.framesPerSecond());
    }

    /** "48 frames at 30 fps, 1.57 s": from the first frame to the last. */
    public static String timing(int frames, double framesPerSecond) {
        return Text.count(frames, "frame") + " at " + Text.plain(framesPerSecond) + " fps, "
                + Text.number((frames - 1) / framesPerSecond) + " s";
    }
}
