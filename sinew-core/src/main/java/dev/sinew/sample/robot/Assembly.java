package dev.sinew.sample.robot;

import dev.sinew.mesh.Mesh;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Vec;
import java.util.Arrays;
import java.util.List;
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
        int vertices = 0;
        int faces = 0;
        for (int c : cells) {
            vertices += HardPart.vertexCount(c);
            faces += 6 * c * c;
        }
        float[] positions = new float[3 * vertices];
        int[] joints = new int[vertices];
        int[] corners = new int[4 * faces];
        int[] materials = new int[faces];
        int vertex = 0;
        int face = 0;
        for (int k = 0; k < cells.length; k++) {
            Component part = robot.parts().get(k);
            PolygonSoup soup = part.part().mesh(cells[k]);
            for (int c = 0; c < soup.corners().length; c++) {
                corners[4 * face + c] = vertex + soup.corners()[c];
            }
            Arrays.fill(materials, face, face + soup.faceCount(), part.material());
            Arrays.fill(joints, vertex, vertex + soup.vertexCount(), part.joint());
            place(part, soup, positions, 3 * vertex);
            vertex += soup.vertexCount();
            face += soup.faceCount();
        }
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Finish.materials(),
                materials,
                List.of(),
                new int[0]);
        return new Assembly(Mesh.of(positions, Grid.quadStarts(faces), corners, surface), joints, robot.joints.count());
    }

    private static void place(Component part, PolygonSoup soup, float[] positions, int at) {
        double[] p = soup.positions();
        for (int k = 0; k < p.length; k += 3) {
            Vec v = part.turn().rotate(Vec.of(p[k], p[k + 1], p[k + 2])).plus(part.centre());
            positions[at + k] = (float) v.x();
            positions[at + k + 1] = (float) v.y();
            positions[at + k + 2] = (float) v.z();
        }
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
