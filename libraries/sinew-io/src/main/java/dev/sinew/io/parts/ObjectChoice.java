package dev.sinew.io.parts;

import dev.sinew.run.RefusedException;
import java.util.List;

/** Picks objects of a file by what a person typed: a path, the path of something above, or a name. */
public final class ObjectChoice {
    private static final int MOST_NAMED = 12;

    private ObjectChoice() {}

    /**
     * Which objects are meant; all where nothing is asked for. A word that fits nothing is refused.
     *
     * @param wanted paths or names, with or without a slash in front
     * @param paths of the file's objects, without a slash in front
     */
    public static boolean[] pick(String file, List<String> wanted, List<String> paths) {
        boolean[] picked = new boolean[paths.size()];
        for (String word : wanted) {
            String path = word.startsWith("/") ? word.substring(1) : word;
            boolean any = false;
            for (int k = 0; k < picked.length; k++) {
                boolean fits = fits(path, paths.get(k));
                picked[k] |= fits;
                any |= fits;
            }
            if (!any) {
                throw new RefusedException(file + " has no object '" + word + "', it has: " + named(paths));
            }
        }
        for (int k = 0; wanted.isEmpty() && k < picked.length; k++) {
            picked[k] = true;
        }
        return picked;
    }

    private static boolean fits(String wanted, String path) {
        return path.equals(wanted)
                || path.startsWith(wanted + "/")
                || path.endsWith("/" + wanted)
                || path.contains("/" + wanted + "/");
    }

    private static String named(List<String> paths) {
        String names = String.join(", ", paths.subList(0, Math.min(MOST_NAMED, paths.size())));
        return paths.size() > MOST_NAMED ? names + " and " + (paths.size() - MOST_NAMED) + " more" : names;
    }
}
