package dev.sinew.show.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The viewer's files and libraries on the class path. */
final class ViewerFiles {
    private static final String ENTRY = "sinew/main.js";
    private static final String OWN = "sinew/";
    private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s+'(sinew/[^']+)'");

    private static final List<String> STYLES =
            List.of("css/tokens.css", "css/layout.css", "css/controls.css", "css/panel.css");
    /** Import name → file. */
    private static final Map<String, String> LIBRARIES = Map.of(
            "three", "lib/three.module.min.js",
            "three-core", "lib/three.core.min.js",
            "three/controls", "lib/OrbitControls.js",
            "chart.js", "lib/chart.umd.min.js");

    private ViewerFiles() {}

    /** All module sources by import name, found by following the imports. */
    static Map<String, String> modules() {
        Map<String, String> modules = new TreeMap<>();
        LIBRARIES.forEach((name, file) -> modules.put(name, library(file)));
        Deque<String> due = new ArrayDeque<>(List.of(ENTRY));
        while (!due.isEmpty()) {
            String name = due.pop();
            if (modules.containsKey(name)) {
                continue;
            }
            String source = read(name.substring(OWN.length()));
            modules.put(name, source);
            Matcher imported = IMPORT.matcher(source);
            while (imported.find()) {
                due.push(imported.group(1));
            }
        }
        return modules;
    }

    /** Modules created from memory have no folder, so relative imports are replaced. */
    private static String library(String file) {
        return read(file).replace("\"./three.core.min.js\"", "\"three-core\"");
    }

    static String styles() {
        return STYLES.stream().map(ViewerFiles::read).collect(Collectors.joining("\n"));
    }

    static String licences() {
        return "three.js\n" + read("lib/three.LICENSE") + "\nChart.js\n" + read("lib/chart.LICENSE");
    }

    static String read(String file) {
        try (InputStream in = ViewerFiles.class.getResourceAsStream("/dev/sinew/show/web/" + file)) {
            if (in == null) {
                throw new IllegalStateException("viewer file " + file + " is missing from the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("viewer file " + file + " cannot be read", e);
        }
    }
}
