package dev.sinew.job.source;

import dev.sinew.io.Models;
import dev.sinew.io.format.Formats;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A file read back with its vertices in the order of the model it was made from. glTF and USD keep the order; FBX does not, and there
 * a vertex is known again by where it stands and what moves it: those that stand in one place and move alike are one to that reader.
 */
public final class ReadBack {
    /** Largest error of a position, as a fraction of the size, after conversion to another unit in single precision and back. */
    private static final double NEAR = 1e-5;

    private final SkinnedModel written;
    private final SkinnedModel read;
    private final double cell;
    private final Map<List<Long>, List<Integer>> grid = new HashMap<>();

    private ReadBack(SkinnedModel written, SkinnedModel read) {
        this.written = written;
        this.read = read;
        double size = Box.around(written.rest().positions()).diagonal();
        this.cell = 2 * NEAR * (size > 0 ? size : 1);
        for (int i = 0; i < read.vertexCount(); i++) {
            grid.computeIfAbsent(cellOf(read.rest().positions(), i, 0, 0, 0), c -> new ArrayList<>())
                    .add(i);
        }
    }

    /** Reads a file back, with its vertices in the written order. */
    public static SkinnedModel read(Path file, SkinnedModel written) {
        return of(file, Models.read(file), written);
    }

    /** The model of a file, with its vertices in the written order. */
    public static SkinnedModel of(Path file, SkinnedModel read, SkinnedModel written) {
        return Formats.FBX.names(file) ? new ReadBack(written, read).matched(file) : read;
    }

    private List<Long> cellOf(float[] p, int i, int dx, int dy, int dz) {
        return List.of(
                (long) Math.floor(p[3 * i] / cell) + dx,
                (long) Math.floor(p[3 * i + 1] / cell) + dy,
                (long) Math.floor(p[3 * i + 2] / cell) + dz);
    }

    private SkinnedModel matched(Path file) {
        int[] boneOf = new int[written.boneCount()];
        for (int j = 0; j < boneOf.length; j++) {
            boneOf[j] =
                    read.skeleton().names().indexOf(written.skeleton().names().get(j));
        }
        int n = written.vertexCount();
        int places = read.weights().influences();
        float[] positions = new float[3 * n];
        int[] bones = new int[n * places];
        double[] weights = new double[bones.length];
        for (int i = 0; i < n; i++) {
            int found = nearest(i, boneOf);
            if (found < 0) {
                throw new InvalidInputException(file + ": vertex " + i + " was not found again where it was written");
            }
            System.arraycopy(read.rest().positions(), 3 * found, positions, 3 * i, 3);
            System.arraycopy(read.weights().bones(), found * places, bones, i * places, places);
            System.arraycopy(read.weights().weights(), found * places, weights, i * places, places);
        }
        Mesh rest = written.rest().withPositions(positions);
        return new SkinnedModel(
                rest, SkinWeights.of(places, bones, weights), read.skeleton(), read.boneType(), read.clips());
    }

    private int nearest(int i, int[] boneOf) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int dx = -1; dx <= 1; dx++) {
            for (int dy = -1; dy <= 1; dy++) {
                for (int dz = -1; dz <= 1; dz++) {
                    List<Long> at = cellOf(written.rest().positions(), i, dx, dy, dz);
                    for (int k : grid.getOrDefault(at, List.of())) {
                        double off = off(i, k, boneOf);
                        if (off < least) {
                            least = off;
                            best = k;
                        }
                    }
                }
            }
        }
        return best;
    }

    /** Compares weights first: nothing else distinguishes vertices at the same position. */
    private double off(int i, int k, int[] boneOf) {
        SkinWeights own = written.weights();
        SkinWeights other = read.weights();
        double off = 0;
        for (int a = i * own.influences(); a < (i + 1) * own.influences(); a++) {
            double left = own.weights()[a];
            for (int b = k * other.influences(); b < (k + 1) * other.influences(); b++) {
                left -= other.bones()[b] == boneOf[own.bones()[a]] ? other.weights()[b] : 0;
            }
            off += own.weights()[a] > 0 ? Math.abs(left) : 0;
        }
        for (int x = 0; x < 3; x++) {
            off += Math.abs(written.rest().positions()[3 * i + x] - read.rest().positions()[3 * k + x]) / cell * NEAR;
        }
        return off;
    }
}
