package dev.sinew.io.parts;

import dev.sinew.run.InvalidInputException;
import java.util.List;

/** Selects objects of a file by a path, the path of an ancestor, or a name. */
public final class ObjectChoice {
    private static final int MAX_LISTED = 12;

    private ObjectChoice() {}

    /**
     * The selected objects; all if {@code wanted} is empty. Rejects an entry that matches nothing.
     *
     * @param wanted paths or names, with or without a leading slash
     * @param paths paths of the file's objects, without a leading slash
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
                throw new InvalidInputException(file + " has no object '" + word + "'; it has: " + named(paths));
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
        String names = String.join(", ", paths.subList(0, Math.min(MAX_LISTED, paths.size())));
        return paths.size() > MAX_LISTED ? names + " and " + (paths.size() - MAX_LISTED) + " more" : names;
    }
}
