package dev.sinew.io.bvh;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.text.TextOutput;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads and writes the motion of a skeleton as a {@code .bvh} file. */
public final class Bvh {
    private Bvh() {}

    /**
     * Writes one clip, completely or not at all: rotations for every joint, and positions for the root and for joints that
     * slide relative to their parent. Leaf bones get an End Site at the far end of the geometry they move. Angles continue
     * past ±180° instead of jumping.
     *
     * @param model must have rigid bones in a single tree
     * @param clip one of the model's clips
     */
    public static void write(SkinnedModel model, Clip clip, Path file) {
        requireTree(model, file);
        requireFinite(model, clip, file);
        AtomicFile.write(file, out -> new BvhWriter(model, clip).write(out));
    }

    /** Writes one clip of a skeleton without a mesh. Its leaf bones have End Sites of length zero. */
    public static void write(SkeletonMotion motion, Clip clip, Path file) {
        write(motion.withoutMesh(), clip, file);
    }

    /** Reads the skeleton and its motion; the clip is named after the file. */
    public static SkeletonMotion read(Path file) {
        return BvhReader.read(file);
    }

    /** Rejects a model that BVH cannot represent; call it before expensive work. */
    public static void requireTree(SkinnedModel model, Path file) {
        if (model.boneType() != BoneType.RIGID) {
            throw new InvalidInputException("cannot write " + file + ": the model has "
                    + model.boneType().name().toLowerCase(Locale.ROOT) + " bones, but BVH supports only rigid bones");
        }
        long roots = Arrays.stream(model.skeleton().parents())
                .filter(p -> p == Skeleton.NONE)
                .count();
        if (roots != 1) {
            throw new InvalidInputException("cannot write " + file + ": " + roots + " of the model's "
                    + model.boneCount() + " bones have no parent, but BVH needs a single root");
        }
    }

    private static void requireFinite(SkinnedModel model, Clip clip, Path file) {
        double[] matrices = clip.motion().matrices();
        for (int at = 0; at < matrices.length; at++) {
            if (!Double.isFinite(matrices[at])) {
                int bone = at / BoneMotion.STRIDE % model.boneCount();
                int frame = at / BoneMotion.STRIDE / model.boneCount();
                throw new InvalidInputException("cannot write " + file + ": bone '"
                        + model.skeleton().names().get(bone) + "' in frame " + frame + " of clip '" + clip.name()
                        + "' has the value " + matrices[at] + " in its matrix");
            }
        }
    }

    /** Writes one clip of a skeleton that is a tree of rigid bones. */
    static final class BvhWriter {
        /** Distance that a joint may slide and still count as fixed to its parent, as a fraction of the model's size. */
        private static final double MAX_SLIDE = 1e-5;

        /** Decimals of an angle: a millionth of a degree moves a point by at most 2e-8 of its distance. */
        private static final int ANGLE_DECIMALS = 6;

        private static final int TIME_DECIMALS = 9;

        /** Deeper joints are not indented further, which keeps files of long chains small. */
        private static final int MAX_INDENT = 100;

        private final SkinnedModel model;
        private final Clip clip;
        private final List<String> names;
        private final List<List<Integer>> children = new ArrayList<>();
        private final BvhChannels[] joints;
        /** Joints in file order: depth first. */
        private final List<Integer> order = new ArrayList<>();

        private final boolean[] ends;
        private final double size;
        private final int positionDecimals;

        BvhWriter(SkinnedModel model, Clip clip) {
            this.model = model;
            this.clip = clip;
            this.names = BvhNames.of(model.skeleton().names());
            this.joints = new BvhChannels[model.boneCount()];
            this.size = Math.max(1e-30, size(model));
            this.ends = ends();
            this.positionDecimals = Math.max(0, 8 - (int) Math.floor(Math.log10(size)));
            for (int j = 0; j < joints.length; j++) {
                children.add(new ArrayList<>());
                int parent = model.skeleton().parents()[j];
                if (parent != Skeleton.NONE && !ends[j]) {
                    children.get(parent).add(j);
                }
                joints[j] = channels(j, parent);
            }
        }

        /** Joints that only mark the end of their parent bone: BVH uses End Sites for those. */
        private boolean[] ends() {
            int[] parents = model.skeleton().parents();
            int[] below = new int[parents.length];
            Arrays.stream(parents).filter(p -> p != Skeleton.NONE).forEach(p -> below[p]++);
            double[] holds = model.weights().totals(parents.length);
            boolean[] found = new boolean[parents.length];
            for (int j = 0; j < found.length; j++) {
                int parent = parents[j];
                found[j] = parent != Skeleton.NONE
                        && below[j] == 0
                        && below[parent] == 1
                        && holds[j] == 0
                        && holds[parent] > 0;
            }
            return found;
        }

