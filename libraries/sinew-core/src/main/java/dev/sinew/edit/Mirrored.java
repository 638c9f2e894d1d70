package dev.sinew.edit;

import dev.sinew.edit.Bones.Nearest;
import dev.sinew.geometry.SpatialIndex;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.RefusedException;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.weights.WeightPatches;
import dev.sinew.symmetry.BoneNameWords;
import dev.sinew.symmetry.BoneSymmetry;
import dev.sinew.symmetry.MirrorPlane;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The bones of a symmetric figure beside their mirror images. */
final class Mirrored {
    /** Vertices whose image misses the mesh by more than this part of the size have no other to take weights from. */
    private static final double NEAR = 0.03;

    /** Half the width, as a part of the size, of the band about the plane in which one side's weights become the other's. */
    private static final double BAND = 0.02;

    /** A bone that moves this part of a place moves it; less of it and others would be torn along. */
    private static final double MOST = 2.0 / 3;

    private final Bones bones;
    private final MirrorPlane plane;
    private final double size;
    private final SpatialIndex vertices;
    private final double[] middles;
    /** The image of each bone: itself in the middle, {@link Skeleton#NONE} where there is none. */
    private int[] images;

    /** The bone that was the root where another had to be it for a while. */
    private final Optional<String> formerRoot;

    private Mirrored(Bones bones, MirrorPlane plane, double size, Optional<String> formerRoot) {
        this.bones = bones;
        this.plane = plane;
        this.size = size;
        this.formerRoot = formerRoot;
        this.vertices = SpatialIndex.ofPoints(bones.model().rest().positions());
        this.middles = Nearest.middles(bones);
        this.images = BoneSymmetry.of(bones.model(), plane);
    }

    /** Seen from a root in the middle: trees with a root on one side are never their own image, whatever their joints are. */
    static Mirrored of(Edited edited) {
        float[] rest = edited.model().rest().positions();
        MirrorPlane plane = MirrorPlane.of(rest)
                .orElseThrow(() -> new RefusedException(
                        "the rest pose is not its own mirror image in any plane, so it has no left and right"));
        double size = Box.around(rest).diagonal();
        Bones bones = new Bones(edited);
        Optional<Integer> root = Sides.root(bones);
        Optional<Integer> middle = root.flatMap(j -> Sides.middleBelow(bones, plane, j));
        if (middle.isEmpty()) {
            return new Mirrored(bones, plane, size, Optional.empty());
        }
        Optional<String> former = root.map(bones::name);
        Edited turned = NewRoot.of(bones, middle.get()).built();
        return new Mirrored(new Bones(turned), plane, size, former);
    }

    private Edited built() {
        Edited made = bones.built();
        return formerRoot
                .filter(made.model().skeleton().names()::contains)
                .map(name -> new Edit.Root(name).apply(made))
                .orElse(made);
    }

    private double side(int j) {
        return plane.side(middles[3 * j], middles[3 * j + 1], middles[3 * j + 2]);
    }

    /** New names by old ones. The left one of a pair names both, unless only the right one says its side; ends are called after their bones. */
    Map<String, String> names() {
        List<String> names = new ArrayList<>();
        IntStream.range(0, bones.count()).forEach(j -> names.add(bones.name(j)));
        for (int j = 0; j < bones.count(); j++) {
            int k = images[j];
            if (k == Skeleton.NONE || k == j || side(j) < side(k)) {
                continue;
            }
            Optional<String> mine = BoneNameWords.otherSide(bones.name(j));
            Optional<String> theirs = BoneNameWords.otherSide(bones.name(k));
            if (mine.isPresent()) {
                names.set(k, mine.get());
            } else if (theirs.isPresent()) {
                names.set(j, theirs.get());
            }
        }
        Map<String, String> renamed = new LinkedHashMap<>();
        for (int j = 0; j < bones.count(); j++) {
            renamed.put(bones.name(j), names.get(j));
            for (int end : Ends.called(bones, j)) {
                names.set(end, BoneNameWords.end(names.get(j)));
            }
        }
        return renamed;
    }

