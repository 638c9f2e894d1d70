package dev.sinew.cli;

import dev.sinew.reduce.ReduceMethod;
import dev.sinew.reduce.ReduceOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew reduce}: fewer influences a vertex. */
@Command(
        name = "reduce",
        header = "Fewer influences a vertex: a model with 8, 12 or all bones a vertex becomes one with 4.",
        customSynopsis = "sinew reduce MODEL --influences K -o OUT.glb [options]",
        footer = {
            "",
            "Methods:",
            "  largest   the K largest weights, scaled to sum to one",
            "  smooth    the same bones, weights that vary over the mesh as the original's do",
            "  geometry  the K bones and weights that follow the examples best (default with --examples)",
            "  poisson   the bones of the K largest weights, keeping the shape between neighbours in the examples",
            "",
            "Examples:",
            "  sinew reduce hero.glb --influences 4 --method smooth -o hero4.glb",
            "  sinew reduce dense.glb --influences 4 --examples cape.obj -o cape4.glb",
            "  sinew reduce mesh.obj --weights bbw.dmat --influences 4 -o mesh4.glb"
        })
final class ReduceCommand extends Verb {
    private static final int MAX_INFLUENCES = 1024;

    @Parameters(paramLabel = "MODEL", description = "A .glb or .gltf, or a mesh with --weights.")
    private Path model;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT.glb",
            description = "The model: .glb, or .gltf with its buffer inside.")
    private Path output;

    @Option(
            names = "--influences",
            required = true,
            order = 2,
            paramLabel = "K",
            description = "Most weights a vertex may keep.")
    private int influences;

    @Option(
            names = "--method",
            order = 3,
            paramLabel = "METHOD",
            description = "largest, smooth, geometry or poisson; the last two need --examples. Default: geometry with"
                    + " examples, else largest.")
    private String method;

    @Mixin
    private ModelOptions modelOptions;

    @Mixin
    private ShowOptions show;

    ReduceCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Outputs.requireModel(output);
        show.check();
        WrongUsageException.requireWithin("--influences", influences, 1, MAX_INFLUENCES);
        ReduceOptions options = new ReduceOptions(influences, method(), common().threads());
        ModelSource source = ModelSource.read(model, modelOptions, session);
        ReduceRun run = new ReduceRun(source, options, output);
        ReduceReport report = new ReduceReport(run, run.run(session));
        report.show(show, commandLine(), session);
        session.summary(report.sheet(session.seconds()));
        session.report(() -> report.fill(newReport(), session.seconds())
                .options(described(options))
                .tree());
    }

    private ReduceMethod method() {
        boolean examples = modelOptions.examples().isPresent();
        if (method == null) {
            return examples ? ReduceMethod.GEOMETRY : ReduceMethod.LARGEST;
        }
        ReduceMethod chosen = Stream.of(ReduceMethod.values())
                .filter(known -> known.name().equals(method.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new WrongUsageException(
                        "--method " + method + " must be largest, smooth, geometry or poisson"));
        if (chosen.needsExamples() && !examples) {
            throw new WrongUsageException("--method " + method + " needs the poses to follow: --examples SEQ");
        }
        return chosen;
    }

    private Map<String, Object> described(ReduceOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("influences", options.influences());
        tree.put("method", RunReport.lowerCase(options.method()));
        tree.put("threads", options.threads());
        tree.putAll(modelOptions.described());
        return tree;
    }
}