        private BvhChannels channels(int j, int parent) {
            double[] offset = offset(j, parent);
            BvhJoint joint = BvhJoint.of(model, clip.motion(), j, parent);
            boolean moves = parent == Skeleton.NONE || joint.leaves(offset, MAX_SLIDE * size);
            return BvhChannels.of(
                    joint,
                    offset,
                    moves ? BvhChannels.JointMotion.ROTATES_AND_TRANSLATES : BvhChannels.JointMotion.ROTATES);
        }

        private double[] offset(int j, int parent) {
            double[] c = model.skeleton().pivots();
            double[] offset = {c[3 * j], c[3 * j + 1], c[3 * j + 2]};
            for (int x = 0; x < 3 && parent != Skeleton.NONE; x++) {
                offset[x] -= c[3 * parent + x];
            }
            return offset;
        }

        void write(OutputStream stream) throws IOException {
            TextOutput out = new TextOutput(stream);
            out.text("HIERARCHY\n");
            hierarchy(out);
            motion(out);
            out.flush();
        }

        /** Depth first, without recursion: long chains of joints would overflow the stack. */
        private void hierarchy(TextOutput out) throws IOException {
            Deque<Integer> open = new ArrayDeque<>();
            int[] nextChild = new int[joints.length];
            open.push(0);
            begin(out, 0, 0);
            while (!open.isEmpty()) {
                int j = open.peek();
                if (nextChild[j] < children.get(j).size()) {
                    int child = children.get(j).get(nextChild[j]++);
                    begin(out, child, open.size());
                    open.push(child);
                } else {
                    if (children.get(j).isEmpty()) {
                        endSite(out, j, indent(open.size()));
                    }
                    open.pop();
                    out.text(indent(open.size()) + "}\n");
                }
            }
        }

        private static String indent(int depth) {
            return "\t".repeat(Math.min(depth, MAX_INDENT));
        }

        private void begin(TextOutput out, int j, int depth) throws IOException {
            String indent = indent(depth);
            order.add(j);
            BvhChannels joint = joints[j];
            out.text(indent + (order.size() == 1 ? "ROOT " : "JOINT ") + names.get(j) + "\n" + indent + "{\n");
            String inner = indent(depth + 1);
            out.text(inner + "OFFSET").text(decimals(joint.offset())).text("\n");
            out.text(inner + (joint.moves() == BvhChannels.JointMotion.ROTATES ? "CHANNELS 3" : "CHANNELS 6"));
            if (joint.moves() == BvhChannels.JointMotion.ROTATES_AND_TRANSLATES) {
                out.text(" Xposition Yposition Zposition");
            }
            out.text(" " + String.join(" ", joint.order().channels()) + "\n");
        }

        private void endSite(TextOutput out, int j, String indent) throws IOException {
            double[] tip = tip(j);
            for (int x = 0; x < 3; x++) {
                tip[x] -= model.skeleton().pivots()[3 * j + x];
            }
            out.text(indent + "End Site\n" + indent + "{\n" + indent + "\tOFFSET");
            out.text(decimals(tip)).text("\n" + indent + "}\n");
        }

        /** Of the mesh, or of the skeleton without one. */
        private static double size(SkinnedModel model) {
            double[] pivots = model.skeleton().pivots();
            float[] points = model.rest().positions();
            if (points.length == 0) {
                points = new float[pivots.length];
                for (int k = 0; k < points.length; k++) {
                    points[k] = (float) pivots[k];
                }
            }
            return Box.around(points).diagonal();
        }

        private double[] tip(int j) {
            for (int end = j + 1; end < ends.length; end++) {
                if (ends[end] && model.skeleton().parents()[end] == j) {
                    return model.skeleton().pivot(end);
                }
            }
            return BoneSegments.tip(model, j);
        }

        private void motion(TextOutput out) throws IOException {
            int frames = clip.motion().frameCount();
            out.text("MOTION\nFrames: " + frames + "\n");
            out.text("Frame Time: " + fixed(1 / clip.framesPerSecond(), TIME_DECIMALS) + "\n");
            for (int f = 0; f < frames; f++) {
                StringBuilder line = new StringBuilder();
                for (int j : order) {
                    if (joints[j].moves() == BvhChannels.JointMotion.ROTATES_AND_TRANSLATES) {
                        line.append(decimals(joints[j].place(f)));
                    }
                    for (int x = 0; x < 3; x++) {
                        line.append(' ').append(fixed(joints[j].angles()[3 * f + x], ANGLE_DECIMALS));
                    }
                }
                // Some readers split at blanks without trimming.
                out.text(line.substring(1)).text("\n");
            }
        }

        private String decimals(double[] xyz) {
            return " " + fixed(xyz[0], positionDecimals) + " " + fixed(xyz[1], positionDecimals) + " "
                    + fixed(xyz[2], positionDecimals);
        }

