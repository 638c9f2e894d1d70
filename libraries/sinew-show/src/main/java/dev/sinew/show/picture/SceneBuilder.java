package dev.sinew.show.picture;

import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.show.picture.BoneDrawing.BoneShapes;
import dev.sinew.show.picture.Scene.Panel;
import dev.sinew.show.picture.Scene.Panel.Legend;
import dev.sinew.skin.ClipFrames;
import dev.sinew.skin.TwoLayerSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Builds a scene panel by panel: a frame of a sequence, the model at that frame, its bones, and the error. The camera covers the
 * whole sequence, so that pictures of different frames match.
 */
public final class SceneBuilder {
    private final MeshSequence sequence;
    private final Framing framing;
    private final int frame;
    private final String title;
    private final List<Panel> panels = new ArrayList<>();

    private SceneBuilder(MeshSequence sequence, int frame, String title) {
        if (frame < 0 || frame >= sequence.frameCount()) {
            throw new InvalidInputException("cannot draw frame " + frame + " of '" + sequence.name()
                    + "': it has frames 0 to " + (sequence.frameCount() - 1));
        }
        this.sequence = sequence;
        this.framing = Framing.of(sequence, frame);
        this.frame = frame;
        this.title = title;
    }

    /** A scene of one frame of a sequence. */
    public static SceneBuilder of(MeshSequence sequence, int frame) {
        return new SceneBuilder(sequence, frame, "");
    }

    /** A scene of one frame of a model's clip. */
    public static SceneBuilder of(SkinnedModel model, Clip clip, int frame) {
        return of(ClipFrames.sequence(model, clip), frame);
    }

    /** The same scene with a title; existing panels stay. */
    public SceneBuilder titled(String newTitle) {
        SceneBuilder copy = new SceneBuilder(sequence, frame, newTitle);
        copy.panels.addAll(panels);
        return copy;
    }

    /** Adds the sequence itself. */
    public SceneBuilder original(String caption) {
        return add(caption, sequence.rest(), sequence.frame(frame), Paint.of(sequence.rest()));
    }

    /** Adds another pose of the sequence's mesh, in the sequence's colours. */
    public SceneBuilder pose(String caption, float[] positions) {
        return add(caption, sequence.rest(), positions, Paint.of(sequence.rest()));
    }

    /** Adds the model at the same frame. */
    public SceneBuilder result(String caption, SkinnedModel model, Clip clip) {
        return add(caption, model.rest(), pose(model, clip), Paint.of(model.rest()));
    }

    /**
     * Adds the model coloured by its bones, with the bones, at the same frame or the last frame of a shorter clip. With a
     * skeleton, the mesh is drawn transparent.
     */
    public SceneBuilder bones(String caption, SkinnedModel model, Clip clip) {
        float[] colours = BonePalette.mix(model.weights(), model.boneCount());
        add(caption, model.rest(), pose(model, clip), Paint.ofVertices(colours));
        int last = panels.size() - 1;
        Panel.Substance substance = model.skeleton().isFlat() ? Panel.Substance.SOLID : Panel.Substance.GLASS;
        panels.set(last, panels.get(last).of(substance).withBones(BoneShapes.of(model, clip.motion(), frame)));
        return this;
    }

    /**
     * Adds the error of the model in percent of the size. The scale is that of the whole sequence's error, so that frames are
     * comparable and a few bad vertices do not dominate.
     */
    public SceneBuilder error(String caption, SkinnedModel model, Clip clip, SequenceError error) {
        return error(caption, model.rest(), pose(model, clip), error);
    }

    /** The same for a two-layer model. */
    public SceneBuilder error(String caption, TwoLayerModel model, Clip clip, SequenceError error) {
        int f = Math.min(frame, clip.motion().frameCount() - 1);
        TwoLayerSkinning skinning = new TwoLayerSkinning(model);
        double[] xyz = new double[3 * model.vertexCount()];
        BoneMotion motion = clip.motion();
        skinning.positions(skinning.virtualBones(motion.matrices(), motion.offset(f, 0)), 0, model.vertexCount(), xyz);
        float[] posed = new float[xyz.length];
        for (int k = 0; k < posed.length; k++) {
            posed[k] = (float) xyz[k];
        }
        return error(caption, model.fallback().rest(), posed, error);
    }

    private SceneBuilder error(String caption, Mesh rest, float[] posed, SequenceError error) {
        float[] wanted = sequence.frame(frame);
        double size = Box.around(sequence.rest().positions()).diagonal();
        double top = RoundNumbers.above(1.6 * percentile(error.perVertex(), 0.98));
        float[] colours = new float[wanted.length];
        for (int k = 0; k < wanted.length; k += 3) {
            double x = (double) posed[k] - wanted[k];
            double y = (double) posed[k + 1] - wanted[k + 1];
            double z = (double) posed[k + 2] - wanted[k + 2];
            double percent = 100 * Math.sqrt(x * x + y * y + z * z) / size;
            ColourMap.VIRIDIS.linear(percent / top, colours, k);
        }
        panels.add(new Panel(
                caption,
                rest,
                posed,
                Paint.ofVertices(colours),
                Panel.Substance.SOLID,
                List.of(),
                Optional.of(new Legend("distance, % of the size", ColourMap.VIRIDIS, 0, top))));
        return this;
    }

    private static double percentile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
    }

    private float[] pose(SkinnedModel model, Clip clip) {
        if (model.vertexCount() != sequence.vertexCount()) {
            throw new InvalidInputException("cannot compare a model with " + model.vertexCount()
                    + " vertices to a sequence with " + sequence.vertexCount());
        }
        int f = Math.min(frame, clip.motion().frameCount() - 1);
        return new ClipFrames(model, clip).frame(f);
    }

    private SceneBuilder add(String caption, Mesh mesh, float[] positions, Paint paint) {
        panels.add(new Panel(caption, mesh, positions, paint, Panel.Substance.SOLID, List.of(), Optional.empty()));
        return this;
    }

    public Scene build() {
        return new Scene(title, panels, framing);
    }
}
