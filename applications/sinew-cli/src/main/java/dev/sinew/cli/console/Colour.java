package dev.sinew.cli.console;

import java.util.Map;

/** Colours for what must not be missed on a terminal. */
enum Colour {
    /** Errors. */
    RED("31"),
    /** Warnings. */
    YELLOW("33");

    private final String code;

    Colour(String code) {
        this.code = code;
    }

    /** @param text free of control characters, see {@link SafeText} */
    String of(String text) {
        return "\u001B[" + code + "m" + text + "\u001B[0m";
    }

    /** Whether the user allows colours: see https://no-color.org. @param variables of the environment */
    static boolean allowedBy(Map<String, String> variables) {
        return variables.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(variables.get("TERM"));
    }
}