        /** Plain decimals: many readers do not support exponents. */
        private static String fixed(double value, int decimals) {
            BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN);
            return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
        }

        /** Names without blanks, brackets or characters that players use to address tracks. */
        static final class BvhNames {
            private BvhNames() {}

            static List<String> of(List<String> names) {
                Set<String> taken = new HashSet<>();
                List<String> out = new ArrayList<>();
                for (String name : names) {
                    String plain = name.isBlank() ? "joint" : name.strip().replaceAll("[\\s{}\\[\\].:/]+", "_");
                    String free = plain;
                    for (int k = 2; !taken.add(free); k++) {
                        free = plain + "_" + k;
                    }
                    out.add(free);
                }
                return out;
            }
        }

        /**
         * The channels of one joint, frame by frame: three angles, preceded by a position if it moves.
         *
         * @param offset its position in its parent's space; 0 if it has a position in every frame, because programs disagree
         *     whether the two are added
         * @param moves whether its position is among the channels
         * @param angles 3F degrees
         */
        private record BvhChannels(
                BvhJoint joint, double[] offset, JointMotion moves, EulerOrder order, double[] angles) {
            /** Whether a joint has a position in every frame. */
            enum JointMotion {
                ROTATES,
                ROTATES_AND_TRANSLATES
            }

            /** With middle angles up to 80° the outer two stay distinct, so no other order is needed. */
            private static final double SAFE_MIDDLE_SINE = Math.sin(Math.toRadians(80));

            static BvhChannels of(BvhJoint joint, double[] offset, JointMotion moves) {
                EulerOrder order = orderFor(joint);
                double[] angles = new double[3 * joint.frames()];
                double[] before = new double[3];
                for (int f = 0; f < joint.frames(); f++) {
                    before = order.angles(joint.rotation(f), before);
                    for (int x = 0; x < 3; x++) {
                        angles[3 * f + x] = Math.toDegrees(before[x]);
                    }
                }
                return new BvhChannels(
                        joint, moves == JointMotion.ROTATES ? offset : new double[3], moves, order, angles);
            }

            /** The default order, or the one that stays furthest from gimbal lock. */
            private static EulerOrder orderFor(BvhJoint joint) {
                EulerOrder best = EulerOrder.values()[0];
                double least = worst(best, joint);
                if (least <= SAFE_MIDDLE_SINE) {
                    return best;
                }
                for (EulerOrder order : EulerOrder.values()) {
                    double locked = worst(order, joint);
                    if (locked < least) {
                        least = locked;
                        best = order;
                    }
                }
                return best;
            }

            private static double worst(EulerOrder order, BvhJoint joint) {
                double worst = 0;
                for (int f = 0; f < joint.frames(); f++) {
                    worst = Math.max(worst, order.locked(joint.rotation(f)));
                }
                return worst;
            }

            /** Position in frame f, if the joint moves. */
            double[] place(int f) {
                return Arrays.copyOfRange(joint.positions(), 3 * f, 3 * f + 3);
            }

            /** Three rotations about the axes of space; the first named is applied last: ZXY is R = Z(a)·X(b)·Y(c). */
            private enum EulerOrder {
                /** The most common order; first, so that it is preferred. */
                ZXY(2, 0, 1),
                ZYX(2, 1, 0),
                XYZ(0, 1, 2),
                XZY(0, 2, 1),
                YXZ(1, 0, 2),
                YZX(1, 2, 0);

                private static final String AXES = "XYZ";

                /** If the outer two rotations are this degenerate, the outer angle is kept and the rest follows. */
                private static final double LOCK_TOLERANCE = 1e-6;

                private final int i;
                private final int j;
                private final int k;
                /** 1 for x y z and its cyclic permutations, −1 for the others. */
                private final int parity;

                EulerOrder(int i, int j, int k) {
                    this.i = i;
                    this.j = j;
                    this.k = k;
                    this.parity = (j - i + 3) % 3 == 1 ? 1 : -1;
                }

                /** Names of the three channels. */
                String[] channels() {
                    return new String[] {
                        AXES.charAt(i) + "rotation", AXES.charAt(j) + "rotation", AXES.charAt(k) + "rotation"
                    };
                }

                /**
                 * Sine of the middle angle, from 0 to 1; at 1 the outer axes coincide.
                 *
                 * @param r 3×3, row-major
                 */
                double locked(double[] r) {
                    return Math.min(1, Math.abs(r[3 * i + k]));
                }

                /**
                 * The angles of a rotation that are closest to the previous ones.
                 *
                 * <p>With Q = R_i(−a)·R = R_j(b)·R_k(c): b = atan2(±Q_ik, Q_kk) and c = atan2(±Q_ji, Q_jj). So only a is to
                 * choose: one of two values, or any if the middle angle is ±90°.
                 *
                 * @param r 3×3, row-major, not modified
                 * @param before three angles in radians, not modified
                 */
                double[] angles(double[] r, double[] before) {
                    double sine = -parity * r[3 * j + k];
                    double cosine = r[3 * k + k];
                    if (Math.hypot(sine, cosine) < LOCK_TOLERANCE) {
                        return anglesFor(before[0], r, before);
                    }
                    double a = Math.atan2(sine, cosine);
                    double[] one = anglesFor(a, r, before);
                    double[] other = anglesFor(a + Math.PI, r, before);
                    return distance(one, before) <= distance(other, before) ? one : other;
                }

                private double[] anglesFor(double a, double[] r, double[] before) {
                    double cos = Math.cos(a);
                    double sin = parity * Math.sin(a);
                    // R_i(−a) mixes rows j and k and leaves row i.
                    double jj = cos * r[3 * j + j] + sin * r[3 * k + j];
                    double ji = cos * r[3 * j + i] + sin * r[3 * k + i];
                    double kk = cos * r[3 * k + k] - sin * r[3 * j + k];
                    double b = Math.atan2(parity * r[3 * i + k], kk);
                    double c = Math.atan2(parity * ji, jj);
                    return new double[] {closestTurn(a, before[0]), closestTurn(b, before[1]), closestTurn(c, before[2])
                    };
                }

                private static double closestTurn(double angle, double before) {
                    return angle + 2 * Math.PI * Math.rint((before - angle) / (2 * Math.PI));
                }

                private static double distance(double[] a, double[] b) {
                    double sum = 0;
                    for (int x = 0; x < 3; x++) {
                        sum += (a[x] - b[x]) * (a[x] - b[x]);
                    }
                    return sum;
                }
            }
        }

