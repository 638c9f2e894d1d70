package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.io.MeshSequences;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Requests;
import dev.sinew.job.WarmFits;
import dev.sinew.job.desk.Desk;
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
 * How long the studio's slider takes, from the request to the bytes that a page draws: the look ahead, and the whole, beside what the warm solver takes
 * alone. The page's own time depends on what draws it and is not in here.
 */
final class SliderTimes {
    private static final int REPEAT = 5;

    /** What is asked, after 30 bones: as a hand would. */
    private static final Map<String, Map<String, Object>> ASKED = ordered();

    private final Markdown markdown;
    private final StudioGuest guest;
    private final Path mesh;

    private SliderTimes(Markdown markdown, StudioGuest guest, Path mesh) {
        this.markdown = markdown;
        this.guest = guest;
        this.mesh = mesh;
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
                out, List.of("sequence", "slid", "look ahead there", "whole there", "solver alone", "whole / alone"));
        for (String name : flags.text("only", "horse-gallop,samba").split(",")) {
            try (Scratch scratch = new Scratch()) {
                copy(data.sequence(name), scratch.file(""));
                try (Studio studio = Studio.open(scratch.file(""), OptionalInt.of(0));
                        StudioGuest guest = new StudioGuest(studio.address())) {
                    new SliderTimes(markdown, guest, data.sequence(name)).rows(name);
                }
            }
        }
    }

    private static void copy(Path mesh, Path folder) {
        try {
            for (Path file : MeshSequences.filesBehind(mesh)) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
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
            row(name, words, all.subList(1, all.size()), alone(values));
        });
    }

    /** The same fits in this JVM with nothing but the solver. */
    private double alone(Map<String, Object> values) {
        Map<String, Object> asked = Map.of("input", List.of(mesh.toString()), "bones", 30, "output", "alone.glb");
        try (Desk desk = Desk.quiet();
                WarmFits warm = new WarmFits((FitRequest) Requests.of("fit", asked), desk)) {
            List<Double> seconds = new ArrayList<>();
            for (int k = 0; k <= REPEAT; k++) {
                Map<String, Object> own = new HashMap<>(values);
                own.put("seed", k + 1);
                long start = System.nanoTime();
                warm.solve(own, desk);
                seconds.add((System.nanoTime() - start) * 1e-9);
            }
            return median(seconds.subList(1, seconds.size()));
        }
    }

    private void row(String name, String words, List<StudioGuest.Slid> all, double alone) {
        double early = median(all.stream().map(StudioGuest.Slid::early).toList());
        double there = median(all.stream().map(StudioGuest.Slid::there).toList());
        markdown.row(List.of(name, words, seconds(early), seconds(there), seconds(alone), seconds(there / alone)));
    }

    private static String seconds(double value) {
        return number("%.2f", value);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
