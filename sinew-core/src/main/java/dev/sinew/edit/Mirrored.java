package dev.sinew.edit;

import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.mesh.Weld;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.RefusedException;
import dev.sinew.solve.MirrorPairs;
import dev.sinew.solve.MirrorPlane;
import dev.sinew.solve.PointGrid;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.WeightPatches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The bones of a symmetric figure beside their mirror images: by names that say a side, else by where they are. */
final class Mirrored {
    /** Vertices whose image misses the mesh by more than this part of the size have no other to take weights from. */
    private static final double NEAR = 0.03;

    /** Half the width, as a part of the size, of the band about the plane in which one side's weights become the other's. */
    private static final double BAND = 0.02;

    private final Bones bones;
    private final MirrorPlane plane;
    private final double size;
    private final double[] middles;
    /** The image of each bone: itself in the middle, {@link MirrorPairs#ALONE} where there is none. */
    private int[] images;

    private Mirrored(Bones bones, MirrorPlane plane, double size) {
        this.bones = bones;
        this.plane = plane;
        this.size = size;
        this.middles = Nearest.middles(bones);
        this.images = images();
    }

    static Mirrored of(Edited edited, Bones bones) {
        float[] rest = edited.model().rest().positions();
        MirrorPlane plane = MirrorPlane.of(rest)
                .orElseThrow(() -> new RefusedException(
                        "the rest pose is not its own mirror image in any plane, so it has no left and right"));
        return new Mirrored(bones, plane, Box.around(rest).diagonal());
    }

    /** A single root is its own image; several hang on one that is nowhere else, number 0 of the pairs. */
    private int[] images() {
        int count = bones.count();
        long roots = IntStream.range(0, count)
                .filter(j -> bones.parent(j) == Skeleton.ROOT)
                .count();
        int shift = roots == 1 ? 0 : 1;
        List<List<Integer>> children = new ArrayList<>();
        IntStream.range(0, count + shift).forEach(j -> children.add(new ArrayList<>()));
        for (int j = 1 - shift; j < count; j++) {
            children.get(bones.parent(j) + shift).add(j + shift);
        }
        double[] places = new double[3 * (count + shift)];
        System.arraycopy(middles, 0, places, 3 * shift, 3 * count);
        int[] pairs = MirrorPairs.of(plane, size, places, children);
        return byNames(IntStream.range(shift, count + shift)
                .map(j -> pairs[j] == MirrorPairs.ALONE ? MirrorPairs.ALONE : pairs[j] - shift)
                .toArray());
    }

    /** A bone whose name says its side belongs to the one that is called the same on the other. */
    private int[] byNames(int[] found) {
        int[] all = found.clone();
        for (int j = 0; j < bones.count(); j++) {
            Optional<String> other = SideWords.swapped(bones.name(j)).filter(bones::isTaken);
            if (other.isPresent()) {
                int k = bones.named(other.get());
                release(all, j);
                release(all, k);
                all[j] = k;
                all[k] = j;
            }
        }
        return all;
    }

    private static void release(int[] images, int j) {
        if (images[j] != MirrorPairs.ALONE && images[images[j]] == j) {
            images[images[j]] = MirrorPairs.ALONE;
        }
        images[j] = MirrorPairs.ALONE;
    }

    private double side(int j) {
        return plane.side(middles[3 * j], middles[3 * j + 1], middles[3 * j + 2]);
    }

    /** The left one of a pair names both, unless only the right one says its side. */
    Edited names() {
        List<String> names = new ArrayList<>();
        IntStream.range(0, bones.count()).forEach(j -> names.add(bones.name(j)));
        for (int j = 0; j < bones.count(); j++) {
            int k = images[j];
            if (k == MirrorPairs.ALONE || k == j || side(j) < side(k)) {
                continue;
            }
            Optional<String> mine = SideWords.swapped(bones.name(j));
            Optional<String> theirs = SideWords.swapped(bones.name(k));
            if (mine.isPresent()) {
                names.set(k, mine.get());
            } else if (theirs.isPresent()) {
                names.set(j, theirs.get());
            }
        }
        bones.renameAll(names);
        return bones.built();
    }

    Edited symmetrized(Edit.Side from) {
        double sign = from == Edit.Side.LEFT ? 1 : -1;
        int given = bones.count();
        for (int j = 0; j < given; j++) {
            if (images[j] == j) {
                bones.place(j, onPlane(bones.pivot(j)));
            } else if (images[j] == MirrorPairs.ALONE && sign * side(j) > 0) {
                image(j);
            } else if (images[j] != MirrorPairs.ALONE && sign * side(j) > sign * side(images[j])) {
                place(images[j], j);
            }
        }
        SkinWeights mirrored = weights(sign);
        for (int j = 0; j < given; j++) {
            if (images[j] == MirrorPairs.ALONE && sign * side(j) < 0) {
                bones.remove(j);
            }
        }
        bones.weigh(mirrored);
        return bones.built();
    }

