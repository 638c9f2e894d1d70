package dev.sinew.sample.robot;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.rig.TwoBones;
import dev.sinew.sample.robot.Construction.Component;
import dev.sinew.sample.robot.Construction.Finish;
import dev.sinew.sample.surface.Assembled;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Vec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A robot of about fifty rigid shells that walks on the spot and waves. */
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
        Assembly assembly = Assembly.of(robot, VertexDistribution.cells(robot.parts(), vertices));
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

    /** All parts in one mesh, with the joint of each vertex. */
    private static final class Assembly {
        private final Mesh mesh;
        private final int[] jointOfVertex;
        private final int jointCount;

        private Assembly(Mesh mesh, int[] jointOfVertex, int jointCount) {
            this.mesh = mesh;
            this.jointOfVertex = jointOfVertex;
            this.jointCount = jointCount;
        }

        /** @param cells per side, for the first parts; not modified */
        static Assembly of(Construction robot, int[] cells) {
            Assembled all = new Assembled();
            for (int k = 0; k < cells.length; k++) {
                Component part = robot.parts().get(k);
                all.add(transformed(part, part.part().mesh(cells[k])), part.material());
            }
            int[] joints = new int[all.vertexCount()];
            int vertex = 0;
            for (int k = 0; k < cells.length; k++) {
                int end = vertex + HardPart.vertexCount(cells[k]);
                Arrays.fill(joints, vertex, end, robot.parts().get(k).joint());
                vertex = end;
            }
            return new Assembly(all.mesh(Finish.materials(), Optional.empty()), joints, robot.joints.count());
        }

        private static PolygonSoup transformed(Component part, PolygonSoup soup) {
            double[] p = soup.positions().clone();
            for (int k = 0; k < p.length; k += 3) {
                Vec v = part.turn().rotate(Vec.of(p[k], p[k + 1], p[k + 2])).plus(part.centre());
                p[k] = v.x();
                p[k + 1] = v.y();
                p[k + 2] = v.z();
            }
            return new PolygonSoup(p, soup.corners(), soup.sides());
        }

        Mesh mesh() {
            return mesh;
        }

        float[] pose(Posture posture) {
            double[] m = new double[12 * jointCount];
            posture.matrices(m, 0);
            float[] rest = mesh.positions();
            float[] out = new float[rest.length];
            for (int i = 0; i < jointOfVertex.length; i++) {
                int j = 12 * jointOfVertex[i];
                for (int r = 0; r < 3; r++) {
                    out[3 * i + r] = (float) (m[j + 4 * r] * rest[3 * i]
                            + m[j + 4 * r + 1] * rest[3 * i + 1]
                            + m[j + 4 * r + 2] * rest[3 * i + 2]
                            + m[j + 4 * r + 3]);
                }
            }
            return out;
        }
    }

    /** Distributes vertices over parts by area, using as many parts as the vertices allow. */
    private static final class VertexDistribution {
        /** Parts below this area are treated alike, square metres. */
        private static final double SMALL_PART = 2e-4;

        private VertexDistribution() {}

        /** Cells per side for the first components; the others are left out. */
        static int[] cells(List<Component> parts, int vertices) {
            int count = Math.min(parts.size(), vertices / HardPart.vertexCount(1));
            double low = 0;
            double high = 1e5;
            for (int round = 0; round < 80; round++) {
                double middle = 0.5 * (low + high);
                if (total(cells(parts, count, middle)) <= vertices) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            int[] cells = cells(parts, count, low);
            distributeRest(cells, vertices);
            return cells;
        }

        private static int[] cells(List<Component> parts, int count, double density) {
            int[] cells = new int[count];
            for (int k = 0; k < count; k++) {
                // Less than proportional to length, because small parts such as eyes are noticed most.
                double exact = density * Math.sqrt(Math.sqrt(parts.get(k).part().area() + SMALL_PART));
                // Thresholds differ between parts, or equal parts would all change at once.
                cells[k] = Math.max(1, (int) (exact + 0.25 + 0.5 * (k * 7 % 11) / 11));
            }
            return cells;
        }

        private static long total(int[] cells) {
            long sum = 0;
            for (int c : cells) {
                sum += 6L * c * c + 2;
            }
            return sum;
        }

        /** Gives the remaining vertices to the first parts that can use one more cell. */
        private static void distributeRest(int[] cells, int vertices) {
            long left = vertices - total(cells);
            for (int k = 0; k < cells.length; k++) {
                int more = HardPart.vertexCount(cells[k] + 1) - HardPart.vertexCount(cells[k]);
                if (more <= left) {
                    cells[k]++;
                    left -= more;
                }
            }
        }
    }

    /** A walk on the spot, one arm swinging, the other waving. Everything repeats with the stride or the sequence. */
    private static final class March {
        private static final double STRIDE = 0.30;
        private static final double LIFT = 0.11;

        private final Construction robot;
        private final Joints joints;

        March(Construction robot) {
            this.robot = robot;
            this.joints = robot.joints;
        }

        private static double wave(double orientations) {
            return StrictMath.sin(2 * Math.PI * orientations);
        }

        /**
         * @param t time in strides
         * @param look time in sequences
         */
        Posture posture(double t, double look) {
            Posture p = new Posture(joints);
            Vec shift = Vec.of(0.030 * wave(t + 0.25), -0.020 + 0.016 * wave(2 * t + 0.1), 0);
            p.place(robot.pelvis, shift, Quat.yaw(0.14 * wave(t)).times(Quat.roll(-0.04 * wave(t + 0.25))));
            p.turn(robot.chest, Quat.yaw(-0.24 * wave(t)).times(Quat.roll(0.05 * wave(t + 0.25))));
            p.turn(
                    robot.head,
                    Quat.yaw(0.45 * wave(look) + 0.10 * wave(t))
                            .times(Quat.roll(0.12 * wave(2 * look + 0.2)))
                            .times(Quat.pitch(0.06 * wave(2 * t))));
            leg(p, robot.left, t);
            leg(p, robot.right, t + 0.5);
            swing(p, robot.left, t);
            greet(p, robot.right, t, look);
            return p;
        }

        private void leg(Posture p, Construction.Side s, double time) {
            double t = time - Math.floor(time);
            double stance = 0.58;
            double along = t < stance ? 0.5 - t / stance : -0.5 + smooth((t - stance) / (1 - stance));
            double up = t < stance ? 0 : LIFT * StrictMath.sin(Math.PI * (t - stance) / (1 - stance));
            Vec ankle = joints.pivot(s.foot()).plus(Vec.of(0, up * up / LIFT, STRIDE * along));
            TwoBones.reach(p, joints, s.thigh(), s.shin(), joints.pivot(s.foot()), ankle, Vec.Z);
            p.aim(
                    s.foot(),
                    Quat.pitch(t < stance ? 0 : 0.45 * StrictMath.sin(2 * Math.PI * (t - stance) / (1 - stance))));
        }

        private static double smooth(double t) {
            return t * t * (3 - 2 * t);
        }

        private void swing(Posture p, Construction.Side s, double t) {
            p.turn(s.arm(), Quat.pitch(0.50 * wave(t - 0.22)).times(Quat.roll(0.08 * s.sign())));
            p.turn(s.forearm(), Quat.pitch(-0.55 - 0.25 * wave(t - 0.1)));
            p.turn(s.hand(), Quat.yaw(0.3 * wave(t)));
        }

        /** The arm is raised in the middle of the sequence and waves. */
        private void greet(Posture p, Construction.Side s, double t, double look) {
            double raised = 0.5 - 0.5 * StrictMath.cos(2 * Math.PI * look);
            double up = smooth(smooth(raised));
            double down = 1 - up;
            p.turn(
                    s.arm(),
                    Quat.pitch(0.50 * down * wave(t + 0.28)).times(Quat.roll(s.sign() * (0.08 * down + 1.75 * up))));
            p.turn(
                    s.forearm(),
                    Quat.pitch(down * (-0.55 - 0.25 * wave(t + 0.4)))
                            .times(Quat.roll(s.sign() * up * (0.95 + 0.40 * wave(2 * t)))));
            p.turn(s.hand(), Quat.roll(s.sign() * up * 0.25 * wave(2 * t - 0.12)));
        }
    }
}
