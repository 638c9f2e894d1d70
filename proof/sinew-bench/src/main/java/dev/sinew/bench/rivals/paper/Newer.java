package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.BenchJob;
import dev.sinew.bench.Scratch;
import dev.sinew.bench.rivals.method.DeltaMushWeights;
import dev.sinew.bench.rivals.method.DemBones;
import dev.sinew.bench.rivals.paper.TwoLayers.TwoLayerRun;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import dev.sinew.io.Models;
import dev.sinew.io.file.Version;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Methods after the five papers, if sufficiently described. */
public final class Newer {
    private static final String OURS = "Sinew";

    private final Bench bench;
    private final Optional<DemBones> demBones;

    private Newer(Bench bench, Optional<DemBones> demBones) {
        this.bench = bench;
        this.demBones = demBones;
    }

    /** @param demBones if installed */
    public static Chapter of(Bench bench, Optional<DemBones> demBones) {
        Newer chapter = new Newer(bench, demBones);
        return new Chapter(
                "Newer ones: Dem Bones (2012–2019), direct delta mush (2019), centres of rotation (2016)",
                List.of(
                        chapter.rigidBones(),
                        chapter.deltaMush("weightRms"),
                        chapter.deltaMush("erms"),
                        chapter.centres()),
                List.of());
    }

    /** @param recorded measurement of Dem Bones 1.2.1 with default settings */
    private record Rigid(String sequence, int bones, String recorded) {}

    private Table rigidBones() {
        List<Row> rows = new ArrayList<>();
        for (Rigid rigid : List.of(
                new Rigid("elastic-cow", 18, "10.10"),
                new Rigid("samba", 30, "5.50"),
                new Rigid("horse-gallop", 30, "3.65"),
                new Rigid("cat-poses", 28, "6.55"),
                new Rigid("dance", 16, "4.13"))) {
            bench.sequence(rigid.sequence).ifPresent(subject -> {
                String name = rigid.sequence + "/" + rigid.bones;
                rows.add(new Row(
                        name,
                        Source.PAPER,
                        List.of(Cell.paper(rigid.recorded), Cell.none(), Cell.none(), Cell.none())));
                rows.add(new Row(
                        name,
                        Source.RERUN,
                        List.of(
                                demBones(subject, name, rigid.bones, 8),
                                demBones(subject, name, rigid.bones, 4),
                                rigid(subject, name, rigid.bones, 8),
                                rigid(subject, name, rigid.bones, 4))));
            });
        }
        return new Table(
                "dem-bones",
                "Dem Bones with default settings (rigid bones), and Sinew with rigid bones",
                "E_RMS",
                List.of("Dem Bones, 8 weights", "Dem Bones, 4 weights", "Sinew, 8 weights", OURS),
                OURS,
                rows,
                List.of(
                        "The lines \"paper\" are unpublished measurements of Dem Bones 1.2.1.",
                        "`--dem-bones PATH` runs the program PATH: rest pose as FBX, sequence as Alembic, `-b` bones, `--nnz` 8 (default) and 4, all else"
                                + " default; `sinew convert` reads its FBX. This was only tested with a mock of the program.",
                        "\"Sinew\" is `sinew fit SEQ --bones B --bone-type rigid`, and with `--influences 8`."));
    }

    private Cell demBones(Subject subject, String name, int bones, int influences) {
        if (demBones.isEmpty()) {
            return Cell.notReproduced("Dem Bones is not installed: give its path with --dem-bones");
        }
        Work work = new Work("dem-bones/" + name, subject.fingerprint(), "DemBones nnz=" + influences, "1", () -> {
            try (Scratch scratch = new Scratch()) {
                return demBones.get()
                        .run(
                                subject.file(),
                                bones,
                                influences,
                                scratch.file("log").getParent());
            }
        });
        return bench.runs().cell(work, "erms", Source.RERUN);
    }

    private Cell rigid(Subject subject, String name, int bones, int influences) {
        Work work = Sinew.work(
                "fit", "dem-bones/" + name, subject, "bones", bones, "boneType", "rigid", "influences", influences);
        return bench.runs().cell(work, "erms", Source.OURS);
    }

    /** Models of the research data and of the catalogue, by name. */
    private Map<String, Path> models() {
        Map<String, Path> models = new LinkedHashMap<>();
        models.put("biped", bench.model("biped", 4000));
        for (String name : List.of("CesiumMan", "RiggedFigure")) {
            bench.character(name).ifPresent(file -> models.put(name, file));
        }
        return models;
    }

