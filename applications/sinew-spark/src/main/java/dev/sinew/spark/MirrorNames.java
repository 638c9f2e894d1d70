package dev.sinew.spark;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files elsewhere and their names here: {@code hdfs://host:9000/a/b.abc} is {@code hdfs/host:9000/a/b.abc} below the root. {@code file:///a} is /a.
 *
 * @param root absolute
 */
record MirrorNames(Path root) {
    private static final Pattern FILE = Pattern.compile("(?<![\\w+.-])file:(?://)?(?=/)");

    /** Masters and pages have such names, too. */
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w+./:-])(?!(?:spark|k8s|https?)://)([a-z][a-z0-9+.-]*)://([^/\\s\"',]*)(?=/)");

    /** Stands for no host at all. */
    private static final String NO_HOST = "-";

    String local(String text) {
        String plain = FILE.matcher(text).replaceAll("");
        return NAME.matcher(plain)
                .replaceAll(found -> Matcher.quoteReplacement(
                        root + "/" + found.group(1) + "/" + (found.group(2).isEmpty() ? NO_HOST : found.group(2))));
    }

    String told(String text) {
        if (!text.contains(root.toString())) {
            return text;
        }
        return Pattern.compile(Pattern.quote(root.toString()) + "/([a-z][a-z0-9+.-]*)/([^/\\s\"',]*)")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + "://" + (found.group(2).equals(NO_HOST) ? "" : found.group(2))));
    }

    /** The name there; empty for a file that is here. */
    Optional<String> there(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        boolean below = whole.startsWith(root) && whole.getNameCount() >= root.getNameCount() + 2;
        if (!below) {
            return Optional.empty();
        }
        String name = told(whole.toString());
        return Optional.of(whole.getNameCount() == root.getNameCount() + 2 ? name + "/" : name);
    }
}
