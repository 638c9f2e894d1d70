package dev.sinew.sample.robot;

import dev.sinew.mesh.Mesh;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.surface.Assembled;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Vec;
import java.util.Arrays;
import java.util.Optional;

/** All parts in one mesh, and the joint that carries each vertex. */
final class Assembly {
    private final Mesh mesh;
    private final int[] jointOfVertex;
    private final int jointCount;

    private Assembly(Mesh mesh, int[] jointOfVertex, int jointCount) {
        this.mesh = mesh;
        this.jointOfVertex = jointOfVertex;
        this.jointCount = jointCount;
    }

    /** @param cells a side of the first so many parts, not modified */
    static Assembly of(Construction robot, int[] cells) {
        Assembled all = new Assembled();
        for (int k = 0; k < cells.length; k++) {
            Component part = robot.parts().get(k);
            all.add(placed(part, part.part().mesh(cells[k])), part.material());
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

    private static PolygonSoup placed(Component part, PolygonSoup soup) {
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
