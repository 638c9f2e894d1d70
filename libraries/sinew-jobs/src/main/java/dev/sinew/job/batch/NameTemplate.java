package dev.sinew.job.batch;

import dev.sinew.job.form.InvalidRequestException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of outputs: {@code {dir}/{name}-{bones}.glb}. */
public record NameTemplate(String text) {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    /**
     * The name of one output.
     *
     * @param folder of the input, relative to where the pattern began
     * @param values the options that were given
     */
    Path fill(Path input, Path folder, String verb, Map<String, Object> values) {
        Map<String, Object> places = new LinkedHashMap<>(values);
        String file = input.getFileName().toString();
        int dot = file.lastIndexOf('.');
        places.put("name", dot > 0 ? file.substring(0, dot) : file);
        places.put("dir", Asset.slashed(folder));
        places.put("verb", verb);
        String filled = PLACE.matcher(text).replaceAll(place -> {
            Object value = places.get(place.group(1));
            if (value == null) {
                throw new InvalidRequestException("{" + place.group(1) + "} in " + text
                        + " is not a placeholder; use {name}, {dir}, {verb} or an option that is given");
            }
            return Matcher.quoteReplacement(String.valueOf(value));
        });
        // An input at the top has no folder, so the name must not begin with a slash.
        return Path.of(filled.replaceAll("/+", "/").replaceFirst("^/", ""));
    }
}
