package dev.sinew.edit;

import dev.sinew.edit.EditableBones.Nearest;
import dev.sinew.geometry.SpatialIndex;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.InvalidInputException;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.weights.RegionCleanup;
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

/** Pairs the bones of a symmetric figure with their mirrored counterparts. */
final class MirroredBones {
    /**
     * Vertices whose mirrored position is farther from the mesh than this fraction of its size have no counterpart to take weights from.
     */
    private static final double MAX_MATCH_FRACTION = 0.03;

    /** Half-width of the band around the plane in which the weights of both sides are blended, as a fraction of the size. */
    private static final double HALF_BAND_FRACTION = 0.02;

    /** Minimum share of a region's weight with which a bone counts as the one that moves it. */
    private static final double MIN_DOMINANT_SHARE = 2.0 / 3;

    private final EditableBones bones;
    private final MirrorPlane plane;
    private final double size;
    private final SpatialIndex vertices;
    private final double[] centroids;
    /** Counterpart of each bone: itself on the plane, {@link Skeleton#NONE} if none exists. */
    private int[] counterparts;

    /** The original root, if another bone temporarily replaces it. */
    private final Optional<String> formerRoot;

    private MirroredBones(EditableBones bones, MirrorPlane plane, double size, Optional<String> formerRoot) {
        this.bones = bones;
        this.plane = plane;
        this.size = size;
        this.formerRoot = formerRoot;
        this.vertices = SpatialIndex.ofPoints(bones.model().rest().positions());
        this.centroids = Nearest.centroids(bones);
        this.counterparts = BoneSymmetry.of(bones.model(), plane);
    }

    /** Re-roots the tree at a bone on the plane first: a tree with its root on one side is never symmetric. */
    static MirroredBones of(EditState edited) {
        float[] rest = edited.model().rest().positions();
        MirrorPlane plane = MirrorPlane.of(rest)
                .orElseThrow(() -> new InvalidInputException(
                        "the rest pose is not symmetric about any plane, so it has no left and right"));
        double size = Box.around(rest).diagonal();
        EditableBones bones = new EditableBones(edited);
        Optional<Integer> root = Sides.root(bones);
        Optional<Integer> middle = root.flatMap(j -> Sides.rootOnPlane(bones, plane, j));
        if (middle.isEmpty()) {
            return new MirroredBones(bones, plane, size, Optional.empty());
        }
        Optional<String> former = root.map(bones::name);
        EditState turned = NewRoot.of(bones, middle.get()).build();
        return new MirroredBones(new EditableBones(turned), plane, size, former);
    }

    private EditState build() {
        EditState made = bones.build();
        return formerRoot
                .filter(made.model().skeleton().names()::contains)
                .map(name -> new Edit.Root(name).apply(made))
                .orElse(made);
    }

    private double side(int j) {
        return plane.side(centroids[3 * j], centroids[3 * j + 1], centroids[3 * j + 2]);
    }

    /**
     * New names by old ones. The left bone names both, unless only the right one contains a side. End joints are named after their bones.
     */
    Map<String, String> names() {
        List<String> names = new ArrayList<>();
        IntStream.range(0, bones.count()).forEach(j -> names.add(bones.name(j)));
        for (int j = 0; j < bones.count(); j++) {
            int k = counterparts[j];
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
            for (int end : EndJoints.namedAfter(bones, j)) {
                names.set(end, BoneNameWords.end(names.get(j)));
            }
        }
        return renamed;
    }

    EditState symmetrize(Edit.Side from) {
        double sign = from == Edit.Side.LEFT ? 1 : -1;
        int given = bones.count();
        for (int j = 0; j < given; j++) {
            if (counterparts[j] == j) {
                bones.setPivot(j, onPlane(bones.pivot(j)));
            } else if (counterparts[j] == Skeleton.NONE && sign * side(j) > 0) {
                addCounterpart(j);
            } else if (counterparts[j] != Skeleton.NONE && sign * side(j) > sign * side(counterparts[j])) {
                copyMirrored(counterparts[j], j);
            }
        }
        SkinWeights mirrored = weights(sign);
        for (int j = 0; j < given; j++) {
            if (counterparts[j] == Skeleton.NONE && sign * side(j) < 0 && bones.exists(j)) {
                bones.remove(j);
            }
        }
        bones.setWeights(mirrored);
        return build();
    }

    /** Adds the missing counterpart of a bone, with the motion of the bone that moved that region. */
    private void addCounterpart(int j) {
        int above = counterpartOf(bones.parent(j));
        int made = bones.add(counterpartName(j, above), above, mirrored(bones.pivot(j)), boneAtCounterpart(j, above));
        counterparts = Arrays.copyOf(counterparts, bones.count());
        counterparts[j] = made;
        counterparts[made] = j;
        bones.orientation(made, mirroredOrientation(bones.orientation(j)));
    }

