package dev.sinew.io.gltf.write;

import dev.sinew.keys.BoneReach;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Svd3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.List;

/**
 * Tracks of rigid and similarity bones, relative to their parents. Between keys such bones rotate along the arc and keep
 * their type, so no keys are inserted. A child inherits its parent's scale, so its own scale is divided by it.
 */
final class JointTracks {
    /** A smaller parent scale cannot be divided by: such a skeleton is written without hierarchy. */
    private static final double MIN_SCALE = 1e-3;

    /**
     * Pivots are rounded to floats, by up to 2⁻²⁴ of the largest coordinate each way. A joint that only rotates then seems to
     * slide by up to 2·√3 times that, because both of its bones rotate about a slightly wrong point.
     */
    private static final double ROUNDING = 0x1p-22;

    private final SkinnedModel model;
    private final BoneReach reach;
    private final BoneNodes nodes;
    /** The largest distance from its pivot at which a bone or one of its descendants moves a vertex. */
    private final double[] chainReach;

    private final int depth;
    /** How far a joint may seem to slide because its pivot was rounded. */
    private final double rounding;

    JointTracks(SkinnedModel model, BoneReach reach, BoneNodes nodes) {
        this.model = model;
        this.reach = reach;
        this.nodes = nodes;
        this.chainReach = chainReach();
        this.depth = depth();
        this.rounding = ROUNDING
                * Arrays.stream(model.skeleton().pivots()).map(Math::abs).max().orElse(0);
    }

    /** A tree, unless some parent shrinks to zero. */
    static BoneNodes.Layout layoutOf(SkinnedModel model) {
        if (model.boneType() != BoneType.SIMILARITY) {
            return BoneNodes.Layout.TREE;
        }
        int[] parents = Arrays.stream(model.skeleton().parents())
                .filter(p -> p != Skeleton.NONE)
                .distinct()
                .toArray();
        for (Clip clip : model.clips()) {
            JointPoses poses = new JointPoses(model, clip);
            for (int f = 0; f < clip.motion().frameCount(); f++) {
                for (int parent : parents) {
                    if (Math.abs(poses.scale(f, parent)) < MIN_SCALE) {
                        return BoneNodes.Layout.FLAT;
                    }
                }
            }
        }
        return BoneNodes.Layout.TREE;
    }

    private double[] chainReach() {
        double[] chain = new double[model.boneCount()];
        for (int j = chain.length - 1; j >= 0; j--) {
            chain[j] = Math.max(chain[j], reach.radius(j));
            int parent = nodes.parent(j);
            if (parent != Skeleton.NONE) {
                double[] t = nodes.translation(j);
                double link = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
                chain[parent] = Math.max(chain[parent], link + chain[j]);
            }
        }
        return chain;
    }

    private int depth() {
        int[] depths = new int[model.boneCount()];
        for (int j = 0; j < depths.length; j++) {
            depths[j] = nodes.parent(j) == Skeleton.NONE ? 1 : depths[nodes.parent(j)] + 1;
        }
        return Arrays.stream(depths).max().orElse(1);
    }

    /** Adds the tracks of all bones, not yet reduced. */
    void add(Clip clip, List<Track> tracks) {
        JointPoses poses = new JointPoses(model, clip);
        for (int j = 0; j < model.boneCount(); j++) {
            addBone(clip.motion().frameCount(), poses, j, tracks);
        }
    }

    private void addBone(int count, JointPoses poses, int j, List<Track> tracks) {
        double[] frames = new double[count];
        double[] t = new double[3 * count];
        double[] q = new double[4 * count];
        double[] s = new double[3 * count];
        int parent = nodes.parent(j);
        double largest = MIN_SCALE;
        double parentLargest = 1;
        for (int f = 0; f < count; f++) {
            frames[f] = f;
            double scale = poses.scale(f, j);
            largest = Math.max(largest, Math.abs(scale));
            if (parent == Skeleton.NONE) {
                poses.position(f, j, t, 3 * f);
                poses.rotation(f, j, q, 4 * f);
            } else {
                poses.localPosition(f, j, parent, t, 3 * f);
                poses.localRotation(f, j, parent, q, 4 * f);
                parentLargest = Math.max(parentLargest, Math.abs(poses.scale(f, parent)));
                scale /= poses.scale(f, parent);
            }
            Arrays.fill(s, 3 * f, 3 * f + 3, scale);
        }
        // Errors in a chain add up.
        double share = ClipTracks.MAX_RELATIVE_SHIFT * reach.size() / (3 * depth);
        double angle = share / (chainReach[j] * largest);
        double slide = Math.max(share, parent == Skeleton.NONE ? 0 : rounding) / parentLargest;
        tracks.add(new Track(nodes.outer(j), Property.TRANSLATION, frames, t, nodes.translation(j), slide));
        tracks.add(new Track(nodes.outer(j), Property.ROTATION, frames, Track.continuous(q), nodes.rotation(j), angle));
        if (model.boneType() == BoneType.SIMILARITY) {
            double factor = share / (chainReach[j] * parentLargest);
            tracks.add(new Track(nodes.outer(j), Property.SCALE, frames, s, nodes.scale(j), factor));
        }
    }

