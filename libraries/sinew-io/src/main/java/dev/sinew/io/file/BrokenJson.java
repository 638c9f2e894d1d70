package dev.sinew.io.file;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** What is wrong with a text that is no JSON, without what its library tells programmers about its own settings. */
public final class BrokenJson {
    /** Advice such as "enable `JsonReadFeature.X` to allow", and where the library's own limits are set. */
    private static final Pattern FOR_PROGRAMMERS = Pattern.compile(
            "(?s)\n.*| \\(start marker.*| \\(not recognized as one since.*|[:;,]? (enable|from|see) `.*?`( to allow)?");

    private BrokenJson() {}

    /** A part of a sentence, on one line. */
    public static String why(JacksonException broken) {
        return FOR_PROGRAMMERS
                .matcher(String.valueOf(broken.getOriginalMessage()))
                .replaceAll("")
                .strip();
    }
}
