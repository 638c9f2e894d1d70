package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.correct.CorrectiveFit;
import dev.sinew.drive.DriveInput;
import dev.sinew.drive.DriveInput.Solved;
import dev.sinew.drive.DriveOptions;
import dev.sinew.drive.DriveResult;
import dev.sinew.drive.DriverFit;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.fit.VertexMatch;
import dev.sinew.io.ModelFile;
import dev.sinew.job.FitTask.Learnt;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.RigChoice;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.SolveResult;
import dev.sinew.run.Suggestions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Learns what drives the helper bones and corrective shapes that a model already has. */
public record DriveRequest(
        @OptionInfo(label = "MODEL", required = true, help = "Skinned model with helper bones or morph targets.")
        Path input,

        @OptionInfo(label = "OUT.glb", required = true, help = "The same model with drivers (.glb or .gltf).")
        Path output,

        @OptionInfo(
                label = "NAME=SEQ",
                required = true,
                group = OptionGroup.GOAL,
                help = "A sequence that the model should follow in its clip NAME. Repeatable.",
                details =
                        "The clip needs as many frames. More clips make drivers more reliable. NAME= may be left out if the model has one clip, or one of the sequence's name.")
        List<String> examples,

        @OptionInfo(
                label = "BONE",
                flag = "helper",
                group = OptionGroup.GOAL,
                help = "A bone to drive. Repeatable.",
                defaultText = "the driven bones of the model, else bones whose names start with helper")
        List<String> helpers,

        @OptionInfo(
                label = "WHAT",
                words = {"pose", "rates", "motion"},
                group = OptionGroup.QUALITY,
                help = "What drivers may follow: pose, rates or motion.",
                defaultText = "motion",
                details = "As with 'sinew fit --drive'.")
        String driveInputs,

        @OptionInfo(
                label = "FORM",
                words = {"auto", "linear", "rbf"},
                group = OptionGroup.QUALITY,
                help = "Function of the drivers: linear, rbf or auto.",
                defaultText = "auto",
                details = "As with 'sinew fit --drive'.")
        String driveForm,

        SequenceChoice sequence)
        implements Job<FitJobResult> {
    private static final String HELPER_PREFIX = "helper";

    /** Steps of the helpers' motion; each moves all helpers in turn. */
    private static final int MOTION_ITERATIONS = 12;

    /** @param clip empty for the clip of the sequence's name, or the only one */
    private record Example(Optional<String> clip, Path path) {}

    @Override
    public String command() {
        return "drive";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = new ArrayList<>(List.of(input));
        parsed().forEach(example -> files.addAll(sequence.reads(List.of(example.path))));
        return files;
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    private List<Example> parsed() {
        List<Example> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String argument : examples) {
            int at = argument.indexOf('=');
            if (at == 0 || at == argument.length() - 1) {
                throw new InvalidRequestException(field("examples") + " " + argument
                        + " must look like NAME=SEQ, with the name of the clip that the sequence belongs to");
            }
            Optional<String> clip = at < 0 ? Optional.empty() : Optional.of(argument.substring(0, at));
            if (clip.isPresent() && !names.add(clip.get())) {
                throw new InvalidRequestException(field("examples") + ": two sequences for the clip " + clip.get());
            }
            all.add(new Example(clip, Path.of(argument.substring(at + 1))));
        }
        return all;
    }

    @Override
    public FitJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireModel(run.place(output));
        List<Example> wanted = parsed();
        ModelFile file = Inputs.modelFile(input, run);
        SkinnedModel model = file.model();
        int[] driven = helpers(model, file.drivers());
        Examples read = read(wanted, model, run);
        read.notes.addAll(0, file.document().notes());
        DriveOptions options = RigChoice.driveOptions(driveInputs, driveForm).withThreads(run.threads());
        Map<String, Object> described = described();
        return FitTask.driven(
                        "drive",
                        input.toString(),
                        read.takes,
                        described,
                        output,
                        job -> learn(model, driven, read.takes, options, job))
                .described(described, read.notes)
                .run(run);
    }

    private record Examples(Takes takes, List<String> notes) {}

    private Examples read(List<Example> wanted, SkinnedModel model, JobRun run) {
        List<MeshSequence> sequences = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Example example : wanted) {
            Inputs.NamedSequence named = Inputs.sequence(sequence.inputWithoutFrames(List.of(example.path)), run);
            Optional<String> asked =
                    example.clip.or(() -> Optional.of(named.sequence().name())
                            .filter(name -> model.clips().size() > 1));
            Clip clip = Inputs.clip(input, model, asked);
            VertexMatch match = VertexMatch.of(model.rest(), named.sequence().rest(), input.toString(), named.file());
            MeshSequence matched = match.apply(named.sequence());
            int frames = clip.motion().frameCount();
            if (frames != matched.frameCount()) {
                throw new InvalidInputException("clip '" + clip.name() + "' of " + input + " has " + frames
                        + " frames and " + named.file() + " has " + matched.frameCount()
                        + "; both need the same number (" + field("range") + " selects frames)");
            }
            sequences.add(new MeshSequence(clip.name(), model.rest(), matched.frames(), clip.framesPerSecond()));
            notes.addAll(named.notes());
        }
        return new Examples(new Takes(sequences), notes);
    }

    /** The chosen bones, those that are driven now, or those that are named as helpers. */
    private int[] helpers(SkinnedModel model, Optional<Drivers> now) {
        List<String> names = model.skeleton().names();
        for (String name : helpers) {
            if (!names.contains(name)) {
                throw new InvalidInputException(field("helpers") + " " + name + ": " + input
                        + " has no such bone, it has: " + String.join(", ", names) + Suggestions.hint(name, names));
            }
        }
        int[] found = !helpers.isEmpty()
                ? helpers.stream().mapToInt(names::indexOf).distinct().sorted().toArray()
                : now.isPresent()
                        ? now.get().bones()
                        : IntStream.range(0, names.size())
                                .filter(j -> names.get(j).startsWith(HELPER_PREFIX))
                                .toArray();
        if (found.length == 0 && model.correctives().isEmpty()) {
            throw new InvalidInputException(input + " has no morph targets and no bone whose name starts with '"
                    + HELPER_PREFIX + "'; name the bones to drive with " + field("helpers") + " BONE");
        }
        double[] totals = model.weights().totals(model.boneCount());
        for (int helper : found) {
            if (!(totals[helper] > 0)) {
                throw new InvalidInputException(input + ": the bone " + names.get(helper)
                        + " moves no vertex, so no sequence can show how it should move; choose bones with weights by "
                        + field("helpers"));
            }
        }
        if (found.length == names.size()) {
            throw new InvalidInputException(input + ": all " + found.length
                    + " bones are to be driven; at least one must stay for them to follow");
        }
        return found;
    }

    /** Solves the motion of the helpers and the weights of the shapes in the examples, then learns what they follow. */
    private static Learnt learn(SkinnedModel model, int[] driven, Takes takes, DriveOptions options, JobRun run) {
        List<Clip> clips = new ArrayList<>();
        SolveResult<SkinnedModel> moved = moved(model, driven, takes, run);
        for (MeshSequence take : takes.sequences()) {
            Clip clip = clip(moved.model(), take.name());
            clips.add(
                    model.correctives().isEmpty()
                            ? clip
                            : clip.withShapes(CorrectiveFit.amounts(model, clip, take, run.threads())));
        }
        Set<String> names = new HashSet<>();
        clips.forEach(clip -> names.add(clip.name()));
        model.clips().stream().filter(clip -> !names.contains(clip.name())).forEach(clips::add);
        Solved solved = new Solved(model.withClips(clips), driven, Optional.empty());
        DriveResult learnt =
                DriverFit.fit(new DriveInput(solved, takes.sequences(), List.of()), options, run.progress());
        SolveResult<SkinnedModel> result = new SolveResult<>(
                learnt.model(), moved.outcome(), moved.iterations(), moved.convergence(), learnt.notes());
        return new Learnt(new FitResult(result, List.of(), 3 * takes.frameCount()), Optional.of(learnt));
    }

    private static SolveResult<SkinnedModel> moved(SkinnedModel model, int[] driven, Takes takes, JobRun run) {
        Set<String> locked = new HashSet<>(model.skeleton().names());
        for (int helper : driven) {
            locked.remove(model.skeleton().names().get(helper));
        }
        PartialProblem problem = new PartialProblem(model.withoutCorrectives(), takes, locked, Optional.empty());
        PartialOptions options = PartialOptions.defaults(Solve.MOTION, model.boneType())
                .withInfluences(Math.max(1, model.weights().maxInfluences()))
                .withShading(0)
                .withMaxIterations(driven.length == 0 ? 1 : MOTION_ITERATIONS)
                .withThreads(run.threads());
        return PartialFit.fit(problem, options, run.progress()).fitted();
    }

    private static Clip clip(SkinnedModel model, String name) {
        return model.clips().stream()
                .filter(clip -> clip.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("examples", examples);
        options.put("helpers", helpers);
        options.put("driveInputs", driveInputs);
        options.put("driveForm", driveForm);
        options.putAll(sequence.described());
        return options;
    }
}
