package dev.sinew.sample.tentacle;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.surface.Tube;
import java.util.List;
import java.util.Optional;

/** A tentacle with two rows of suckers that reaches, curls and twists; it loops. */
public final class Tentacle extends Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double RINGS_PER_SIDE = 3.4;

    public Tentacle() {
        super("tentacle", "a tentacle with suckers, curling and twisting", 7000, 120);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
        Tube tube = Tube.near(vertices, RINGS_PER_SIDE);
        Arm arm = new Arm(tube);
        Mesh rest = Mesh.of(arm.rest(), tube.faceStarts(), tube.corners(), surface(tube, arm));
        GeneratedFrames.Generator frame = f -> arm.pose(Curl.at((double) f / frames));
        return new MeshSequence(name(), rest, GeneratedFrames.of(tube.vertexCount(), frames, frame), FRAMES_PER_SECOND);
    }

    private static Mesh.Surface surface(Tube tube, Arm arm) {
        return new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.of(arm.colours()),
                List.of(new Material("skin", Arm.PALE[0], Arm.PALE[1], Arm.PALE[2], 1f, 0.42f, 0f, Optional.empty())),
                new int[tube.faceCount()],
                List.of(),
                new int[0]);
    }
}
