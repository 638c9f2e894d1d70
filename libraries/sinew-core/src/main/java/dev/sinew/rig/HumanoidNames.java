package dev.sinew.rig;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bones of a body on two legs under the names that VRM 1.0 and Unity's humanoids have for them. */
public final class HumanoidNames {
    /** Without these VRM takes no file. */
    public static final List<String> REQUIRED = List.of(
            "hips",
            "spine",
            "head",
            "leftUpperLeg",
            "leftLowerLeg",
            "leftFoot",
            "rightUpperLeg",
            "rightLowerLeg",
            "rightFoot",
            "leftUpperArm",
            "leftLowerArm",
            "leftHand",
            "rightUpperArm",
            "rightLowerArm",
            "rightHand");

    private static final List<String> TRUNK = List.of("spine", "chest", "upperChest");
    private static final List<String> LEG = List.of("UpperLeg", "LowerLeg", "Foot", "Toes");
    private static final List<String> ARM = List.of("UpperArm", "LowerArm", "Hand");

    private HumanoidNames() {}

    /** VRM's name to ours, for the bones there are. */
    static Map<String, String> of(BoneChains chains, Anatomy body, List<String> names) {
        Map<String, String> found = new LinkedHashMap<>();
        found.put("hips", names.get(0));
        List<Integer> trunk = body.trunk();
        for (int k = 0; k < Math.min(trunk.size(), TRUNK.size()); k++) {
            found.put(TRUNK.get(k), names.get(trunk.get(k)));
        }
        if (!body.neck().isEmpty()) {
            found.put("neck", names.get(body.neck().get(body.neck().size() - 1)));
        }
        found.put("head", names.get(body.head()));
        for (List<Integer> half : List.of(body.legs(), body.arms())) {
            if (half.isEmpty()) {
                continue;
            }
            for (int first : new int[] {half.get(0), chains.image(half.get(0))}) {
                List<Integer> chain = chains.from(first);
                put(found, names, chain, half == body.legs() || names.get(first).startsWith("leg") ? LEG : ARM);
            }
        }
        return found;
    }

    private static void put(Map<String, String> found, List<String> names, List<Integer> chain, List<String> words) {
        String side = names.get(chain.get(0)).contains("_left") ? "left" : "right";
        int at = 0;
        if (words == ARM && chain.size() > ARM.size()) {
            // Four bones and more begin with the collar bone.
            found.put(side + "Shoulder", names.get(chain.get(at++)));
        }
        for (int k = 0; k < words.size() && at < chain.size(); k++) {
            found.put(side + words.get(k), names.get(chain.get(at++)));
        }
    }

    /** The names with those that are known to VRM in its words. */
    static List<String> renamed(List<String> names, Map<String, String> humanoid) {
        List<String> words = new ArrayList<>(names);
        humanoid.forEach((word, name) -> words.set(names.indexOf(name), word));
        return words;
    }
}
