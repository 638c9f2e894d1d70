package dev.sinew.io.bvh;

import dev.sinew.io.text.TextOutput;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Writes one clip of a skeleton that is a tree of rigid bones. */
final class BvhWriter {
    /** Part of the size that a joint may slide and still count as fixed to its parent. */
    private static final double FIXED = 1e-5;

    /** Decimals of an angle: a millionth of a degree moves nothing by more than 2e-8 of its distance. */
    private static final int ANGLE_DECIMALS = 6;

    private static final int TIME_DECIMALS = 9;

    /** Deeper joints stand no further to the right: the file of a long chain would be made of blanks. */
    private static final int DEEPEST_INDENT = 100;

    private final SkinnedModel model;
    private final Clip clip;
    private final List<String> names;
    private final List<List<Integer>> children = new ArrayList<>();
    private final BvhChannels[] joints;
    /** Joints in the order of the file: depth first. */
    private final List<Integer> order = new ArrayList<>();

    private final boolean[] ends;
    private final double size;
    private final int placeDecimals;

    BvhWriter(SkinnedModel model, Clip clip) {
        this.model = model;
        this.clip = clip;
        this.names = BvhNames.of(model.skeleton().names());
        this.joints = new BvhChannels[model.boneCount()];
        this.size = Math.max(1e-30, Box.around(model.rest().positions()).diagonal());
        this.ends = ends();
        this.placeDecimals = Math.max(0, 8 - (int) Math.floor(Math.log10(size)));
        for (int j = 0; j < joints.length; j++) {
            children.add(new ArrayList<>());
            int parent = model.skeleton().parents()[j];
            if (parent != Skeleton.ROOT && !ends[j]) {
                children.get(parent).add(j);
            }
            joints[j] = channels(j, parent);
        }
    }

    /** Joints that only say where their bone ends: BVH has End Sites for those. */
    private boolean[] ends() {
        int[] parents = model.skeleton().parents();
        int[] below = new int[parents.length];
        Arrays.stream(parents).filter(p -> p != Skeleton.ROOT).forEach(p -> below[p]++);
        double[] holds = model.weights().totals(parents.length);
        boolean[] found = new boolean[parents.length];
        for (int j = 0; j < found.length; j++) {
            int parent = parents[j];
            found[j] = parent != Skeleton.ROOT
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
        boolean moves = parent == Skeleton.ROOT || joint.leaves(offset, FIXED * size);
        return BvhChannels.of(joint, offset, moves ? BvhChannels.Moves.TURNS_AND_MOVES : BvhChannels.Moves.TURNS);
    }

    private double[] offset(int j, int parent) {
        double[] c = model.skeleton().pivots();
        double[] offset = {c[3 * j], c[3 * j + 1], c[3 * j + 2]};
        for (int x = 0; x < 3 && parent != Skeleton.ROOT; x++) {
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

    /** Depth first, without recursion: chains of joints may be longer than the stack is deep. */
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
        return "\t".repeat(Math.min(depth, DEEPEST_INDENT));
    }

    private void begin(TextOutput out, int j, int depth) throws IOException {
        String indent = indent(depth);
        order.add(j);
        BvhChannels joint = joints[j];
        out.text(indent + (order.size() == 1 ? "ROOT " : "JOINT ") + names.get(j) + "\n" + indent + "{\n");
        String inner = indent(depth + 1);
        out.text(inner + "OFFSET").text(places(joint.offset())).text("\n");
        out.text(inner + (joint.moves() == BvhChannels.Moves.TURNS ? "CHANNELS 3" : "CHANNELS 6"));
        if (joint.moves() == BvhChannels.Moves.TURNS_AND_MOVES) {
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
        out.text(places(tip)).text("\n" + indent + "}\n");
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
                if (joints[j].moves() == BvhChannels.Moves.TURNS_AND_MOVES) {
                    line.append(places(joints[j].place(f)));
                }
                for (int x = 0; x < 3; x++) {
                    line.append(' ').append(fixed(joints[j].angles()[3 * f + x], ANGLE_DECIMALS));
                }
            }
            // Some readers split at blanks without trimming.
            out.text(line.substring(1)).text("\n");
        }
    }

    private String places(double[] xyz) {
        return " " + fixed(xyz[0], placeDecimals) + " " + fixed(xyz[1], placeDecimals) + " "
                + fixed(xyz[2], placeDecimals);
    }

    /** Plain decimals: many readers know no exponents. */
    private static String fixed(double value, int decimals) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
