package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.FrameRange;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.parts.ClipChoice;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.BoneMapFile;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.BoneMap;
import dev.sinew.retarget.Retarget;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.retarget.RetargetResult;
import dev.sinew.retarget.RetargetSource;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.DrivenBones;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Puts the motion of a file onto the skeleton of a model. */
public record RetargetRequest(
        @OptionInfo(label = "MODEL", required = true, help = "Skinned model with a skeleton.")
        Path input,

        @OptionInfo(label = "OUT", required = true, help = "The model with the new clips.")
        Path output,

        @OptionInfo(
                label = "FILE",
                required = true,
                group = OptionGroup.GOAL,
                help = "Motion: .bvh, or a model or skeleton with clips.",
                details = "Files: .bvh, {.models}. A mesh is not needed.")
        Path motion,

        @OptionInfo(
                label = "NAME",
                group = OptionGroup.CLIPS,
                help = "Clip of the motion, or all.",
                defaultText = "the only one")
        String clip,

        @OptionInfo(
                label = "NAME",
                group = OptionGroup.CLIPS,
                help = "Name of the new clip.",
                defaultText = "that of the motion")
        String clipName,

        @OptionInfo(
                label = "a:b:step",
                group = OptionGroup.CLIPS,
                help = "Frames to use: first, last (included) and step. The first frame is 0.",
                details = "Each part is optional: 10:, :99, ::2 (every second frame).")
        String range,

        @OptionInfo(
                label = "FPS",
                least = 0,
                above = true,
                most = 1000,
                group = OptionGroup.CLIPS,
                help = "Frame rate of the new clips.",
                defaultText = "that of the motion")
        Double fps,

        @OptionInfo(
                label = "WAY",
                defaultValue = "auto",
                words = {"auto", "mesh", "skeleton", "names"},
                group = OptionGroup.GOAL,
                help = "How bones are matched: auto, mesh, skeleton or names.",
                details =
                        "mesh: both files contain the same mesh. skeleton: by the position of the bones in the body, or by their hierarchy. names: by known names. auto: the first of these that is possible.")
        String match,

        @OptionInfo(
                label = "FILE.json",
                group = OptionGroup.GOAL,
                help = "Matches to use, as written by {saveMap}.",
                details = "Bones that the file does not list are matched as usual.")
        Path map,

        @OptionInfo(
                label = "FILE.json",
                group = OptionGroup.OUTPUT,
                help = "Also write the bone matches, for use with {map}.")
        Path saveMap,

        @OptionInfo(
                label = "POSE",
                defaultValue = "auto",
                words = {"auto", "source", "target"},
                group = OptionGroup.QUALITY,
                help = "Pose in which both skeletons correspond: auto, source or target.",
                details =
                        "source: the rest pose of the motion. target: the frame of the motion that is most like the model's rest pose. auto: the rest pose if a body can stand in it. Limbs that point elsewhere (A-pose, T-pose) are aligned.")
        String referencePose,

        @OptionInfo(
                label = "MOTION",
                defaultValue = "keep",
                words = {"keep", "in-place", "extract"},
                group = OptionGroup.QUALITY,
                help = "Movement over the ground: keep, in-place or extract.",
                details = "extract: moved to the bone above the hips.")
        String rootMotion,

        @OptionInfo(
                label = "ON",
                defaultValue = "on",
                words = {"on", "off"},
                group = OptionGroup.QUALITY,
                help = "Keep standing feet in place: on or off.")
        String contacts,

        @OptionInfo(
                group = OptionGroup.QUALITY,
                help = "Make the clip loop: the difference between its ends is spread over all frames.")
        Boolean loop)
        implements Job<RetargetJobResult> {
    private static final String ALL = "all";
    private static final long MAX_FRAMES = 1_000_000;

    @Override
    public String command() {
        return "retarget";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = new ArrayList<>(List.of(input, motion));
        Optional.ofNullable(map).ifPresent(files::add);
        return files;
    }

    @Override
    public List<Path> writes() {
        List<Path> files = new ArrayList<>(List.of(output));
        Optional.ofNullable(saveMap).ifPresent(files::add);
        return files;
    }

    @Override
    public RetargetJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireModel(run.place(output));
        if (saveMap != null) {
            AtomicFile.requireWritable(run.place(saveMap));
        }
        RetargetOptions options = options(run);
        FrameRange frames = SequenceChoice.frameRange(range);
        ModelFile model = Inputs.modelFile(input, run);
        if (model.layers().isPresent()) {
            throw new InvalidInputException(
                    input
                            + " has its weights in two layers; put the motion onto the model it was made from, then use 'sinew compress'");
        }
        RetargetSource source = run.stage("read", "reading " + motion, () -> source(frames));
        RetargetJobResult made = run.make(
                output,
                "matching bones and solving poses",
                () -> solve(model, source, options),
                (solved, file) -> Models.write(model.document().withModel(withClips(model, solved)), file),
                (solved, written, file) -> made(model, source, solved, written, ModelFile.read(file), run));
        if (saveMap != null) {
            run.writing(
                    "write",
                    "writing " + saveMap,
                    () -> BoneMapFile.write(made.retargeted().map(), run.place(saveMap)));
        }
        return made;
    }

    private RetargetSource source(FrameRange frames) {
        Optional<ModelDocument> document =
                Models.isSkinned(motion) ? Optional.of(ModelFile.read(motion).document()) : Optional.empty();
        SkeletonMotion read =
                document.map(whole -> SkeletonMotion.of(whole.model())).orElseGet(() -> Models.readMotion(motion));
        if (read.clips().isEmpty()) {
            throw new InvalidInputException(motion + " has a skeleton but no animation");
        }
        List<Clip> clips = ALL.equalsIgnoreCase(clip)
                ? read.clips()
                : List.of(ClipChoice.require(motion.toString(), read.clips(), Clip::name, Optional.ofNullable(clip)));
        if (clipName != null && clips.size() > 1) {
            throw new InvalidRequestException(
                    field("clipName") + " names one clip, but " + clips.size() + " are selected");
        }
        for (Clip each : clips) {
            if (each.motion().frameCount() == 0) {
                throw new InvalidInputException(motion + ": clip '" + each.name() + "' has no frames");
            }
        }
        return new RetargetSource(
                new SkeletonMotion(
                        read.skeleton(),
                        clips.stream()
                                .map(whole -> resampled(trimmed(whole, frames)))
                                .toList()),
                document.map(ModelDocument::model),
                document.flatMap(ModelDocument::pose));
    }

    /** The wanted frames. A step leaves the speed as it is. */
    private Clip trimmed(Clip whole, FrameRange range) {
        BoneMotion m = whole.motion();
        int[] frames = range.frames(m.frameCount(), motion + ": clip '" + whole.name() + "'");
        int stride = m.boneCount() * BoneMotion.STRIDE;
        double[] some = new double[frames.length * stride];
        for (int k = 0; k < frames.length; k++) {
            System.arraycopy(m.matrices(), frames[k] * stride, some, k * stride, stride);
        }
        return new Clip(
                whole.name(),
                whole.framesPerSecond() / range.step(),
                new BoneMotion(m.boneCount(), frames.length, some));
    }

    /** The clip at the wanted rate and with the wanted name. */
    private Clip resampled(Clip old) {
        String name = clipName == null ? old.name() : clipName;
        BoneMotion m = old.motion();
        if (fps == null || fps == old.framesPerSecond()) {
            return new Clip(name, old.framesPerSecond(), m);
        }
        double seconds = (m.frameCount() - 1) / old.framesPerSecond();
        double count = Math.floor(seconds * fps + 1e-6) + 1;
        if (count > MAX_FRAMES) {
            throw new InvalidInputException(motion + ": clip '" + old.name() + "' has " + (long) count + " frames at "
                    + fps + " per second; at most " + MAX_FRAMES + " are supported");
        }
        int stride = m.boneCount() * BoneMotion.STRIDE;
        double[] out = new double[(int) count * stride];
        for (int f = 0; f < (int) count; f++) {
            double at = f / fps * old.framesPerSecond();
            int before = (int) Math.min(m.frameCount() - 1, Math.floor(at + 1e-6));
            int after = Math.min(m.frameCount() - 1, before + 1);
            double share = Math.max(0, at - before);
            for (int k = 0; k < stride; k++) {
                out[f * stride + k] =
                        (1 - share) * m.matrices()[before * stride + k] + share * m.matrices()[after * stride + k];
            }
        }
        return new Clip(name, fps, new BoneMotion(m.boneCount(), (int) count, out));
    }

    private RetargetOptions options(JobRun run) {
        List<BoneMap.Entry> given =
                map == null ? List.of() : run.stage("read", "reading " + map, () -> BoneMapFile.read(map));
        return RetargetOptions.defaults()
                .withMatch(RetargetOptions.Match.valueOf(constant(match)))
                .withReferencePose(RetargetOptions.ReferencePose.valueOf(constant(referencePose)))
                .withRootMotion(RetargetOptions.RootMotion.valueOf(constant(rootMotion)))
                .withContacts(RetargetOptions.Contacts.valueOf(constant(contacts)))
                .withLoop(Boolean.TRUE.equals(loop) ? RetargetOptions.Loop.CLOSE : RetargetOptions.Loop.OFF)
                .withMap(given);
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private RetargetResult solve(ModelFile model, RetargetSource source, RetargetOptions options) {
        try {
            if (model.linearized().isPresent()) {
                return Retarget.retarget(model.linearized().get(), source, options);
            }
            // Driven bones follow the others; they must not take part in matching.
            SkinnedModel matched = drivenBones(model).map(DrivenBones::removed).orElse(model.model());
            return Retarget.retarget(matched, source, options);
        } catch (InvalidInputException e) {
            throw e.within(input + " with " + motion);
        }
    }

    private static Optional<DrivenBones> drivenBones(ModelFile file) {
        return file.drivers().map(drivers -> new DrivenBones(file.model(), drivers));
    }

    /** The model with its own clips first. */
    private static SkinnedModel withClips(ModelFile file, RetargetResult solved) {
        List<Clip> clips = new ArrayList<>(file.model().clips());
        clips.addAll(driven(file, solved.clips()));
        return file.model().withClips(clips);
    }

    /** New clips with names that are free; driven helper bones follow them. */
    static List<Clip> driven(ModelFile file, List<Clip> solved) {
        SkinnedModel model = file.model();
        List<Clip> clips = new ArrayList<>();
        Set<String> names = new TreeSet<>(model.clips().stream().map(Clip::name).toList());
        for (Clip clip : solved) {
            String name = clip.name();
            for (int k = 2; !names.add(name); k++) {
                name = clip.name() + " " + k;
            }
            double[] shapes =
                    new double[clip.motion().frameCount() * model.correctives().count()];
            Clip added = new Clip(name, clip.framesPerSecond(), clip.motion(), shapes);
            clips.add(drivenBones(file).map(bones -> bones.driven(added)).orElse(added));
        }
        return clips;
    }

    private RetargetJobResult made(
            ModelFile model,
            RetargetSource source,
            RetargetResult solved,
            WrittenModel written,
            ModelFile made,
            JobRun run) {
        List<String> notes = new ArrayList<>(model.document().notes());
        notes.addAll(solved.notes());
        notes.addAll(written.notes());
        int own = model.model().clips().size();
        List<Clip> clips =
                made.model().clips().subList(own, made.model().clips().size());
        return new RetargetJobResult(
                this, model.model(), source.motion(), made.model(), clips, solved, written, notes, run.seconds());
    }

    /** The options, by their JSON names. */
    Map<String, Object> described() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("motion", motion.toString());
        tree.put("clip", clip);
        tree.put("clipName", clipName);
        tree.put("range", range);
        tree.put("fps", fps);
        tree.put("match", match.toLowerCase(Locale.ROOT));
        tree.put("map", Optional.ofNullable(map).map(Path::toString).orElse(null));
        tree.put("saveMap", Optional.ofNullable(saveMap).map(Path::toString).orElse(null));
        tree.put("referencePose", referencePose.toLowerCase(Locale.ROOT));
        tree.put("rootMotion", rootMotion.toLowerCase(Locale.ROOT));
        tree.put("contacts", contacts.toLowerCase(Locale.ROOT));
        tree.put("loop", loop);
        return tree;
    }
}
