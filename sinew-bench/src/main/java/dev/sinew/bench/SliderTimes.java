package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.linalg.Kernels;
import dev.sinew.studio.Studio;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How long the studio's slider takes, from the request to the bytes that a page draws: its first steps, and the whole. The page's own time
 * depends on what draws it and is not in here.
 */
final class SliderTimes {
    private static final int REPEAT = 5;

    /** What is asked, after 30 bones: as a hand would. */
    private static final Map<String, Map<String, Object>> ASKED = ordered();

    private final Markdown markdown;
    private final StudioGuest guest;

    private SliderTimes(Markdown markdown, StudioGuest guest) {
        this.markdown = markdown;
        this.guest = guest;
    }

    private static Map<String, Map<String, Object>> ordered() {
        Map<String, Map<String, Object>> asked = new LinkedHashMap<>();
        asked.put("bones 30 → 20", Map.of("bones", 20));
        asked.put("influences 4 → 2", Map.of("bones", 30, "influences", "2"));
        asked.put("affine → rigid", Map.of("bones", 30, "boneType", "rigid"));
        asked.put("shading 1 → 0", Map.of("bones", 30, "shading", 0));
        return asked;
    }

    static void print(Flags flags, Path root, PrintStream out) {
        Data data = Data.of(flags, root);
        Machine.describe(out);
        out.println("A studio with one fit of 30 bones, warm; medians of " + REPEAT + ", seconds. Kernels: "
                + Kernels.best().name() + ".\n");
        Markdown markdown = new Markdown(
                out, List.of("sequence", "slid", "first steps there", "solved", "whole there", "whole / solved"));
        for (String name : flags.text("only", "horse-gallop,samba").split(",")) {
            try (Scratch scratch = new Scratch()) {
                copy(data.sequence(name), scratch.file(""));
                try (Studio studio = Studio.open(scratch.file(""), OptionalInt.of(0));
                        StudioGuest guest = new StudioGuest(studio.address())) {
                    new SliderTimes(markdown, guest).rows(name);
                }
            }
        }
    }

    private static void copy(Path mesh, Path folder) {
        String stem = mesh.getFileName().toString().replace(".obj", "");
        try {
            Files.copy(mesh, folder.resolve(stem + ".obj"));
            Files.copy(mesh.resolveSibling(stem + ".pc2"), folder.resolve(stem + ".pc2"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rows(String name) {
        String run = guest.fit(name + ".obj", 30);
        guest.slide(run, Map.of("bones", 30));
        ASKED.forEach((words, values) -> {
            List<StudioGuest.Slid> all = new ArrayList<>();
            // The first one finds code that was never run; another seed each time, for what was asked before is known.
            for (int k = 0; k <= REPEAT; k++) {
                Map<String, Object> asked = new HashMap<>(values);
                asked.put("seed", k + 1);
                all.add(guest.slide(run, asked));
            }
            row(name, words, all.subList(1, all.size()));
        });
    }

    private void row(String name, String words, List<StudioGuest.Slid> all) {
        double early = median(all.stream().map(StudioGuest.Slid::early).toList());
        double solved = median(all.stream().map(StudioGuest.Slid::solved).toList());
        double there = median(all.stream().map(StudioGuest.Slid::there).toList());
        markdown.row(List.of(name, words, seconds(early), seconds(solved), seconds(there), seconds(there / solved)));
    }

    private static String seconds(double value) {
        return number("%.2f", value);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