    private String counterpartName(int j, int above) {
        boolean called = above != Skeleton.NONE
                && EndJoints.namedAfter(bones, bones.parent(j)).contains(j);
        return called
                ? BoneNameWords.end(bones.name(above))
                : BoneNameWords.otherSide(bones.name(j)).orElse(bones.name(j) + (side(j) > 0 ? "_right" : "_left"));
    }

    /** The bone that moves most of the mirrored vertices, else the counterpart of the parent. */
    private int boneAtCounterpart(int j, int above) {
        SkinWeights w = bones.weights();
        double[] shares = new double[bones.count()];
        double total = 0;
        for (int at = 0; at < w.bones().length; at++) {
            OptionalInt there = w.bones()[at] == j && w.weights()[at] > 0
                    ? vertexAtMirroredPosition(at / w.influences())
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
            if (k != j && shares[k] > MIN_DOMINANT_SHARE * total) {
                return k;
            }
        }
        return above == Skeleton.NONE ? j : above;
    }

    /** The vertex at the mirrored position of another. */
    private OptionalInt vertexAtMirroredPosition(int i) {
        float[] rest = bones.model().rest().positions();
        double[] image = plane.mirrored(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
        return vertices.nearest(image[0], image[1], image[2], MAX_MATCH_FRACTION * size);
    }

    private void copyMirrored(int image, int of) {
        bones.setPivot(image, mirrored(bones.pivot(of)));
        bones.orientation(image, mirroredOrientation(bones.orientation(of)));
        int above = counterpartOf(bones.parent(of));
        if (above == Skeleton.NONE || !bones.isSelfOrDescendant(above, image)) {
            bones.setParent(image, above);
        }
    }

    /** The counterpart of a parent, or the parent itself if it has none. */
    private int counterpartOf(int parent) {
        return parent == Skeleton.NONE || counterparts[parent] == Skeleton.NONE ? parent : counterparts[parent];
    }

    /**
     * Vertices of the other side take the mirrored weights. Near the plane both sides are blended, half each on it; otherwise weights that
     * reached across the plane would end there as a separate region.
     */
    private SkinWeights weights(double sign) {
        float[] rest = bones.model().rest().positions();
        SkinWeights w = bones.weights();
        MirroredRows rows = new MirroredRows(w, this::counterpartOf, bones.count());
        for (int i = 0; i < w.vertexCount(); i++) {
            double side = sign * plane.side(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            OptionalInt image = vertexAtMirroredPosition(i);
            double own = Math.max(0, Math.min(1, 0.5 + side / (2 * HALF_BAND_FRACTION * size)));
            if (image.isPresent()) {
                rows.blend(i, own, image.getAsInt());
            } else if (side <= 0) {
                rows.blend(i, 0.5, i);
            }
        }
        return cleanUpRegions(rows.weights());
    }

    /** Removes regions that a bone kept on the replaced side. Coincident vertices get the same weights. */
    private SkinWeights cleanUpRegions(SkinWeights all) {
        Mesh rest = bones.model().rest();
        int[] first = rest.firstAtPosition();
        int[] seams = IntStream.range(0, first.length)
                .filter(i -> first[i] != i)
                .flatMap(i -> IntStream.of(i, first[i]))
                .toArray();
        double[] places = new double[rest.positions().length];
        Arrays.setAll(places, k -> rest.positions()[k]);
        SkinState state = SkinState.of(all, places);
        RegionCleanup.clean(VertexGraph.of(rest, seams), state, bones.count());
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

    /** The mirrored axes, the first one negated so that they stay right-handed. */
    private double[] mirroredOrientation(double[] quaternion) {
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

    /** Weight rows, some of which are mirrored from others. */
    private static final class MirroredRows {
        private final SkinWeights given;
        private final IntUnaryOperator image;
        private final int[] bones;
        private final double[] weights;
        /** One row over all bones. */
        private final double[] row;

        /** @param image counterpart of a bone */
        MirroredRows(SkinWeights given, IntUnaryOperator image, int boneCount) {
            this.given = given;
            this.image = image;
            this.bones = given.bones().clone();
            this.weights = given.weights().clone();
            this.row = new double[boneCount];
        }

        /** Blends vertex i's own weights, with share {@code own}, and the mirrored weights of vertex k. */
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

        /** Keeps the largest weights and normalises their sum to one. */
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

    /** Finds on which side of a plane the vertices of a bone are. */
    private static final class Sides {
        private Sides() {}

        /**
         * The bone on the plane nearest to a root on one side, because a symmetric tree cannot have such a root. Empty if the root may stay
         * or there is no better bone.
         */
        static Optional<Integer> rootOnPlane(EditableBones bones, MirrorPlane plane, int root) {
            // Roots without weights carry the whole figure and may be anywhere, unless the end joint of a limb was made
            // the root.
            boolean node = bones.totals()[root] == 0 && !BoneNameWords.isEndJointName(bones.name(root));
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

        /** The ancestor of all other bones, below one that only translates; empty if there are several. */
        static Optional<Integer> root(EditableBones bones) {
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
