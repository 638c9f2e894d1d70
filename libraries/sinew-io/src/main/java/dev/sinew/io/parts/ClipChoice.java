package dev.sinew.io.parts;

import static dev.sinew.run.RefusedException.field;

import dev.sinew.run.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Picks the animation that is meant. */
public final class ClipChoice {
    private static final int MOST_NAMED = 20;

    private ClipChoice() {}

    /**
     * The clip of that name, or the only one; nothing where there is none and none was asked for.
     *
     * @param name what a clip is called
     */
    public static <T> Optional<T> pick(String file, List<T> clips, Function<T, String> name, Optional<String> wanted) {
        List<String> names = clips.stream().map(name).toList();
        if (wanted.isPresent()) {
            int index = names.indexOf(wanted.get());
            if (index < 0) {
                throw new RefusedException(file + " has no clip named '" + wanted.get() + "', it has: "
                        + (names.isEmpty() ? "none" : listed(names)));
            }
            return Optional.of(clips.get(index));
        }
        if (clips.size() > 1) {
            throw new RefusedException(
                    file + " has " + clips.size() + " clips, pick one with " + field("clip") + ": " + listed(names));
        }
        return clips.stream().findFirst();
    }

    /** The same where there must be one. */
    public static <T> T require(String file, List<T> clips, Function<T, String> name, Optional<String> wanted) {
        if (clips.isEmpty()) {
            throw new RefusedException(file + " has no animation, so there are no frames to take");
        }
        return pick(file, clips, name, wanted).orElseThrow();
    }

    private static String listed(List<String> names) {
        String text = String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
        return names.size() > MOST_NAMED ? text + " and " + (names.size() - MOST_NAMED) + " more" : text;
    }
}
