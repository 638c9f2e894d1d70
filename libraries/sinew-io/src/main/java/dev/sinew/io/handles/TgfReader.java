package dev.sinew.io.handles;

import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads skeletons from {@code .tgf}: lines of joints (number x y z), a line with #, lines of bones (two joints each).
 * Sections after a second # (point handles, pseudo edges) are ignored.
 */
public final class TgfReader {
    private TgfReader() {}

    public static HandleSet read(String file, List<String> lines, UnaryOperator<double[]> toMesh) {
        Map<String, double[]> joints = new HashMap<>();
        List<String[]> bones = new ArrayList<>();
        int part = 0;
        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k).trim();
            if (line.startsWith("#")) {
                part++;
            } else if (!line.isEmpty() && part == 0) {
                joint(file, k + 1, line, joints, toMesh);
            } else if (!line.isEmpty() && part == 1) {
                bones.add(bone(file, k + 1, line, joints));
            }
        }
        if (bones.isEmpty()) {
            throw new InvalidInputException(
                    file + " has " + joints.size() + " joints but no bones; at least one bone is required");
        }
        return HandleSet.of(handles(joints, bones));
    }

    private static void joint(
            String file, int line, String text, Map<String, double[]> joints, UnaryOperator<double[]> toMesh) {
        String[] words = text.split("\\s+");
        if (words.length < 4) {
            throw new InvalidInputException(file + ", line " + line + ": '" + text + "' is not a joint (number x y z)");
        }
        double[] position = new double[3];
        for (int d = 0; d < 3; d++) {
            try {
                position[d] = Double.parseDouble(words[d + 1]);
            } catch (NumberFormatException e) {
                throw new InvalidInputException(
                        file + ", line " + line + ": '" + words[d + 1] + "' is not a number", e);
            }
            if (!Double.isFinite(position[d])) {
                throw new InvalidInputException(
                        file + ", line " + line + ": the coordinate " + words[d + 1] + " is not finite");
            }
        }
        if (joints.put(words[0], toMesh.apply(position)) != null) {
            throw new InvalidInputException(file + ", line " + line + ": joint " + words[0] + " is defined twice");
        }
    }

    private static String[] bone(String file, int line, String text, Map<String, double[]> joints) {
        String[] words = text.split("\\s+");
        if (words.length < 2) {
            throw new InvalidInputException(file + ", line " + line + ": '" + text + "' is not a bone (two joints)");
        }
        for (int k = 0; k < 2; k++) {
            if (!joints.containsKey(words[k])) {
                throw new InvalidInputException(file + ", line " + line + ": joint " + words[k] + " is not among the "
                        + joints.size() + " joints");
            }
        }
        return words;
    }

    /** In file order, without parents: the columns of the weights then match those of other programs. */
    private static List<Handle> handles(Map<String, double[]> joints, List<String[]> bones) {
        List<Handle> handles = new ArrayList<>();
        for (String[] bone : bones) {
            handles.add(new Handle.Bone(
                    "bone_" + bone[0] + "_" + bone[1], joints.get(bone[0]), joints.get(bone[1]), Optional.empty()));
        }
        return handles;
    }
}
