package dev.sinew.cli;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.rig.RigOptions;
import dev.sinew.run.Effort;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew rig}: example poses become a skeleton with weights and motion. */
@Command(
        name = "rig",
        header = "Example poses become a skeleton with joints, weights and motion.",
        customSynopsis = "sinew rig SEQ… -o OUT.glb [options]",
        footer = {
            "",
            "Examples:",
            "  A handful of scanned poses with the same faces, as OBJ files:",
            "    sinew rig poses/*.obj -o cat.glb --report cat.html",
            "  At most 20 bones, the root in the hips, the motion for a retargeting tool:",
            "    sinew rig dance.obj --bones 20 --root 0,0.95,0 --bvh dance.bvh -o dance.glb"
        })
final class RigCommand extends Verb {
    @Parameters(
            paramLabel = "SEQ",
            arity = "1..*",
            description =
                    "An .abc, a mesh with a point cache beside it, a folder, a glob or the files of OBJ or PLY poses,"
                            + " or a .glb or .gltf whose animation is taken frame by frame.")
    private List<Path> paths;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT.glb",
            description = "The model: .glb, or .gltf with its buffer inside.")
    private Path output;

    @Option(
            names = "--bones",
            order = 2,
            paramLabel = "N",
            description = "At most so many bones; the root is not counted. Without it --prune alone decides.")
    private Integer bones;

    @Option(
            names = "--prune",
            order = 3,
            paramLabel = "P",
            description = "Takes bones out as long as the error, joints enforced, stays within P percent of the size"
                    + " (0.21; more by itself for surfaces that stretch). Larger gives fewer bones.")
    private Double prune;

    @Option(
            names = "--clusters",
            order = 4,
            paramLabel = "N",
            description = "Groups of vertices to start from, 2 to 256: more than there will be bones (32).")
    private Integer clusters;

    @Option(
            names = "--influences",
            order = 5,
            paramLabel = "K",
            description = "Most weights a vertex may have, 1 to 16 (4, what every engine plays).")
    private int influences = 4;

    @Option(
            names = "--smooth",
            order = 6,
            paramLabel = "W",
            description = "How much neighbouring vertices want the same weights, 0 for not at all (0.0001).")
    private Double smooth;

    @Option(
            names = "--rest",
            order = 7,
            paramLabel = "POSE",
            description =
                    "Rest pose: solve (starts from the given one, stays near it, smallest error), given (the mesh as"
                            + " it is), first (the first frame) or a mesh FILE. Default: solve.")
    private String rest = "solve";

    @Option(
            names = "--root",
            order = 8,
            paramLabel = "VERTEX|x,y,z",
            description = "The joint nearest to this vertex or point of the rest pose becomes the root. Default: the"
                    + " joint nearest to the middle of the shape.")
    private String root;

    @Option(
            names = "--root-motion",
            order = 9,
            description = "Put the travel over the ground on a node of its own above the root, as engines want it.")
    private boolean rootMotion;

    @Option(
            names = "--bvh",
            order = 10,
            paramLabel = "FILE.bvh",
            description = "Write the motion of the skeleton as BVH, too.")
    private Path bvh;

    @Option(
            names = "--iterations",
            order = 11,
            paramLabel = "N",
            description = "Bound on the iterations of the rigging (45).")
    private Integer iterations;

    @Mixin
    private SequenceOptions sequenceOptions;

    @Mixin
    private ShowOptions show;

    RigCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Outputs.requireModel(output);
        show.check();
        if (bvh != null) {
            AtomicFile.requireWritable(bvh);
        }
        RestChoice restChoice = RestChoice.parse(rest);
        RigOptions asked = options(restChoice);
        Inputs.NamedSequence input = Inputs.sequence(sequenceOptions.input(paths), session);
        MeshSequence posed = restChoice.apply(input.sequence(), sequenceOptions);
        RigOptions options = root == null ? asked : asked.withRoot(rootPoint(posed));
        RigRun run = new RigRun(posed, input.sequence(), options, output, Optional.ofNullable(bvh));
        RigReport report = new RigReport(run, run.run(session), input.notes());
        report.show(show, input.file(), commandLine(), session);
        session.summary(report.sheet(input.file(), session.seconds()));
        session.report(() -> report.fill(newReport(), input.file(), session.seconds())
                .options(described(options))
                .tree());
    }

    private RigOptions options(RestChoice restChoice) {
        RigOptions options = RigOptions.defaults()
                .withInfluences(
                        WrongUsageException.requireWithin("--influences", influences, 1, RigOptions.MAX_INFLUENCES))
                .withRest(restChoice.mode())
                .withThreads(common().threads())
                .withSeed(common().seed());
        if (clusters != null) {
            options = options.withClusters(
                    WrongUsageException.requireWithin("--clusters", clusters, 2, RigOptions.MAX_CLUSTERS));
        }
        if (bones != null) {
            options = options.withMaxBones(
                    WrongUsageException.requireWithin("--bones", bones, 1, RigOptions.MAX_CLUSTERS));
        }
        if (prune != null) {
            options = options.withPrune(requireFrom0("--prune", prune, 100));
        }
        if (smooth != null) {
            options = options.withSmooth(requireFrom0("--smooth", smooth, 1000));
        }
        if (iterations != null) {
            options = options.withMaxIterations(
                    WrongUsageException.requireWithin("--iterations", iterations, 1, Effort.MAX_ITERATIONS));
        }
        return rootMotion ? options.withRootMotion(RigOptions.RootMotion.OWN_NODE) : options;
    }

    private static double requireFrom0(String option, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw new WrongUsageException(option + " " + value + " must be from 0 to " + Text.number(most));
        }
        return value;
    }

    private RigOptions.Point rootPoint(MeshSequence sequence) {
        String[] parts = root.split(",");
        try {
            if (parts.length == 3) {
                return new RigOptions.Point(
                        Double.parseDouble(parts[0].strip()),
                        Double.parseDouble(parts[1].strip()),
                        Double.parseDouble(parts[2].strip()));
            }
            return vertex(sequence, Integer.parseInt(root.strip()));
        } catch (NumberFormatException notNumbers) {
            throw new WrongUsageException("--root " + root + " must be a vertex such as 1200, or x,y,z");
        }
    }

    private static RigOptions.Point vertex(MeshSequence sequence, int vertex) {
        if (vertex < 0 || vertex >= sequence.vertexCount()) {
            throw new RefusedException("--root " + vertex + " is no vertex of " + sequence.name() + ", which has 0 to "
                    + (sequence.vertexCount() - 1));
        }
        float[] p = sequence.rest().positions();
        return new RigOptions.Point(p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]);
    }

    private Map<String, Object> described(RigOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>(RigReport.described(options));
        tree.put("rest", rest);
        tree.put("root", root);
        tree.put("bvh", bvh == null ? null : bvh.toString());
        tree.putAll(sequenceOptions.described());
        return tree;
    }
}
