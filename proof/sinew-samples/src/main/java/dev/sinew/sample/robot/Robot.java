package dev.sinew.sample.robot;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Request;
import dev.sinew.sample.Sample;

/** A robot of some fifty shells that walks on the spot and waves; every shell is rigid. */
public final class Robot implements Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double FRAMES_PER_STRIDE = 36;

    @Override
    public String name() {
        return "robot";
    }

    @Override
    public String summary() {
        return "a robot of many rigid shells, walking and waving";
    }

    @Override
    public int defaultVertices() {
        return 8000;
    }

    @Override
    public int defaultFrames() {
        return 108;
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        Request.check(name(), vertices, frames);
        Construction robot = new Construction();
        Assembly assembly = Assembly.of(robot, Share.cells(robot.parts(), vertices));
        March march = new March(robot);
        double strides = Math.max(1, Math.rint(frames / FRAMES_PER_STRIDE));
        GeneratedFrames.Generator frame = f -> {
            double look = (double) f / frames;
            return assembly.pose(march.posture(look * strides, look));
        };
        return new MeshSequence(
                name(),
                assembly.mesh(),
                GeneratedFrames.of(assembly.mesh().vertexCount(), frames, frame),
                FRAMES_PER_SECOND);
    }
}
