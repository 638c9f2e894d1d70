package dev.sinew.show.view;

import dev.sinew.io.handles.Targets;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.HandleSet;
import dev.sinew.model.PosingSystem;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of a report about one run. The {@code with…} methods add parts; the page leaves out absent parts.
 *
 * @param title the subject
 * @param subtitle what was done to it, in a few words
 * @param original the sequence that the models approximate
 * @param models shown next to it, the result first; all have the original's vertices
 * @param error of the first model relative to the original
 * @param handles draggable handles of the first model
 * @param clips the frames of each clip, in order; empty if there is only one clip
 * @param verdict one line on the quality; empty if nothing was measured
 * @param command the command line that repeats the run; may be empty
 * @param notes messages for the reader
 */
public record ReportData(
        String title,
        String subtitle,
        Optional<MeshSequence> original,
        List<PlayedModel> models,
        Optional<SequenceError> error,
        Optional<DragHandles> handles,
        List<Plot> plots,
        List<Fact.Group> facts,
        List<ShownClip> clips,
        String verdict,
        String command,
        List<String> notes) {
    public ReportData {
        Objects.requireNonNull(title);
        Objects.requireNonNull(subtitle);
        Objects.requireNonNull(original);
        Objects.requireNonNull(error);
        Objects.requireNonNull(handles);
        Objects.requireNonNull(verdict);
        Objects.requireNonNull(command);
        clips = List.copyOf(clips);
        models = List.copyOf(models);
        plots = List.copyOf(plots);
        facts = List.copyOf(facts);
        notes = List.copyOf(notes);
    }

    public static ReportData titled(String title, String subtitle) {
        return new ReportData(
                title,
                subtitle,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                "",
                "",
                List.of());
    }

    public ReportData withOriginal(MeshSequence sequence) {
        return new ReportData(
                title,
                subtitle,
                Optional.of(sequence),
                models,
                error,
                handles,
                plots,
                facts,
                clips,
                verdict,
                command,
                notes);
    }

    public ReportData withModel(String name, SkinnedModel model, Clip clip) {
        List<PlayedModel> more = plus(models, new PlayedModel(name, model, clip));
        return new ReportData(
                title, subtitle, original, more, error, handles, plots, facts, clips, verdict, command, notes);
    }

    /** A two-layer model. */
    public ReportData withModel(String name, TwoLayerModel model, Clip clip) {
        PlayedModel played = new PlayedModel(name, model.fallback(), clip, Optional.of(model.layers()));
        return new ReportData(
                title,
                subtitle,
                original,
                plus(models, played),
                error,
                handles,
                plots,
                facts,
                clips,
                verdict,
                command,
                notes);
    }

    /** Adds for every model how well the motion determines each joint, by bone name. */
    public ReportData withCertainties(Map<String, Double> known) {
        List<PlayedModel> all =
                models.stream().map(played -> played.withCertainties(known)).toList();
        return new ReportData(
                title, subtitle, original, all, error, handles, plots, facts, clips, verdict, command, notes);
    }

    /** Adds the error of the first model with its charts per frame and per vertex. */
    public ReportData withError(SequenceError newError) {
        List<Plot> more = plus(plus(plots, Plot.errorPerFrame(newError)), Plot.errorHistogram(newError));
        return new ReportData(
                title,
                subtitle,
                original,
                models,
                Optional.of(newError),
                handles,
                more,
                facts,
                clips,
                verdict,
                command,
                notes);
    }

    /** Adds draggable handles of the first model. */
    public ReportData withHandles(DragHandles drag) {
        return new ReportData(
                title,
                subtitle,
                original,
                models,
                error,
                Optional.of(drag),
                plots,
                facts,
                clips,
                verdict,
                command,
                notes);
    }

    public ReportData withPlot(Plot plot) {
        return new ReportData(
                title,
                subtitle,
                original,
                models,
                error,
                handles,
                plus(plots, plot),
                facts,
                clips,
                verdict,
                command,
                notes);
    }

    public ReportData withFacts(String heading, List<Fact> group) {
        List<Fact.Group> more = plus(facts, new Fact.Group(heading, group));
        return new ReportData(
                title, subtitle, original, models, error, handles, plots, more, clips, verdict, command, notes);
    }

    /** Adds clips that play one after another over the frames of original and models. */
    public ReportData withClips(List<ShownClip> newClips) {
        return new ReportData(
                title, subtitle, original, models, error, handles, plots, facts, newClips, verdict, command, notes);
    }

    public ReportData withVerdict(String newVerdict) {
        return new ReportData(
                title, subtitle, original, models, error, handles, plots, facts, clips, newVerdict, command, notes);
    }

    public ReportData withCommand(String newCommand) {
        return new ReportData(
                title, subtitle, original, models, error, handles, plots, facts, clips, verdict, newCommand, notes);
    }

    public ReportData withNotes(List<String> newNotes) {
        return new ReportData(
                title, subtitle, original, models, error, handles, plots, facts, clips, verdict, command, newNotes);
    }

    private static <T> List<T> plus(List<T> list, T item) {
        List<T> more = new ArrayList<>(list);
        more.add(item);
        return more;
    }

    /** Encodes the scene; if it exceeds the budget, it is thinned and a note is added. */
    public ViewScene encode(ViewBudget budget) {
        return new SceneEncoder(this, budget).encode();
    }

    /**
     * A clip on a page that plays several in sequence.
     *
     * @param frames number of its frames
     */
    public record ShownClip(String name, int frames) {
        public ShownClip {
            Objects.requireNonNull(name);
            if (frames < 1) {
                throw new IllegalArgumentException(
                        "clip '" + name + "' has " + frames + " frames; it needs at least 1");
            }
        }
    }

    /**
     * Draggable handles of the first model.
     *
     * @param boneOf the first model's bone of each handle
     * @param system the system that the page solves
     * @param targets initial targets; if empty, the page starts from the rest pose
     */
    public record DragHandles(HandleSet handles, int[] boneOf, PosingSystem system, List<Targets.Target> targets) {
        public DragHandles {
            Objects.requireNonNull(handles);
            targets = List.copyOf(targets);
            if (boneOf.length != handles.count() || system.handleCount() != handles.count()) {
                throw new IllegalArgumentException(handles.count() + " handles with " + boneOf.length
                        + " bones and a system of " + system.handleCount());
            }
        }
    }

    /**
     * A model with the clip to show.
     *
     * @param name its name on the page, such as "Result"
     * @param layers present if the model is played in two layers instead of by its own weights
     * @param certainties how well the motion determines each joint, 0–1, by bone name; empty if unknown
     */
    public record PlayedModel(
            String name,
            SkinnedModel model,
            Clip clip,
            Optional<TwoLayerWeights> layers,
            Map<String, Double> certainties) {
        public PlayedModel(String name, SkinnedModel model, Clip clip) {
            this(name, model, clip, Optional.empty());
        }

        public PlayedModel(String name, SkinnedModel model, Clip clip, Optional<TwoLayerWeights> layers) {
            this(name, model, clip, layers, Map.of());
        }

        /** The same with the certainties of its joints. */
        PlayedModel withCertainties(Map<String, Double> known) {
            return new PlayedModel(name, model, clip, layers, known);
        }

        public PlayedModel {
            Objects.requireNonNull(name);
            Objects.requireNonNull(model);
            Objects.requireNonNull(clip);
            Objects.requireNonNull(layers);
            certainties = Map.copyOf(certainties);
        }
    }
}
