package dev.sinew.sample.robot;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;

/** A robot of some fifty shells that walks on the spot and waves; every shell is rigid. */
public final class Robot extends Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double FRAMES_PER_STRIDE = 36;

    public Robot() {
        super("robot", "a robot of many rigid shells, walking and waving", 8000, 108);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
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
