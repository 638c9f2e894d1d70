package dev.sinew.job.form;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.Edit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Edits as names and values, {@code {"edit": "moveJoint", "bone": "knee_left", "to": [0.1, 0.5, 0]}}, and as a command line has
 * them, {@code --move-joint knee_left=0.1,0.5,0}.
 */
public final class EditTree {
    /** The name of each edit and the names of its values. */
    private static final Map<String, List<String>> VALUES = values();

    private EditTree() {}

    private static Map<String, List<String>> values() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        values.put("remove", List.of("bone"));
        values.put("merge", List.of("bone", "with"));
        values.put("split", List.of("bone"));
        values.put("moveJoint", List.of("bone", "to"));
        values.put("parent", List.of("bone", "parent"));
        values.put("root", List.of("bone"));
        values.put("rename", List.of("bone", "name"));
        values.put("mirrorNames", List.of());
        values.put("symmetrize", List.of("from"));
        values.put("lock", List.of("bone"));
        return values;
    }

    /** The names of edits, in the order in which they are shown. */
    public static List<String> names() {
        return List.copyOf(VALUES.keySet());
    }

    /** @param value an edit, or names and values */
    public static Edit read(Object value) {
        if (value instanceof Edit edit) {
            return edit;
        }
        if (!(value instanceof Map<?, ?> tree)) {
            throw new InvalidRequestException(
                    "an edit must be an object such as {\"edit\": \"remove\", \"bone\": \"tail_3\"}, not " + value);
        }
        if (tree.get("edit") == null) {
            throw new InvalidRequestException(
                    "an edit needs a name in \"edit\": " + String.join(", ", VALUES.keySet()));
        }
        String name = String.valueOf(tree.get("edit"));
        if (!VALUES.containsKey(name)) {
            throw new InvalidRequestException(
                    "unknown edit '" + name + "'; edits are: " + String.join(", ", VALUES.keySet()));
        }
        Set<String> given = new TreeSet<>();
        tree.keySet().forEach(key -> given.add(String.valueOf(key)));
        Set<String> wanted = new TreeSet<>(VALUES.get(name));
        wanted.add("edit");
        if (!given.containsAll(wanted)) {
            wanted.removeAll(given);
            throw new InvalidRequestException("the edit " + name + " needs " + words(wanted));
        }
        if (!wanted.containsAll(given)) {
            given.removeAll(wanted);
            throw new InvalidRequestException("the edit " + name + " has no value named " + words(given));
        }
        VALUES.get(name).forEach(each -> requireText(name, each, tree.get(each)));
        return read(name, tree);
    }

    /** Names must be strings; null would otherwise become a bone named "null". Points are checked where they are read. */
    private static void requireText(String edit, String name, Object value) {
        boolean text = value != null && !(value instanceof List<?>) && !(value instanceof Map<?, ?>);
        if (!name.equals("to") && !text) {
            throw new InvalidRequestException("the edit " + edit + " needs a text as " + name + ", not " + value);
        }
    }

    private static String words(Set<String> names) {
        return String.join(", ", names);
    }

    private static Edit read(String name, Map<?, ?> tree) {
        String bone = text(tree, "bone");
        return switch (name) {
            case "remove" -> new Edit.Remove(bone);
            case "merge" -> new Edit.Merge(bone, text(tree, "with"));
            case "split" -> new Edit.Split(bone);
            case "moveJoint" -> new Edit.MoveJoint(bone, point(tree.get("to")));
            case "parent" -> new Edit.Parent(bone, text(tree, "parent"));
            case "root" -> new Edit.Root(bone);
            case "rename" -> new Edit.Rename(bone, text(tree, "name"));
            case "mirrorNames" -> new Edit.MirrorNames();
            case "symmetrize" -> new Edit.Symmetrize(side(text(tree, "from")));
            default -> new Edit.Lock(bone);
        };
    }

    private static String text(Map<?, ?> tree, String name) {
        return tree.get(name) == null ? null : String.valueOf(tree.get(name));
    }

    private static Edit.Point point(Object value) {
        if (value instanceof List<?> three
                && three.size() == 3
                && three.stream().allMatch(Number.class::isInstance)) {
            double[] p =
                    three.stream().mapToDouble(x -> ((Number) x).doubleValue()).toArray();
            return finite(p, String.valueOf(value));
        }
        throw new InvalidRequestException(field("moveJoint") + ": " + value + " must be three numbers");
    }

    private static Edit.Point finite(double[] p, String said) {
        for (double x : p) {
            if (!Double.isFinite(x)) {
                throw new InvalidRequestException(field("moveJoint") + ": " + said + " must be three finite numbers");
            }
        }
        return new Edit.Point(p[0], p[1], p[2]);
    }

    private static Edit.Side side(String word) {
        for (Edit.Side side : Edit.Side.values()) {
            if (side.name().equalsIgnoreCase(word)) {
                return side;
            }
        }
        throw new InvalidRequestException(field("symmetrize") + " " + word + " must be left or right");
    }

    /** The edit as {@link #read} accepts it. */
    public static Map<String, Object> of(Edit edit) {
        Map<String, Object> tree = new LinkedHashMap<>();
        String type = edit.getClass().getSimpleName();
        tree.put("edit", type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1));
        if (edit instanceof Edit.Remove remove) {
            tree.put("bone", remove.bone());
        } else if (edit instanceof Edit.Merge merge) {
            tree.put("bone", merge.bone());
            tree.put("with", merge.with());
        } else if (edit instanceof Edit.Split split) {
            tree.put("bone", split.bone());
        } else if (edit instanceof Edit.MoveJoint move) {
            tree.put("bone", move.bone());
            tree.put("to", List.of(move.to().x(), move.to().y(), move.to().z()));
        } else if (edit instanceof Edit.Parent parent) {
            tree.put("bone", parent.bone());
            tree.put("parent", parent.parent());
        } else if (edit instanceof Edit.Root root) {
            tree.put("bone", root.bone());
        } else if (edit instanceof Edit.Rename rename) {
            tree.put("bone", rename.bone());
            tree.put("name", rename.name());
        } else if (edit instanceof Edit.Symmetrize symmetrize) {
            tree.put("from", symmetrize.from().name().toLowerCase(Locale.ROOT));
        } else if (edit instanceof Edit.Lock lock) {
            tree.put("bone", lock.bone());
        }
        return tree;
    }

    /**
     * Parses an edit of the command line.
     *
     * @param name as {@link #names} has it
     * @param text what follows, such as {@code A=B}; empty for {@code mirrorNames}
     */
    public static Edit parsed(String name, String text) {
        return switch (name) {
            case "merge" -> {
                String[] both = halves(name, text, ",", "A,B");
                yield new Edit.Merge(both[0], both[1]);
            }
            case "moveJoint" -> {
                String[] both = halves(name, text, "=", "BONE=x,y,z");
                yield new Edit.MoveJoint(both[0], point(both[1]));
            }
            case "parent" -> {
                String[] both = halves(name, text, "=", "BONE=P");
                yield new Edit.Parent(both[0], both[1]);
            }
            case "rename" -> {
                String[] both = halves(name, text, "=", "A=B");
                yield new Edit.Rename(both[0], both[1]);
            }
            case "symmetrize" -> new Edit.Symmetrize(side(text));
            case "mirrorNames" -> new Edit.MirrorNames();
            default -> read(name, Map.of("bone", text));
        };
    }

    /** Splits at the last separator: names of bones may contain it, too. */
    private static String[] halves(String name, String text, String sign, String form) {
        int at = text.lastIndexOf(sign);
        if (at < 1 || at == text.length() - 1) {
            throw new InvalidRequestException(field(name) + " " + text + " must look like " + form);
        }
        return new String[] {text.substring(0, at), text.substring(at + 1)};
    }

    private static Edit.Point point(String text) {
        String[] parts = text.split(",", -1);
        try {
            double[] p = new double[3];
            for (int x = 0; x < 3 && parts.length == 3; x++) {
                p[x] = Double.parseDouble(parts[x].strip());
            }
            if (parts.length == 3) {
                return finite(p, text);
            }
        } catch (NumberFormatException notNumbers) {
            // Reported below.
        }
        throw new InvalidRequestException(field("moveJoint") + ": " + text + " must be three numbers x,y,z");
    }

    /** The edit on the command line, such as {@code rename A=B}. */
    public static String words(Edit edit) {
        StringBuilder line = new StringBuilder();
        Map<String, Object> tree = of(edit);
        String name = String.valueOf(tree.remove("edit"));
        for (Object value : tree.values()) {
            line.append(line.isEmpty() ? "" : name.equals("merge") ? "," : "=");
            line.append(
                    value instanceof List<?> list
                            ? String.join(
                                    ",", list.stream().map(String::valueOf).toList())
                            : value);
        }
        return (Words.kebab(name) + " " + line).strip();
    }
}
