package dev.sinew.handles;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;

/**
 * The rest pose and the examples, centred and scaled to a diagonal of one, so that the energy's factors mean the same for every shape.
 * NOTE: {@link dev.sinew.solve.sequence.NormalisedSequence} uses another unit, the ball around the first pose; λ₁ and λ₂ were chosen for
 * this one.
 *
 * @param rest 3N
 * @param poses q_k, 3N each
 * @param middle subtracted from positions
 * @param scale factor on positions
 */
record Examples(double[] rest, double[][] poses, double[] middle, double scale) {
    /** Rejects poses of another mesh: different vertices or faces. Poses without faces are accepted. */
    static void check(Mesh mesh, MeshSequence sequence) {
        if (sequence.vertexCount() != mesh.vertexCount()) {
            throw new InvalidInputException("the examples '" + sequence.name() + "' have " + sequence.vertexCount()
                    + " vertices, the mesh has " + mesh.vertexCount());
        }
        Mesh theirs = sequence.rest();
        if (theirs.faceCount() == 0) {
            return;
        }
        if (theirs.faceCount() != mesh.faceCount()) {
            throw new InvalidInputException("the examples '" + sequence.name() + "' have " + theirs.faceCount()
                    + " faces, the mesh has " + mesh.faceCount() + ": they are poses of another mesh");
        }
        int differs = Arrays.mismatch(theirs.corners(), mesh.corners());
        if (differs >= 0) {
            throw new InvalidInputException("the examples '" + sequence.name() + "' have vertex "
                    + theirs.corners()[Math.min(differs, theirs.corners().length - 1)] + " at corner " + differs
                    + " of their faces, the mesh has "
                    + mesh.corners()[Math.min(differs, mesh.corners().length - 1)]
                    + ": they are poses of another mesh, or their vertices have a different order");
        }
    }

    static Examples of(Mesh mesh, MeshSequence sequence) {
        check(mesh, sequence);
        Box box = Box.around(mesh.positions());
        double[] middle = {(box.minX() + box.maxX()) / 2, (box.minY() + box.maxY()) / 2, (box.minZ() + box.maxZ()) / 2};
        double scale = 1 / box.diagonal();
        double[][] poses = new double[sequence.frameCount()][];
        for (int k = 0; k < poses.length; k++) {
            poses[k] = normalised(sequence.frame(k), middle, scale);
        }
        return new Examples(normalised(mesh.positions(), middle, scale), poses, middle, scale);
    }

    private static double[] normalised(float[] xyz, double[] middle, double scale) {
        double[] out = new double[xyz.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (xyz[k] - middle[k % 3]) * scale;
        }
        return out;
    }

    int count() {
        return poses.length;
    }

    int vertexCount() {
        return rest.length / 3;
    }

    /** The transforms of example k (H·12, normalised) in the mesh's coordinates. */
    double[] denormalised(double[] matrices) {
        double[] out = matrices.clone();
        for (int at = 0; at < out.length; at += 12) {
            for (int r = 0; r < 3; r++) {
                double moved = matrices[at + 4 * r + 3] / scale + middle[r];
                for (int c = 0; c < 3; c++) {
                    moved -= matrices[at + 4 * r + c] * middle[c];
                }
                out[at + 4 * r + 3] = moved;
            }
        }
        return out;
    }
}
