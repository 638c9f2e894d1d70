package dev.sinew.job.text;

import dev.sinew.model.Skeleton;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A skeleton as an indented list of names. */
public final class SkeletonText {
    /** Joints further down stand no further to the right. */
    private static final int DEEPEST_INDENT = 100;

    private SkeletonText() {}

    /** Children under their parents, two blanks deeper each; without recursion, for chains longer than the stack. */
    public static List<String> lines(Skeleton skeleton) {
        List<List<Integer>> children = new ArrayList<>();
        List<Integer> roots = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            children.add(new ArrayList<>());
        }
        for (int j = 0; j < skeleton.boneCount(); j++) {
            int parent = skeleton.parents()[j];
            (parent == Skeleton.NONE ? roots : children.get(parent)).add(j);
        }
        List<String> lines = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>(roots);
        int[] depth = new int[skeleton.boneCount()];
        while (!open.isEmpty()) {
            int bone = open.pop();
            lines.add("  ".repeat(Math.min(depth[bone], DEEPEST_INDENT))
                    + skeleton.names().get(bone));
            List<Integer> below = children.get(bone);
            for (int k = below.size() - 1; k >= 0; k--) {
                depth[below.get(k)] = depth[bone] + 1;
                open.push(below.get(k));
            }
        }
        return lines;
    }
}
