package dev.sinew.io.usd;

import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.ClipChoice;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.usd.UsdScene.UsdStage;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** All meshes of a USD file over time: sampled points, transforms and skeletons, evaluated frame by frame. */
public final class UsdSequence implements AnimatedMesh {
    private final Path file;
    private final UsdScene scene;
    private final Optional<UsdScene.Clip> clip;
    private final UsdStage.Clock clock;
    private final boolean isStatic;
    private final Notes notes = new Notes();
    /** Whether the rest pose has normals. */
    private boolean shaded;

    private UsdSequence(Path file, List<String> objects, Optional<String> wanted, OptionalDouble rate) {
        this.file = file;
        this.scene = UsdScene.open(file, objects, false);
        this.clip = ClipChoice.pick(file.toString(), scene.clips(), UsdScene.Clip::name, wanted);
        TreeSet<Double> times = new TreeSet<>();
        for (UsdScene.Part part : scene.parts()) {
            if (part.mesh().points().isAnimated()) {
                times.addAll(part.mesh().points().samples().keySet());
            }
            scene.stage().transforms().addTimes(part.mesh().prim(), times);
        }
        clip.ifPresent(c -> scene.addTimes(c, times));
        isStatic = times.size() < 2;
        clock = scene.stage().clock(times, clip.map(c -> c.rate(rate)).orElse(rate));
    }

    /**
     * @param objects paths or names of the meshes; empty selects all
     * @param rate frames per second, instead of the rate that the file suggests
     */
    public static UsdSequence open(Path file, List<String> objects, Optional<String> clip, OptionalDouble rate) {
        return new UsdSequence(file, objects, clip, rate);
    }

    /** Names of the file's clips. */
    public static List<String> clips(Path file) {
        return UsdScene.open(file, List.of(), false).clips().stream()
                .map(UsdScene.Clip::name)
                .toList();
    }

    @Override
    public String name() {
        String stem = String.valueOf(file.getFileName());
        return clip.map(UsdScene.Clip::name)
                .orElse(stem.lastIndexOf('.') > 0 ? stem.substring(0, stem.lastIndexOf('.')) : stem);
    }

    @Override
    public int frameCount() {
        return clock.count();
    }

    @Override
    public OptionalDouble framesPerSecond() {
        return OptionalDouble.of(clock.rate());
    }

    @Override
    public List<String> notes() {
        return notes.list();
    }

    @Override
    public Mesh rest(int frame) {
        if (isStatic) {
            notes.add(file + " has no animation that moves a mesh; it is read as one frame");
        }
        float[] positions = positions(frame, Pose.BOUND);
        MeshSequence.checkFrame(file.toString(), frame, positions, scene.vertexCount());
        Mesh mesh = surface(frame, notes).build(positions);
        shaded = mesh.surface().normals().isPresent();
        return mesh;
    }

    private UsdSurface surface(int frame, Notes surfaceNotes) {
        UsdSurface surface = new UsdSurface(scene.stage(), clock.time(frame), surfaceNotes);
        for (UsdScene.Part part : scene.parts()) {
            surface.add(part.mesh(), scene.toWorld(part.mesh().prim(), clock.time(frame)));
        }
        return surface;
    }

    /** Where points have samples, normals must have samples too, and no skeleton may rotate them. */
    @Override
    public boolean hasNormals() {
        return shaded
                && scene.parts().stream()
                        .allMatch(p -> p.skin().isEmpty()
                                && UsdSurface.normalsOf(p.mesh())
                                        .filter(n -> n.isAnimated()
                                                || !p.mesh().points().isAnimated())
                                        .isPresent());
    }

    @Override
    public synchronized CornerAttribute normals(int frame) {
        return surface(frame, new Notes())
                .build(positions(frame, Pose.PLAYED))
                .surface()
                .normals()
                .orElseThrow(() -> new InvalidInputException(
                        file + ": frame " + frame + " has no normals, but the first frame has"));
    }

    /** Whether skins deform their meshes: the rest pose is the bind pose. */
    private enum Pose {
        BOUND,
        PLAYED
    }

    private float[] positions(int frame, Pose pose) {
        double time = clock.time(frame);
        float[] xyz = FrameMemory.allocate(file, 1, scene.vertexCount())[0];
        int at = 0;
        for (UsdScene.Part part : scene.parts()) {
            double[] points = part.mesh().points(time);
            double[] toWorld = scene.toWorld(part.mesh().prim(), time);
            if (part.skin().isPresent()) {
                UsdSkin skin = part.skin().get();
                toWorld = scene.toWorld(skin.skeleton().prim(), time);
                if (pose == Pose.PLAYED) {
                    points = UsdSkin.moved(
                            part.influences().orElseThrow(), skin.geomBind(), points, matrices(skin.skeleton(), time));
                } else {
                    toWorld = UsdTransforms.times(toWorld, skin.geomBind());
                }
            }
            at = UsdModels.transform(points, toWorld, xyz, at);
        }
        return xyz;
    }

    private double[] matrices(UsdSkeleton skeleton, double time) {
        int number = scene.skeletons().indexOf(skeleton);
        return skeleton.matrices(clip.flatMap(c -> c.animations().get(number)), time);
    }

    @Override
    public float[][] read(int[] wanted) {
        FrameMemory.allocate(file, 0, scene.vertexCount());
        float[][] frames = new float[wanted.length][];
        for (int k = 0; k < wanted.length; k++) {
            frames[k] = positions(wanted[k], Pose.PLAYED);
        }
        return frames;
    }
}