        /**
         * The motion of one joint relative to its parent.
         *
         * @param positions 3F, in the parent's space
         * @param rotations 9F, row-major
         */
        private record BvhJoint(double[] positions, double[] rotations) {
            /** @param parent {@link Skeleton#NONE} for the root, which moves in space */
            static BvhJoint of(SkinnedModel model, BoneMotion motion, int j, int parent) {
                int frames = motion.frameCount();
                double[] positions = new double[3 * frames];
                double[] rotations = new double[9 * frames];
                double[] upright = {1, 0, 0, 0, 1, 0, 0, 0, 1};
                for (int f = 0; f < frames; f++) {
                    double[] mine = rotation(motion, f, j);
                    double[] theirs = parent == Skeleton.NONE ? upright : rotation(motion, f, parent);
                    double[] at = pivotPosition(model.skeleton(), motion, f, j);
                    double[] from = parent == Skeleton.NONE
                            ? new double[3]
                            : pivotPosition(model.skeleton(), motion, f, parent);
                    for (int a = 0; a < 3; a++) {
                        for (int c = 0; c < 3; c++) {
                            positions[3 * f + a] += theirs[3 * c + a] * (at[c] - from[c]);
                            for (int b = 0; b < 3; b++) {
                                rotations[9 * f + 3 * a + b] += theirs[3 * c + a] * mine[3 * c + b];
                            }
                        }
                    }
                }
                return new BvhJoint(positions, rotations);
            }

            /** The rotation of a bone in space, orthonormalized. */
            private static double[] rotation(BoneMotion motion, int f, int j) {
                double[] q = new double[4];
                double[] r = new double[9];
                Quaternions.fromMatrix(motion.matrices(), motion.offset(f, j), 4, q, 0);
                Quaternions.toMatrix(q, 0, r, 0, 3);
                return r;
            }

            /** The position to which a bone moves its pivot. */
            private static double[] pivotPosition(Skeleton skeleton, BoneMotion motion, int f, int j) {
                double[] m = motion.matrices();
                double[] c = skeleton.pivots();
                double[] at = new double[3];
                for (int x = 0; x < 3; x++) {
                    int row = motion.offset(f, j) + 4 * x;
                    at[x] = m[row] * c[3 * j] + m[row + 1] * c[3 * j + 1] + m[row + 2] * c[3 * j + 2] + m[row + 3];
                }
                return at;
            }

            int frames() {
                return positions.length / 3;
            }

            /** Whether it is ever further than the tolerance from a position in its parent's space. */
            boolean leaves(double[] offset, double tolerance) {
                for (int f = 0; f < frames(); f++) {
                    double x = positions[3 * f] - offset[0];
                    double y = positions[3 * f + 1] - offset[1];
                    double z = positions[3 * f + 2] - offset[2];
                    if (x * x + y * y + z * z > tolerance * tolerance) {
                        return true;
                    }
                }
                return false;
            }

            double[] rotation(int f) {
                return Arrays.copyOfRange(rotations, 9 * f, 9 * f + 9);
            }
        }
    }
}
