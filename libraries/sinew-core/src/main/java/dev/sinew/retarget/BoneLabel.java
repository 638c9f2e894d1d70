package dev.sinew.retarget;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a bone's name says. Covers the names of Mixamo, HumanIK, Unreal, Rigify, Auto-Rig Pro, VRM, 3ds Max Biped, Daz and Poser, Character
 * Creator, the CMU database in BVH and ASF, LAFAN, Quaternius and our own. Namespaces, case and separators are ignored.
 *
 * @param part empty for bones that are not a main part of a human body
 * @param helper whether the bone only supports others: twist, IK, poles, end joints
 * @param key what remains of the name, for comparing names from two files; includes side and numbers
 */
record BoneLabel(Side side, Optional<Part> part, boolean helper, String key) {
    /** Side of the body. */
    enum Side {
        LEFT,
        RIGHT,
        NONE
    }

    /** Main parts of a human body; some names are ambiguous until the others are known. */
    enum Part {
        HIPS,
        NECK,
        HEAD,
        /** A collar bone. */
        CLAVICLE,
        /** A collar bone or an upper arm. */
        SHOULDER,
        UPPER_ARM,
        /** An upper arm, or any bone of an arm. */
        ARM,
        LOWER_ARM,
        HAND,
        UPPER_LEG,
        /** An upper leg, or a helper above it. */
        SIDED_HIP,
        /** A lower leg, or any bone of a leg. */
        LEG,
        LOWER_LEG,
        FOOT,
        TOES
    }

    private static final Map<Part, Set<String>> WORDS = Map.ofEntries(
            Map.entry(Part.HIPS, Set.of("hips", "hip", "pelvis")),
            Map.entry(Part.NECK, Set.of("neck", "necklower", "neckupper", "necktwist")),
            Map.entry(Part.HEAD, Set.of("head", "skull")),
            Map.entry(Part.CLAVICLE, Set.of("clavicle", "collar", "collarbone", "clav", "clavicula")),
            Map.entry(Part.SHOULDER, Set.of("shoulder")),
            Map.entry(
                    Part.UPPER_ARM,
                    Set.of("upperarm", "uparm", "armupper", "shldr", "shldrbend", "humerus", "bicep", "uprarm")),
            Map.entry(Part.ARM, Set.of("arm", "armstretch", "armbend")),
            Map.entry(
                    Part.LOWER_ARM,
                    Set.of(
                            "forearm",
                            "lowerarm",
                            "lowarm",
                            "loarm",
                            "armlower",
                            "elbow",
                            "radius",
                            "forearmbend",
                            "forearmstretch",
                            "lwrarm")),
            Map.entry(Part.HAND, Set.of("hand", "wrist", "palm")),
            Map.entry(
                    Part.UPPER_LEG,
                    Set.of("upleg", "upperleg", "legupper", "thigh", "thighbend", "thighstretch", "femur", "uprleg")),
            Map.entry(Part.LEG, Set.of("leg", "legstretch")),
            Map.entry(
                    Part.LOWER_LEG,
                    Set.of("lowerleg", "lowleg", "loleg", "leglower", "calf", "shin", "knee", "tibia", "lwrleg")),
            Map.entry(Part.FOOT, Set.of("foot", "ankle")),
            Map.entry(Part.TOES, Set.of("toe", "toes", "ball")));

    /** Words that programs put in front of, or behind, what a bone is. */
    private static final Set<String> NOISE = Set.of(
            "mixamorig",
            "bip",
            "biped",
            "valvebiped",
            "def",
            "org",
            "cc",
            "base",
            "bone",
            "joint",
            "jnt",
            "skeleton",
            "skel",
            "armature",
            "j",
            "c",
            "b",
            "m",
            "x",
            "bind",
            "sk",
            "character",
            "human",
            "fk",
            "unit");

    private static final Set<String> HELPERS = Set.of(
            "ik",
            "pole",
            "target",
            "ctrl",
            "control",
            "roll",
            "helper",
            "nub",
            "end",
            "share",
            "corrective",
            "socket",
            "effector",
            "goal",
            "mch",
            "prop",
            "weapon",
            "site",
            "eff");

    private static final List<List<String>> FINGERS = List.of(
            List.of("thumb"),
            List.of("index", "pointer"),
            List.of("middle"),
            List.of("ring"),
            List.of("pinky", "little", "pinkie"));

    static BoneLabel of(String name) {
        List<String> words = words(name);
        Side side = Side.NONE;
        boolean helper = false;
        StringBuilder core = new StringBuilder();
        StringBuilder numbers = new StringBuilder();
        for (String word : words) {
            Side said = side(word);
            if (said != Side.NONE && side == Side.NONE) {
                side = said;
            } else if (HELPERS.contains(word)) {
                helper = true;
                core.append(word);
            } else if (Character.isDigit(word.charAt(0))) {
                numbers.append('.').append(word.replaceFirst("^0+(?=\\d)", ""));
            } else if (!NOISE.contains(word)) {
                core.append(word);
            }
        }
        String text = core.toString();
        if (side == Side.NONE && text.length() > 2) {
            // One word in lower case: leftupleg, lfemur.
            for (Side tried : List.of(Side.LEFT, Side.RIGHT)) {
                String whole = tried == Side.LEFT ? "left" : "right";
                String rest = text.startsWith(whole) ? text.substring(whole.length()) : text.substring(1);
                boolean begins = text.startsWith(whole) || text.charAt(0) == whole.charAt(0);
                if (begins
                        && part(rest, tried).isPresent()
                        && part(text, Side.NONE).isEmpty()) {
                    side = tried;
                    text = rest;
                    break;
                }
            }
        }
        Optional<Part> part = part(text, side);
        helper |= text.contains("twist") && part.isEmpty();
        return new BoneLabel(side, helper ? Optional.empty() : part, helper, side + ":" + kind(text) + numbers);
    }

    private static Optional<Part> part(String text, Side side) {
        if (side != Side.NONE && (text.equals("hip") || text.equals("hips"))) {
            return Optional.of(Part.SIDED_HIP);
        }
        if (side != Side.NONE && text.equals("pelvis")) {
            return Optional.empty();
        }
        return WORDS.entrySet().stream()
                .filter(entry -> entry.getValue().contains(text))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Fingers are named after the hand or not: both the same. */
    private static String kind(String text) {
        for (List<String> finger : FINGERS) {
            for (String word : finger) {
                if (text.contains(word) && !text.contains("toe")) {
                    return finger.get(0);
                }
            }
        }
        return text;
    }

    private static Side side(String word) {
        return switch (word) {
            case "l", "left", "lft" -> Side.LEFT;
            case "r", "right", "rgt" -> Side.RIGHT;
            default -> Side.NONE;
        };
    }

    /** The words of a name in lower case: without its namespace, split at separators, digits and capitals. */
    private static List<String> words(String name) {
        String local = name.substring(Math.max(name.lastIndexOf(':'), name.lastIndexOf('|')) + 1);
        String split = local.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
                .replaceAll("(?<=[A-Z])(?=[A-Z][a-z])", " ")
                .replaceAll("(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])", " ")
                .replaceAll("[^A-Za-z0-9]+", " ");
        List<String> words = new ArrayList<>();
        for (String word : split.toLowerCase(Locale.ROOT).strip().split(" ")) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }
}
