package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.BenchJob;
import dev.sinew.bench.Scratch;
import dev.sinew.bench.baseline.HalfwayBones;
import dev.sinew.bench.baseline.MultiWeights;
import dev.sinew.bench.baseline.Played;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Figure.Curve;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.ResultLog.Entry;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import dev.sinew.io.ModelFile;
import dev.sinew.io.file.Version;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.linearize.TrainingFrames;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** KCO09: Kavan, Collins and O'Sullivan 2009, "Automatic Linearization of Nonlinear Skinning". */
public final class Linearizing {
    private static final String OURS = "Sinew";
    /** KCO09 §5: training poses. */
    private static final int POSES = 12;

    private static final List<String> COLUMNS =
            List.of("plain linear", "Mohr–Gleicher", "Mohr–Gleicher, scaling", "multi-weight", "KCO09", OURS);

    private final Bench bench;
    private final List<Subject> subjects = new ArrayList<>();

    private Linearizing(Bench bench) {
        this.bench = bench;
        subjects.add(new Subject(bench.model("twisted-box", 5166), 4));
        subjects.add(new Subject(bench.model("elastic-tube", 1380), 12));
        subjects.add(new Subject(bench.model("biped", 4000), 10));
        for (String name : List.of("CesiumMan", "RiggedFigure")) {
            bench.character(name).ifPresent(file -> subjects.add(new Subject(file, 10)));
        }
    }

    /** @param blendBones as many as the paper uses for a model of that kind */
    private record Subject(Path file, int blendBones) {
        String name() {
            return file.getFileName().toString().replaceAll("\\.glb$", "").replaceAll("-[0-9.]+.*$", "");
        }

        String row() {
            return name() + "/" + blendBones;
        }
    }

    /** The training poses, the whole clip, and poses of another motion. */
    private record Poses(SkinnedModel model, BoneMotion seen, BoneMotion whole, BoneMotion unseen) {
        static Poses of(Path file) {
            ModelFile read = ModelFile.read(file);
            SkinnedModel model = read.model();
            BoneMotion generated = RangeOfMotion.defaults().poses(read.player().restPose(), POSES);
            if (model.clips().isEmpty()) {
                return new Poses(model, generated, generated, generated);
            }
            BoneMotion seen = TrainingFrames.motion(model.clips(), TrainingFrames.pick(model, model.clips(), POSES));
            return new Poses(model, seen, model.clips().get(0).motion(), generated);
        }

        Map<String, double[]> errors(Played played, Workers workers) {
            Map<String, double[]> numbers = new LinkedHashMap<>();
            numbers.put("seen", new double[] {played.envelopingError(seen, workers)});
            numbers.put("whole", new double[] {played.envelopingError(whole, workers)});
            numbers.put("unseen", new double[] {played.envelopingError(unseen, workers)});
            return numbers;
        }
    }

    public static Chapter of(Bench bench) {
        Linearizing chapter = new Linearizing(bench);
        return new Chapter(
                "KCO09 · Kavan, Collins, O'Sullivan: Automatic Linearization of Nonlinear Skinning (2009)",
                List.of(chapter.table3(), chapter.table4()),
                List.of(chapter.figure8()));
    }

    private Table table3() {
        List<Row> rows = new ArrayList<>();
        String[][] printed = {
            {"Melissa/10", "3.34"},
            {"Soldier/10", "2.98"},
            {"Masha/13", "3.7"},
            {"Kevin/10", "3.31"},
            {"Eric/15", "4.66"},
            {"Box/4", "3.6"},
            {"Tube/12", "4.6"}
        };
        Cell unpublished = Cell.notReproduced("the paper's models and motions were never published");
        for (String[] line : printed) {
            rows.add(new Row(line[0], Source.PAPER, paper(line[1])));
            rows.add(new Row(line[0], Source.NOT_REPRODUCED, Collections.nCopies(COLUMNS.size(), unpublished)));
        }
        for (Subject subject : subjects) {
            rows.add(new Row(subject.row(), Source.RERUN, measured(subject, "seen")));
        }
        return new Table(
                "kco09-table-3",
                "KCO09, Table 3: dual quaternion skinning by linear skinning",
                "enveloping error on the training poses",
                COLUMNS,
                OURS,
                rows,
                List.of(
                        "The paper's models are not available. twisted-box and elastic-tube are `sinew sample` in the sizes of Box and Tube with as many"
                                + " blend bones; biped is a sample, CesiumMan and RiggedFigure are in ../shared/data; 12 poses each.",
                        "The paper prints no figures of its rivals; Figure 7 shows them. Mohr and Gleicher add one bone per joint (three with scaling bones),"
                                + " which is more than the row's blend bones on characters and fewer on box and tube.",
                        "Multi-weight enveloping stores twelve weights per influence, which no engine supports; Table 4 shows its errors on other"
                                + " motion.",
                        "\"Sinew\" is `sinew linearize MODEL --blend-bones N`, of the written file."));
    }