    private Table deltaMush(String number) {
        Map<String, String> ways = new LinkedHashMap<>();
        ways.put("k-largest", "largest");
        ways.put("smooth", "smooth");
        ways.put(OURS, "compress");
        List<Row> rows = new ArrayList<>();
        models().forEach((name, file) -> {
            List<Cell> cells = new ArrayList<>();
            ways.forEach((title, way) -> {
                Work work = new Work(
                        "delta-mush/" + name,
                        bench.fingerprint(file),
                        way,
                        Version.current() + " 2",
                        () -> mushed(file, way));
                cells.add(bench.runs().cell(work, number, way.equals("compress") ? Source.OURS : Source.RERUN));
            });
            rows.add(new Row(name, Source.RERUN, cells));
        });
        boolean poses = number.equals("erms");
        return new Table(
                "delta-mush-" + (poses ? "poses" : "weights"),
                "Direct delta mush's weights, four bones per vertex, "
                        + (poses ? "poses of the model's own clip" : "weights"),
                poses ? "E_RMS" : "weightRms (1000·Δ_W)",
                List.copyOf(ways.keySet()),
                OURS,
                rows,
                List.of(
                        "The model's weights, smoothed by (I + λL)⁻², √λ a fiftieth of the size (Le and Lewis 2019): dense weights that no engine"
                                + " supports, compressed. Its rotations per vertex and pose are left out (see `DeltaMushWeights`).",
                        "\"Sinew\" is `sinew compress MODEL --bones-per-vertex 4`, the others `sinew reduce MODEL --influences 4 --method largest|smooth`;"
                                + " no paper has these rows."));
    }

    private static Map<String, double[]> mushed(Path file, String way) {
        try (Scratch scratch = new Scratch()) {
            String dense = scratch.file("dense.glb").toString();
            String out = scratch.file("out.glb").toString();
            SkinnedModel model = Models.read(file);
            Models.write(DeltaMushWeights.of(model.withClips(model.clips().subList(0, 1))), Path.of(dense));
            if (way.equals("compress")) {
                return TwoLayerRun.WITHOUT_EXAMPLES.numbers(dense, dense, out, "bonesPerVertex", 4.0);
            }
            Map<String, double[]> numbers = Sinew.numbers(
                    BenchJob.run("reduce", "input", dense, "influences", 4, "method", way, "output", out));
            numbers.put("erms", new double[] {
                BenchJob.run("evaluate", "input", out, "against", dense)
                        .at("/error/erms")
                        .asDouble()
            });
            return numbers;
        }
    }

    /** No other tool linearises these, so they are compared with plain linear skinning only. */
    private Table centres() {
        List<Row> rows = new ArrayList<>();
        models().forEach((name, file) -> {
            Work work =
                    new Work("cor/" + name, bench.fingerprint(file), "sinew linearize cor", Version.current(), () -> {
                        try (Scratch scratch = new Scratch()) {
                            String out = scratch.file("out.glb").toString();
                            return Sinew.numbers(BenchJob.run(
                                    "linearize",
                                    "input",
                                    file.toString(),
                                    "blendBones",
                                    10,
                                    "operator",
                                    "cor",
                                    "output",
                                    out));
                        }
                    });
            rows.add(new Row(
                    name + "/10",
                    Source.RERUN,
                    List.of(point(work, Source.RERUN, 0), point(work, Source.OURS, Integer.MAX_VALUE))));
        });
        return new Table(
                "centres-of-rotation",
                "Optimised centres of rotation (Le and Hodgins 2016) by linear skinning",
                "enveloping error on the training poses",
                List.of("plain linear", OURS),
                OURS,
                rows,
                List.of(
                        "\"Sinew\" is `sinew linearize MODEL --operator cor --blend-bones 10`; no other tool does this."));
    }

    /** @param at index in the curve of blend bones; beyond its end, the last one */
    private Cell point(Work work, Source source, int at) {
        return bench.runs()
                .measure(work)
                .map(entry -> entry.numbers().get("curve.envelopingError"))
                .map(curve -> Cell.of(source, curve[Math.min(at, curve.length - 1)]))
                .orElse(Cell.notRun());
    }
}
