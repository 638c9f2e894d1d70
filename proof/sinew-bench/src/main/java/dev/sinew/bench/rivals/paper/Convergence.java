package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.rivals.ledger.Entry;
import dev.sinew.bench.rivals.ledger.Work;
import dev.sinew.bench.rivals.sheet.Figure;
import dev.sinew.bench.rivals.sheet.Figure.Curve;
import dev.sinew.bench.rivals.sheet.Source;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.io.file.Version;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** KSO10 Figure 8: the error after each iteration. */
final class Convergence {
    private Convergence() {}

    static List<Figure> figures(Bench bench) {
        Map<Subject, Integer> subjects = new LinkedHashMap<>();
        bench.sequence("elastic-cow").ifPresent(subject -> subjects.put(subject, 18));
        bench.sequence("samba").ifPresent(subject -> subjects.put(subject, 30));
        bench.sequence("horse-gallop").ifPresent(subject -> subjects.put(subject, 30));
        subjects.put(bench.sample("flag", 3000, 100), 32);
        List<Curve> curves = new ArrayList<>();
        subjects.forEach((subject, bones) -> {
            Optional<Entry> entry = bench.runs().measured(work(subject, bones));
            entry.ifPresent(found -> {
                double[] y = found.numbers().get("erms");
                double[] x = IntStream.rangeClosed(1, y.length).asDoubleStream().toArray();
                curves.add(new Curve(subject.name() + "/" + bones, Source.OURS, x, y));
            });
        });
        return List.of(new Figure(
                "kso10-figure-8",
                "KSO10, Figure 8: error against iterations (`fit --rest free --shading 0`; the paper's curves are drawn, not printed as numbers; the last point is of the whole sequence, those before of the reduced one)",
                "iterations",
                "E_RMS",
                Figure.Scale.LOGARITHMIC,
                curves));
    }

    private static Work work(Subject subject, int bones) {
        return new Work(
                "kso10-8/" + subject.name() + "/" + bones, subject.fingerprint(), "fit", Version.current(), () -> {
                    FitOptions options = FitOptions.defaults(new FitOptions.Bones(bones))
                            .withRest(RestMode.FREE)
                            .withShading(0);
                    double[] errors = LinearFit.fit(subject.animation().sequence(), options, Progress.SILENT)
                            .fitted()
                            .convergence();
                    subject.forget();
                    return Map.of("erms", errors);
                });
    }
}