    private Table table4() {
        List<Row> rows = new ArrayList<>();
        String[][] printed = {
            {"Melissa/10", "3.34", "3.6", "5.04"},
            {"Soldier/10", "2.98", "3", "4.78"},
            {"Masha/13", "3.7", "3.95", "8.42"},
            {"Kevin/10", "3.31", "3.58", "5.4"},
            {"Eric/15", "4.66", "5.12", "6.14"}
        };
        String[] kinds = {"input", "input, all frames", "unseen"};
        for (String[] line : printed) {
            for (int k = 0; k < kinds.length; k++) {
                rows.add(new Row(line[0] + ", " + kinds[k], Source.PAPER, paper(line[k + 1])));
            }
        }
        String[] numbers = {"seen", "whole", "unseen"};
        for (Subject subject : subjects) {
            for (int k = 0; k < kinds.length; k++) {
                rows.add(new Row(subject.row() + ", " + kinds[k], Source.RERUN, measured(subject, numbers[k])));
            }
        }
        return new Table(
                "kco09-table-4",
                "KCO09, Table 4: motion that was not learnt from",
                "enveloping error",
                COLUMNS,
                OURS,
                rows,
                List.of(
                        "Learnt from 12 frames of the model's own clip; all frames of that clip; and twelve generated poses that rotate every joint by up"
                                + " to 45° and twist it by up to 60°, far from most clips. The paper's unseen motion is a clip of jumping jacks.",
                        "Where a clip does not move a joint, least squares on the clip alone give arbitrary weights there (Mohr–Gleicher on RiggedFigure); Sinew"
                                + " prefers the model's own in small motions (docs/decisions/index.md). For arbitrary motion use `--train generated`."));
    }

    private static List<Cell> paper(String figure) {
        List<Cell> cells = new ArrayList<>(Collections.nCopies(COLUMNS.size(), Cell.none()));
        cells.set(COLUMNS.indexOf("KCO09"), Cell.paper(figure));
        return cells;
    }

    private List<Cell> measured(Subject subject, String number) {
        List<Cell> cells = new ArrayList<>();
        cells.add(cell(subject, "plain linear", number, (poses, workers) -> (motion, w) -> {
            LinearSkinning linear = new LinearSkinning(poses.model);
            return Played.envelopingError(
                    poses.model,
                    motion,
                    (f, from, to, xyz) -> linear.positions(motion.matrices(), motion.offset(f, 0), from, to, xyz),
                    w);
        }));
        cells.add(cell(
                subject,
                "Mohr–Gleicher",
                number,
                (poses, workers) -> new HalfwayBones(poses.model, poses.seen, HalfwayBones.Added.HALFWAY)));
        cells.add(cell(
                subject,
                "Mohr–Gleicher, scaling",
                number,
                (poses, workers) -> new HalfwayBones(poses.model, poses.seen, HalfwayBones.Added.HALFWAY_AND_SCALING)));
        cells.add(cell(
                subject,
                "multi-weight",
                number,
                (poses, workers) -> new MultiWeights(poses.model, poses.seen, workers)));
        cells.add(Cell.none());
        cells.add(bench.runs().cell(ours(subject), number, Source.OURS));
        return cells;
    }

    private Cell cell(Subject subject, String method, String number, BiFunction<Poses, Workers, Played> rival) {
        Work work = new Work("kco09/" + subject.name(), bench.fingerprint(subject.file), method, "1", () -> {
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                Poses poses = Poses.of(subject.file);
                return poses.errors(rival.apply(poses, workers), workers);
            }
        });
        return bench.runs().cell(work, number, Source.RERUN);
    }

    /** The written file, driven by each of the motions. */
    private Work ours(Subject subject) {
        return new Work(
                "kco09/" + subject.name(),
                bench.fingerprint(subject.file),
                "sinew linearize blendBones=" + subject.blendBones,
                Version.current(),
                () -> {
                    try (Scratch scratch = new Scratch();
                            Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                        Path out = scratch.file("out.glb");
                        Map<String, double[]> numbers = Sinew.numbers(BenchJob.run(
                                "linearize",
                                "input",
                                subject.file.toString(),
                                "blendBones",
                                subject.blendBones,
                                "output",
                                out.toString()));
                        var made = ModelFile.read(out).linearized().orElseThrow();
                        BlendBoneSkinning driver = new BlendBoneSkinning(made.model(), made.blendBones());
                        LinearSkinning linear = new LinearSkinning(made.model());
                        Poses poses = Poses.of(subject.file);
                        numbers.putAll(poses.errors(
                                (motion, w) -> {
                                    BoneMotion all = driver.extend(motion);
                                    return Played.envelopingError(
                                            poses.model,
                                            motion,
                                            (f, from, to, xyz) ->
                                                    linear.positions(all.matrices(), all.offset(f, 0), from, to, xyz),
                                            w);
                                },
                                workers));
                        return numbers;
                    }
                });
    }

    private Figure figure8() {
        List<Curve> curves = new ArrayList<>();
        for (Subject subject : subjects) {
            bench.runs()
                    .measure(ours(subject))
                    .map(Entry::numbers)
                    .ifPresent(numbers -> curves.add(new Curve(
                            subject.name(),
                            Source.OURS,
                            numbers.get("curve.blendBones"),
                            numbers.get("curve.envelopingError"))));
        }
        return new Figure(
                "kco09-figure-8",
                "KCO09, Figure 8: error against blend bones, as they are added (the paper's curves are drawn, not printed)",
                "blend bones",
                "enveloping error",
                Figure.Scale.LINEAR,
                curves);
    }
}
