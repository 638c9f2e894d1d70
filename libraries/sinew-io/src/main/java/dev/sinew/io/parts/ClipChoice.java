package dev.sinew.io.parts;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Suggestions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Selects an animation by name. */
public final class ClipChoice {
    private static final int MAX_LISTED = 20;

    private ClipChoice() {}

    /**
     * The clip with this name, or the only clip if no name is given; empty if there are no clips and none was requested.
     *
     * @param name returns a clip's name
     */
    public static <T> Optional<T> pick(String file, List<T> clips, Function<T, String> name, Optional<String> wanted) {
        List<String> names = clips.stream().map(name).toList();
        if (wanted.isPresent()) {
            int index = index(names, wanted.get());
            if (index < 0) {
                throw new InvalidInputException(file + " has no clip named '" + wanted.get() + "'; it has: "
                        + (names.isEmpty() ? "none" : listed(names)) + Suggestions.hint(wanted.get(), names));
            }
            return Optional.of(clips.get(index));
        }
        if (clips.size() > 1) {
            throw new InvalidInputException(
                    file + " has " + clips.size() + " clips; select one with " + field("clip") + ": " + listed(names));
        }
        return clips.stream().findFirst();
    }

    /**
     * The clip with this name, else the only one that differs from it in upper and lower case or in what precedes
     * {@code |}: Blender writes the name of the armature there.
     */
    private static int index(List<String> names, String wanted) {
        int exact = names.indexOf(wanted);
        int[] similar = IntStream.range(0, names.size())
                .filter(k -> names.get(k).equalsIgnoreCase(wanted)
                        || own(names.get(k)).equalsIgnoreCase(wanted))
                .toArray();
        return exact >= 0 || similar.length != 1 ? exact : similar[0];
    }

    private static String own(String name) {
        return name.substring(name.lastIndexOf('|') + 1);
    }

    /** The same, but rejects a file without clips. */
    public static <T> T require(String file, List<T> clips, Function<T, String> name, Optional<String> wanted) {
        if (clips.isEmpty()) {
            throw new InvalidInputException(file + " has no animation, so there are no frames to read");
        }
        return pick(file, clips, name, wanted).orElseThrow();
    }

    private static String listed(List<String> names) {
        String text = String.join(", ", names.subList(0, Math.min(MAX_LISTED, names.size())));
        return names.size() > MAX_LISTED ? text + " and " + (names.size() - MAX_LISTED) + " more" : text;
    }
}