    Edited symmetrized(Edit.Side from) {
        double sign = from == Edit.Side.LEFT ? 1 : -1;
        int given = bones.count();
        for (int j = 0; j < given; j++) {
            if (images[j] == j) {
                bones.place(j, onPlane(bones.pivot(j)));
            } else if (images[j] == Skeleton.NONE && sign * side(j) > 0) {
                image(j);
            } else if (images[j] != Skeleton.NONE && sign * side(j) > sign * side(images[j])) {
                place(images[j], j);
            }
        }
        SkinWeights mirrored = weights(sign);
        for (int j = 0; j < given; j++) {
            if (images[j] == Skeleton.NONE && sign * side(j) < 0 && bones.isThere(j)) {
                bones.remove(j);
            }
        }
        bones.weigh(mirrored);
        return built();
    }

    /** The image of a bone that has none: a new bone that moves as what was there. */
    private void image(int j) {
        int above = imageOf(bones.parent(j));
        int made = bones.add(imageName(j, above), above, mirrored(bones.pivot(j)), movedThere(j, above));
        images = Arrays.copyOf(images, bones.count());
        images[j] = made;
        images[made] = j;
        bones.turn(made, mirroredTurn(bones.turn(j)));
    }

    private String imageName(int j, int above) {
        boolean called =
                above != Skeleton.NONE && Ends.called(bones, bones.parent(j)).contains(j);
        return called
                ? BoneNameWords.end(bones.name(above))
                : BoneNameWords.otherSide(bones.name(j)).orElse(bones.name(j) + (side(j) > 0 ? "_right" : "_left"));
    }

    /** The bone that moves most of where the image of a bone's vertices is, else the one that its image hangs on. */
    private int movedThere(int j, int above) {
        SkinWeights w = bones.weights();
        double[] shares = new double[bones.count()];
        double total = 0;
        for (int at = 0; at < w.bones().length; at++) {
            OptionalInt there = w.bones()[at] == j && w.weights()[at] > 0
                    ? vertexAtImage(at / w.influences())
                    : OptionalInt.empty();
            if (there.isPresent()) {
                int k = there.getAsInt();
                for (int to = k * w.influences(); to < (k + 1) * w.influences(); to++) {
                    shares[w.bones()[to]] += w.weights()[at] * w.weights()[to];
                    total += w.weights()[at] * w.weights()[to];
                }
            }
        }
        for (int k = 0; k < shares.length; k++) {
            if (k != j && shares[k] > MOST * total) {
                return k;
            }
        }
        return above == Skeleton.NONE ? j : above;
    }

