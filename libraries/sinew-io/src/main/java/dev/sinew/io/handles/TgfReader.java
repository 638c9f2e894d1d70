package dev.sinew.io.handles;

import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Skeletons as {@code .tgf}: lines of joints (number x y z), a line with #, lines of bones (two joints each). Parts behind a second # (point
 * handles, pseudo edges) are not read.
 */
public final class TgfReader {
    private TgfReader() {}

    public static HandleSet read(String file, List<String> lines, UnaryOperator<double[]> place) {
        Map<String, double[]> joints = new HashMap<>();
        List<String[]> bones = new ArrayList<>();
        int part = 0;
        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k).trim();
            if (line.startsWith("#")) {
                part++;
            } else if (!line.isEmpty() && part == 0) {
                joint(file, k + 1, line, joints, place);
            } else if (!line.isEmpty() && part == 1) {
                bones.add(bone(file, k + 1, line, joints));
            }
        }
        if (bones.isEmpty()) {
            throw new RefusedException(file + " has " + joints.size() + " joints and no bones, at least one is needed");
        }
        return HandleSet.of(handles(joints, bones));
    }

    private static void joint(
            String file, int line, String text, Map<String, double[]> joints, UnaryOperator<double[]> place) {
        String[] words = text.split("\\s+");
        if (words.length < 4) {
            throw new RefusedException(file + ", line " + line + ": '" + text + "' is no joint: number x y z");
        }
        double[] position = new double[3];
        for (int d = 0; d < 3; d++) {
            try {
                position[d] = Double.parseDouble(words[d + 1]);
            } catch (NumberFormatException e) {
                throw new RefusedException(file + ", line " + line + ": '" + words[d + 1] + "' is no number", e);
            }
            if (!Double.isFinite(position[d])) {
                throw new RefusedException(
                        file + ", line " + line + ": the coordinate " + words[d + 1] + " is not finite");
            }
        }
        if (joints.put(words[0], place.apply(position)) != null) {
            throw new RefusedException(file + ", line " + line + ": joint " + words[0] + " is given a second time");
        }
    }

    private static String[] bone(String file, int line, String text, Map<String, double[]> joints) {
        String[] words = text.split("\\s+");
        if (words.length < 2) {
            throw new RefusedException(file + ", line " + line + ": '" + text + "' is no bone: two joints");
        }
        for (int k = 0; k < 2; k++) {
            if (!joints.containsKey(words[k])) {
                throw new RefusedException(
                        file + ", line " + line + ": there is no joint " + words[k] + " among " + joints.size());
            }
        }
        return words;
    }

    /** In the file's order, without parents: the weights' columns are then those of other programs. */
    private static List<Handle> handles(Map<String, double[]> joints, List<String[]> bones) {
        List<Handle> handles = new ArrayList<>();
        for (String[] bone : bones) {
            handles.add(new Handle.Bone(
                    "bone_" + bone[0] + "_" + bone[1], joints.get(bone[0]), joints.get(bone[1]), Optional.empty()));
        }
        return handles;
    }
}