    /** The image of a bone that has none: a new bone that moves as the one it hangs on. */
    private void image(int j) {
        int above = imageOf(bones.parent(j));
        String name = SideWords.swapped(bones.name(j)).orElse(bones.name(j) + (side(j) > 0 ? "_right" : "_left"));
        int made = bones.add(name, above, mirrored(bones.pivot(j)), above == Skeleton.ROOT ? j : above);
        images = Arrays.copyOf(images, bones.count());
        images[j] = made;
        images[made] = j;
        bones.turn(made, mirroredTurn(bones.turn(j)));
    }

    private void place(int image, int of) {
        bones.place(image, mirrored(bones.pivot(of)));
        bones.turn(image, mirroredTurn(bones.turn(of)));
        int above = imageOf(bones.parent(of));
        if (above == Skeleton.ROOT || !bones.isBelow(above, image)) {
            bones.hang(image, above);
        }
    }

    /** A parent on the other side; one without an image is on both. */
    private int imageOf(int parent) {
        return parent == Skeleton.ROOT || images[parent] == MirrorPairs.ALONE ? parent : images[parent];
    }

    /**
     * Vertices of the other side take the weights of their image. Near the plane both sides have their part, half each on it: what
     * reached across from the side that is given up would else end there as a patch of its own.
     */
    private SkinWeights weights(double sign) {
        float[] rest = bones.model().rest().positions();
        SkinWeights w = bones.weights();
        PointGrid grid = new PointGrid(rest, NEAR * size);
        MirroredRows rows = new MirroredRows(w, this::imageOf, bones.count());
        for (int i = 0; i < w.vertexCount(); i++) {
            double side = sign * plane.side(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            double[] image = plane.mirrored(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            int k = grid.nearest(image[0], image[1], image[2]);
            double own = Math.max(0, Math.min(1, 0.5 + side / (2 * BAND * size)));
            if (k >= 0) {
                rows.blend(i, own, k);
            } else if (side <= 0) {
                rows.blend(i, 0.5, i);
            }
        }
        return connected(rows.weights());
    }

    /** Without the patches that a bone has kept on the side it was taken from; what is one place has one row of weights. */
    private SkinWeights connected(SkinWeights all) {
        Mesh rest = bones.model().rest();
        Weld weld = Weld.of(rest);
        int[] first = Arrays.stream(weld.weldedOf()).map(k -> weld.first()[k]).toArray();
        int[] seams = IntStream.range(0, first.length)
                .filter(i -> first[i] != i)
                .flatMap(i -> IntStream.of(i, first[i]))
                .toArray();
        double[] places = new double[rest.positions().length];
        Arrays.setAll(places, k -> rest.positions()[k]);
        SkinState state = SkinState.of(all, places);
        WeightPatches.clean(VertexGraph.of(rest, seams), state, bones.count());
        int k = state.influences();
        for (int i = 0; i < first.length; i++) {
            System.arraycopy(state.bones(), first[i] * k, state.bones(), i * k, k);
            System.arraycopy(state.weights(), first[i] * k, state.weights(), i * k, k);
        }
        return SkinWeights.of(k, state.bones(), state.weights());
    }

    private double[] mirrored(double[] p) {
        return plane.mirrored(p[0], p[1], p[2]);
    }

    /** The axes' mirror images, the first turned round so that they stay right-handed. */
    private double[] mirroredTurn(double[] quaternion) {
        double[] m = new double[9];
        Quaternions.toMatrix(quaternion, 0, m, 0, 3);
        double[] n = plane.normal();
        for (int c = 0; c < 3; c++) {
            double along = 2 * (n[0] * m[c] + n[1] * m[3 + c] + n[2] * m[6 + c]);
            for (int r = 0; r < 3; r++) {
                double image = m[3 * r + c] - along * n[r];
                m[3 * r + c] = c == 0 ? -image : image;
            }
        }
        double[] image = new double[4];
        Quaternions.fromMatrix(m, 0, 3, image, 0);
        return image;
    }

    private double[] onPlane(double[] p) {
        double[] image = mirrored(p);
        return new double[] {(p[0] + image[0]) / 2, (p[1] + image[1]) / 2, (p[2] + image[2]) / 2};
    }
}