    /** The vertex at the mirror image of another. */
    private OptionalInt vertexAtImage(int i) {
        float[] rest = bones.model().rest().positions();
        double[] image = plane.mirrored(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
        return vertices.nearest(image[0], image[1], image[2], NEAR * size);
    }

    private void place(int image, int of) {
        bones.place(image, mirrored(bones.pivot(of)));
        bones.turn(image, mirroredTurn(bones.turn(of)));
        int above = imageOf(bones.parent(of));
        if (above == Skeleton.NONE || !bones.isBelow(above, image)) {
            bones.hang(image, above);
        }
    }

    /** A parent on the other side; one without an image is on both. */
    private int imageOf(int parent) {
        return parent == Skeleton.NONE || images[parent] == Skeleton.NONE ? parent : images[parent];
    }

    /**
     * Vertices of the other side take the weights of their image. Near the plane both sides have their part, half each on it: what
     * reached across from the side that is given up would else end there as a patch of its own.
     */
    private SkinWeights weights(double sign) {
        float[] rest = bones.model().rest().positions();
        SkinWeights w = bones.weights();
        MirroredRows rows = new MirroredRows(w, this::imageOf, bones.count());
        for (int i = 0; i < w.vertexCount(); i++) {
            double side = sign * plane.side(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            OptionalInt image = vertexAtImage(i);
            double own = Math.max(0, Math.min(1, 0.5 + side / (2 * BAND * size)));
            if (image.isPresent()) {
                rows.blend(i, own, image.getAsInt());
            } else if (side <= 0) {
                rows.blend(i, 0.5, i);
            }
        }
        return connected(rows.weights());
    }

    /** Without the patches that a bone has kept on the side it was taken from; what is one place has one row of weights. */
    private SkinWeights connected(SkinWeights all) {
        Mesh rest = bones.model().rest();
        int[] first = rest.firstAtPosition();
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
        return Vec3.midpoint(p, mirrored(p));
    }

    /** Rows of weights, some of which become the mirror image of others. */
    private static final class MirroredRows {
        private final SkinWeights given;
        private final IntUnaryOperator image;
        private final int[] bones;
        private final double[] weights;
        /** One row over all bones. */
        private final double[] row;

        /** @param image of a bone */
        MirroredRows(SkinWeights given, IntUnaryOperator image, int boneCount) {
            this.given = given;
            this.image = image;
            this.bones = given.bones().clone();
            this.weights = given.weights().clone();
            this.row = new double[boneCount];
        }

        /** Vertex i keeps a share of its own weights and has the image of those of vertex k besides. */
        void blend(int i, double own, int k) {
            add(i, IntUnaryOperator.identity(), own);
            add(k, image, 1 - own);
            store(i);
        }

        private void add(int i, IntUnaryOperator as, double share) {
            for (int at = i * given.influences(); at < (i + 1) * given.influences(); at++) {
                if (given.weights()[at] > 0) {
                    row[as.applyAsInt(given.bones()[at])] += share * given.weights()[at];
                }
            }
        }

        /** The largest that have a place, scaled to sum to one. */
        private void store(int i) {
            int k = given.influences();
            double sum = 0;
            for (int p = 0; p < k; p++) {
                int best = 0;
                for (int j = 1; j < row.length; j++) {
                    best = row[j] > row[best] ? j : best;
                }
                bones[i * k + p] = best;
                weights[i * k + p] = row[best];
                sum += row[best];
                row[best] = 0;
            }
            Arrays.fill(row, 0);
            for (int p = 0; p < k; p++) {
                weights[i * k + p] /= sum;
            }
        }

        SkinWeights weights() {
            return SkinWeights.of(given.influences(), bones, weights);
        }
    }

    /** On which sides of a plane bones have what they move. */
    private static final class Sides {
        private Sides() {}

        /**
         * The bone in the middle that is nearest to a root on one side. Such a root has no place in a tree that is its own mirror
         * image; empty where the root may stay, or where there is nothing better.
         */
        static Optional<Integer> middleBelow(Bones bones, MirrorPlane plane, int root) {
            // Roots without weights are nodes that figures stand on, wherever those are, unless a limb's end was made
            // the
            // root.
            boolean node = bones.totals()[root] == 0 && !BoneNameWords.saysEnd(bones.name(root));
            if (node || !BoneSymmetry.isBeside(bones.model(), plane, root)) {
                return Optional.empty();
            }
            Queue<Integer> next = new ArrayDeque<>(List.of(root));
            while (!next.isEmpty()) {
                int j = next.remove();
                if (BoneSymmetry.isAcross(bones.model(), plane, j)) {
                    return Optional.of(j);
                }
                next.addAll(bones.children(j));
            }
            return Optional.empty();
        }

        /** The bone that all others hang on, below one that only carries; empty where there are several. */
        static Optional<Integer> root(Bones bones) {
            List<Integer> roots = IntStream.range(0, bones.count())
                    .filter(j -> bones.parent(j) == Skeleton.NONE)
                    .boxed()
                    .toList();
            if (roots.size() == 1 && NewRoot.isCarrier(bones, roots.get(0))) {
                roots = bones.children(roots.get(0));
            }
            return roots.size() == 1 ? Optional.of(roots.get(0)) : Optional.empty();
        }
    }
}