    /**
     * Rigid and similarity bones of a clip as translation, rotation and scale in space. Reflections have a negative scale.
     */
    private static final class JointPoses {
        /** A matrix further from its bone's type than this, relative to its scale, is a caller's error. */
        private static final double TYPE_TOLERANCE = 1e-3;

        private final int bones;
        /** 3 numbers per frame and bone. */
        private final double[] positions;
        /** 4 numbers per frame and bone. */
        private final double[] rotations;

        private final double[] scales;
        private final double[] orientations;
        private final Svd3 svd = new Svd3();

        JointPoses(SkinnedModel model, Clip clip) {
            BoneMotion motion = clip.motion();
            bones = motion.boneCount();
            int count = bones * motion.frameCount();
            positions = new double[3 * count];
            rotations = new double[4 * count];
            scales = new double[count];
            orientations = model.skeleton().orientations();
            for (int f = 0; f < motion.frameCount(); f++) {
                for (int j = 0; j < bones; j++) {
                    take(model, clip, f, j);
                }
            }
        }

        private int at(int f, int j) {
            return f * bones + j;
        }

        private void take(SkinnedModel model, Clip clip, int f, int j) {
            double[] m = clip.motion().matrices();
            int from = clip.motion().offset(f, j);
            double[] c = model.skeleton().pivots();
            for (int x = 0; x < 3; x++) {
                int r = from + 4 * x;
                positions[3 * at(f, j) + x] =
                        m[r] * c[3 * j] + m[r + 1] * c[3 * j + 1] + m[r + 2] * c[3 * j + 2] + m[r + 3];
            }
            svd.decompose(m, from, 4);
            double[] sigma = svd.sigma();
            double sign = sigma[2] < 0 ? -1 : 1;
            double scale = model.boneType() == BoneType.RIGID ? 1 : sign * (sigma[0] + sigma[1] + sign * sigma[2]) / 3;
            double off = Math.max(sigma[0] - Math.abs(scale), Math.abs(scale) - sign * sigma[2]);
            if (off > TYPE_TOLERANCE * Math.max(Math.abs(scale), 1e-9) || scale * sign < 0) {
                throw new IllegalArgumentException("bone '"
                        + model.skeleton().names().get(j) + "' in frame " + f
                        + " of clip '" + clip.name() + "' scales by " + sigma[0] + ", " + sigma[1] + ", " + sigma[2]
                        + ", but bones must be " + model.boneType());
            }
            scales[at(f, j)] = scale;
            rotation(f, j, sign);
        }

        /** A = s·R with R = U·diag(±1, ±1, 1)·Vᵀ; a bone with scale zero keeps its previous rotation. */
        private void rotation(int f, int j, double sign) {
            if (scales[at(f, j)] == 0 && f > 0) {
                System.arraycopy(rotations, 4 * at(f - 1, j), rotations, 4 * at(f, j), 4);
                return;
            }
            double[] r = new double[9];
            double[] u = svd.u();
            double[] v = svd.v();
            for (int a = 0; a < 3; a++) {
                for (int b = 0; b < 3; b++) {
                    r[3 * a + b] =
                            sign * (u[3 * a] * v[3 * b] + u[3 * a + 1] * v[3 * b + 1]) + u[3 * a + 2] * v[3 * b + 2];
                }
            }
            double[] q = new double[4];
            Quaternions.fromMatrix(r, 0, 3, q, 0);
            // The node's axes are those of the bind pose, rotated with the bone.
            Quaternions.multiply(q, 0, orientations, 4 * j, rotations, 4 * at(f, j));
        }

        double scale(int f, int j) {
            return scales[at(f, j)];
        }

        /**
         * Position of bone j in its parent's space.
         *
         * @param out modified from {@code to} on
         */
        void localPosition(int f, int j, int parent, double[] out, int to) {
            int mine = 3 * at(f, j);
            int theirs = 3 * at(f, parent);
            double[] q = new double[4];
            Quaternions.conjugate(rotations, 4 * at(f, parent), q, 0);
            double[] r = new double[9];
            Quaternions.toMatrix(q, 0, r, 0, 3);
            double x = positions[mine] - positions[theirs];
            double y = positions[mine + 1] - positions[theirs + 1];
            double z = positions[mine + 2] - positions[theirs + 2];
            for (int a = 0; a < 3; a++) {
                out[to + a] = (r[3 * a] * x + r[3 * a + 1] * y + r[3 * a + 2] * z) / scale(f, parent);
            }
        }

        /** Rotation of bone j in its parent's space. */
        void localRotation(int f, int j, int parent, double[] out, int to) {
            double[] q = new double[4];
            Quaternions.conjugate(rotations, 4 * at(f, parent), q, 0);
            Quaternions.multiply(q, 0, rotations, 4 * at(f, j), out, to);
        }

        void position(int f, int j, double[] out, int to) {
            System.arraycopy(positions, 3 * at(f, j), out, to, 3);
        }

        void rotation(int f, int j, double[] out, int to) {
            System.arraycopy(rotations, 4 * at(f, j), out, to, 4);
        }
    }
}
