package dev.sinew.show.view;

import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.show.view.MeshPart.NormalPart;
import dev.sinew.show.view.ReportData.DragHandles;
import dev.sinew.show.view.ReportData.PlayedModel;
import dev.sinew.show.view.ReportData.ShownClip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Encodes the content of a report for the viewer, within the budget. */
final class SceneEncoder {
    private static final int FORMAT_VERSION = 1;
    private static final int FULL = 0xffff;
    /** Compression ratio of matrices in single precision. */
    private static final double MATRIX_COMPRESSION_RATIO = 0.9;

    private final ReportData data;
    private final ViewBudget budget;
    private final List<String> notes;
    private Buffers buffers = new Buffers();

    SceneEncoder(ReportData data, ViewBudget budget) {
        this.data = data;
        this.budget = budget;
        this.notes = new ArrayList<>(data.notes());
    }

    ViewScene encode() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", "sinew-view").put("version", FORMAT_VERSION);
        root.put("title", data.title()).put("subtitle", data.subtitle());
        drawn().ifPresent(mesh -> {
            ObjectNode stage = JsonNodeFactory.instance.objectNode();
            if (writeStage(mesh, stage)) {
                root.set("stage", stage);
            } else {
                buffers = new Buffers();
            }
        });
        root.set("buffers", buffers.header());
        HeaderParts.plots(data.plots(), root.putArray("plots"));
        HeaderParts.facts(data.facts(), root.putArray("facts"));
        root.put("verdict", data.verdict()).put("command", data.command());
        ArrayNode sentences = root.putArray("notes");
        notes.forEach(sentences::add);
        return new ViewScene(data.title(), root.toString(), buffers.compressed());
    }

    /** The mesh to draw, if the page can show it. */
    private Optional<Mesh> drawn() {
        if (data.original().isEmpty() && data.models().isEmpty()) {
            return Optional.empty();
        }
        Mesh mesh = data.models().isEmpty()
                ? data.original().get().rest()
                : data.models().get(0).model().rest();
        checkVertexCounts(mesh.vertexCount());
        if (mesh.vertexCount() == 0 || mesh.vertexCount() > budget.vertices() || frameCount() == 0) {
            notes.add(tooLarge(mesh, "at most " + budget.vertices() + " vertices"));
            return Optional.empty();
        }
        return Optional.of(mesh);
    }

    private void checkVertexCounts(int vertices) {
        data.original().ifPresent(sequence -> checkVertexCount(sequence.vertexCount(), vertices));
        data.models().forEach(played -> checkVertexCount(played.model().vertexCount(), vertices));
        data.error().ifPresent(error -> checkVertexCount(error.perVertex().length, vertices));
    }

    private static void checkVertexCount(int found, int expected) {
        if (found != expected) {
            throw new IllegalArgumentException("all parts of a report need " + expected + " vertices; found " + found);
        }
    }

    private String tooLarge(Mesh mesh, String bound) {
        return "The 3D view is left out: a page can show " + bound + "; this sequence has " + mesh.vertexCount()
                + " vertices and " + frameCount() + " frames.";
    }

    private int frameCount() {
        IntStream ofModels =
                data.models().stream().mapToInt(played -> played.clip().motion().frameCount());
        IntStream ofOriginal =
                data.original().map(MeshSequence::frameCount).stream().mapToInt(f -> f);
        return IntStream.concat(ofModels, ofOriginal).min().orElse(0);
    }

    /** @return false if not even the static mesh fits the budget */
    private boolean writeStage(Mesh mesh, ObjectNode stage) {
        int frames = frameCount();
        FrameBoxes boxes = data.original()
                .map(sequence -> FrameBoxes.of(sequence, frames))
                .orElseGet(() -> FrameBoxes.of(data.models().get(0), frames));
        ViewUnit unit = unit(mesh, boxes);
        writeUnit(unit, stage.putObject("unit"));
        if (MeshPart.leavesImagesOut(mesh)) {
            notes.add("The images of the mesh take " + MeshPart.imageBytes(mesh) / 1_000_000
                    + " MB and are left out of this page; only material colours are shown.");
        }
        int[] rows = MeshPart.write(mesh, buffers, stage.putObject("mesh"));
        ArrayNode models = stage.putArray("models");
        for (int k = 0; k < data.models().size(); k++) {
            PlayedModel played = data.models().get(k);
            ObjectNode header = models.addObject();
            ModelPart.write(played, k, unit, buffers, header);
            ShapePart.write(played.model(), rows, "model" + k + ".", unit, buffers, header);
            NormalPart.write(played.model().rest(), rows, "model" + k + ".normals", buffers);
        }
        writeGiven(unit, stage);
        data.error().ifPresent(error -> {
            writeError(error, stage.putObject("error"));
            if (!data.models().isEmpty()) {
                ModelPart.writeBoneErrors(data.models().get(0).model(), error, (ObjectNode) models.get(0));
            }
        });
        data.handles().ifPresent(handles -> writeHandles(handles, stage));
        if (buffers.bytes() > budget.compressedBytes() || !writeFrames(mesh, boxes, unit, frames, stage)) {
            notes.add(tooLarge(mesh, "about " + budget.compressedBytes() / 1_000_000 + " MB of compressed data"));
            return false;
        }
        return true;
    }

    /** Writes the input mesh, to compare the bind pose with. */
    private void writeGiven(ViewUnit unit, ObjectNode stage) {
        if (data.original().isPresent() && !data.models().isEmpty()) {
            float[] given = data.original().get().rest().positions();
            float[] bound = data.models().get(0).model().rest().positions();
            boolean same = Arrays.equals(given, bound);
            if (!same) {
                buffers.floats("given", unit.rest(given));
            }
            stage.put("given", same ? "model0.rest" : "given");
        }
    }

    private void writeHandles(DragHandles handles, ObjectNode stage) {
        if (handles.handles().count() > HandlePart.MAX_HANDLES) {
            notes.add("The " + handles.handles().count() + " handles cannot be dragged here: a page supports at most "
                    + HandlePart.MAX_HANDLES + ".");
        } else {
            HandlePart.write(handles, buffers, stage.putObject("handles"));
        }
    }

    private ViewUnit unit(Mesh mesh, FrameBoxes boxes) {
        Box rest = Box.around(mesh.positions());
        double[] restCentre = {
            (rest.minX() + rest.maxX()) / 2, (rest.minY() + rest.maxY()) / 2, (rest.minZ() + rest.maxZ()) / 2
        };
        // The diagonal in which errors are measured, so that distances on the page are percentages.
        double diagonal = data.original()
                .map(sequence -> Box.around(sequence.rest().positions()).diagonal())
                .orElse(rest.diagonal());
        return new ViewUnit(restCentre, boxes.centreOfFirst(), diagonal > 0 ? diagonal : 1);
    }

    private static void writeUnit(ViewUnit unit, ObjectNode header) {
        ArrayNode centre = header.put("size", unit.size()).putArray("centre");
        Arrays.stream(unit.centre()).forEach(centre::add);
        ArrayNode restCentre = header.putArray("restCentre");
        Arrays.stream(unit.restCentre()).forEach(restCentre::add);
    }

    private void writeError(SequenceError error, ObjectNode header) {
        double most = Arrays.stream(error.perVertex()).max().orElse(0);
        int[] scaled = new int[error.perVertex().length];
        Arrays.setAll(scaled, i -> most > 0 ? (int) Math.round(FULL * error.perVertex()[i] / most) : 0);
        buffers.integers("errorPerVertex", scaled, FULL);
        header.put("mostPercent", most);
        header.putObject("worst")
                .put("percent", error.max().value())
                .put("vertex", error.max().vertex())
                .put("frame", error.max().frame());
    }

    /**
     * Uses the first plan that fits.
     *
     * @return false if none does
     */
    private boolean writeFrames(Mesh mesh, FrameBoxes boxes, ViewUnit unit, int frames, ObjectNode stage) {
        Optional<OriginalPart> original =
                data.original().map(sequence -> new OriginalPart(sequence, mesh, boxes, unit));
        FramePlan.Originals shown = original.isPresent() ? FramePlan.Originals.SHOWN : FramePlan.Originals.ABSENT;
        for (FramePlan plan : FramePlan.candidates(frames, shown)) {
            int[] list = plan.frames(frames);
            long left = budget.compressedBytes() - buffers.bytes() - matrixBytes(list.length);
            if (left < 0) {
                continue;
            }
            if (!plan.showsOriginal()) {
                if (data.models().isEmpty()) {
                    return false;
                }
                writePlan(plan, boxes, unit, list, stage);
                return true;
            }
            Optional<OriginalPart.Encoded> encoded = tryOriginal(original.get(), plan, list, left);
            if (encoded.isPresent()) {
                encoded.get().write(buffers, data.original().get().vertexCount(), stage.putObject("original"));
                stage.withObject("/original").put("bits", plan.bits());
                writePlan(plan, boxes, unit, list, stage);
                return true;
            }
        }
        return false;
    }

    private Optional<OriginalPart.Encoded> tryOriginal(OriginalPart original, FramePlan plan, int[] frames, long left) {
        long decoded = 6L * data.original().get().vertexCount() * frames.length;
        if (decoded > budget.decodedBytes() || original.estimate(frames, plan.bits()) > left) {
            return Optional.empty();
        }
        return original.encode(frames, plan.bits(), left);
    }

    private long matrixBytes(int frames) {
        long bones = data.models().stream()
                .mapToLong(played -> played.model().boneCount())
                .sum();
        return (long) (MATRIX_COMPRESSION_RATIO * 4 * BoneMotion.STRIDE * bones * frames);
    }

    private void writePlan(FramePlan plan, FrameBoxes boxes, ViewUnit unit, int[] frames, ObjectNode stage) {
        ObjectNode header = stage.putObject("frames");
        header.put("count", frames.length).put("of", frameCount()).put("stride", plan.stride());
        header.put("framesPerSecond", framesPerSecond());
        header.put("stills", data.original().map(Stills::are).orElse(false));
        writeClips(plan.stride(), frames.length, header);
        buffers.floats("boxes", boxes.corners(unit, frames));
        for (int k = 0; k < data.models().size(); k++) {
            BoneMotion motion = data.models().get(k).clip().motion();
            buffers.floats("model" + k + ".motion", unit.matrices(motion, frames));
            int shapes = data.models().get(k).model().correctives().count();
            if (shapes > 0) {
                buffers.floats(
                        "model" + k + ".amounts",
                        ShapePart.amounts(data.models().get(k).clip(), shapes, frames));
            }
        }
        notes.addAll(HeaderParts.thinningNotes(plan, frames.length, frameCount(), data));
    }

    /** Clips in shown frames, at least one each. */
    private void writeClips(int stride, int shown, ObjectNode header) {
        ArrayNode clips = header.putArray("clips");
        int first = 0;
        for (ShownClip clip : data.clips()) {
            int from = Math.min(shown - 1, (first + stride - 1) / stride);
            first += clip.frames();
            int to = Math.min(shown, (first + stride - 1) / stride);
            clips.addObject().put("name", clip.name()).put("first", from).put("count", Math.max(1, to - from));
        }
    }

    private double framesPerSecond() {
        return data.original()
                .map(MeshSequence::framesPerSecond)
                .orElseGet(() -> data.models().get(0).clip().framesPerSecond());
    }

    /** Distinguishes separate poses from motion: a few frames that differ strongly are not played. */
    private static final class Stills {
        private static final int MAX_FRAMES = 30;
        /** Root mean square step between frames, in diagonals. A gallop at 30 frames per second makes 0.02. */
        private static final double MIN_STEP = 0.04;

        private Stills() {}

        static boolean are(MeshSequence sequence) {
            int frames = sequence.frameCount();
            if (frames < 2 || frames > MAX_FRAMES) {
                return false;
            }
            double sum = 0;
            float[] before = sequence.frame(0);
            for (int f = 1; f < frames; f++) {
                float[] now = sequence.frame(f);
                for (int k = 0; k < now.length; k++) {
                    double step = now[k] - (double) before[k];
                    sum += step * step;
                }
                before = now;
            }
            double step = Math.sqrt(sum / (sequence.vertexCount() * (frames - 1.0)));
            return step > MIN_STEP * Box.around(sequence.rest().positions()).diagonal();
        }
    }

    /** Encodes charts, facts and notes. */
    private static final class HeaderParts {
        private HeaderParts() {}

        static void plots(List<Plot> plots, ArrayNode out) {
            for (Plot plot : plots) {
                ObjectNode node = out.addObject();
                node.put("id", plot.id()).put("title", plot.title());
                node.put("shape", word(plot.shape())).put("role", word(plot.role()));
                axis(plot.xAxis(), node.putObject("xAxis"));
                axis(plot.yAxis(), node.putObject("yAxis"));
                numbers(plot.x(), node.putArray("x"));
                numbers(plot.y(), node.putArray("y"));
            }
        }

        private static void axis(Plot.Axis axis, ObjectNode out) {
            out.put("label", axis.label()).put("scale", word(axis.scale()));
        }

        private static String word(Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }

        private static void numbers(double[] values, ArrayNode out) {
            for (double value : values) {
                if (Double.isFinite(value)) {
                    out.add(value);
                } else {
                    out.addNull();
                }
            }
        }

        static void facts(List<Fact.Group> groups, ArrayNode out) {
            for (Fact.Group group : groups) {
                ObjectNode node = out.addObject().put("title", group.title());
                ArrayNode list = node.putArray("facts");
                group.facts().forEach(fact -> fact(fact, list.addObject()));
            }
        }

        private static void fact(Fact fact, ObjectNode out) {
            out.put("label", fact.label());
            if (fact.value() instanceof Integer || fact.value() instanceof Long) {
                out.put("value", ((Number) fact.value()).longValue());
            } else if (fact.value() instanceof Number number && Double.isFinite(number.doubleValue())) {
                out.put("value", number.doubleValue());
            } else if (fact.value() instanceof Number) {
                out.putNull("value");
            } else {
                out.put("value", (String) fact.value());
            }
            out.put("unit", fact.unit()).put("hint", fact.hint());
            fact.place()
                    .ifPresent(place -> out.putObject("place")
                            .put("vertex", place.vertex())
                            .put("frame", place.frame())
                            .put("shows", place.shows()));
        }

        /** Notes on what is not on the page. */
        static List<String> thinningNotes(FramePlan plan, int shown, int frames, ReportData data) {
            List<String> notes = new ArrayList<>();
            if (plan.stride() > 1) {
                notes.add("To limit its size, this page shows " + shown + " of " + frames + " frames, every "
                        + plan.stride() + ordinal(plan.stride()) + "; numbers and charts cover all frames.");
            }
            if (data.original().isPresent() && !plan.showsOriginal()) {
                notes.add(
                        "The original's " + frames + " frames of "
                                + data.original().get().vertexCount()
                                + " vertices are too large for a page, so only the result is shown; numbers and charts cover both.");
            } else if (plan.showsOriginal() && plan.bits() < 16) {
                notes.add(String.format(
                        Locale.ROOT,
                        "To limit the size of this page, the original's positions are rounded to %d bits: %.3f %% of the longest side.",
                        plan.bits(),
                        100.0 / ((1 << plan.bits()) - 1)));
            }
            return notes;
        }

        private static String ordinal(int number) {
            if (number % 100 / 10 == 1) {
                return "th";
            }
            return switch (number % 10) {
                case 1 -> "st";
                case 2 -> "nd";
                case 3 -> "rd";
                default -> "th";
            };
        }
    }

    /**
     * Which frames a page shows, and the precision of the original's positions.
     *
     * @param stride every Nth frame is shown
     * @param bits per coordinate of the original; 0 if the original is left out
     */
    private record FramePlan(int stride, int bits) {
        /** Value of {@code bits} if the original is left out. */
        static final int WITHOUT_ORIGINAL = 0;

        /** With fewer frames, motion is not recognisable: the original is left out instead. */
        private static final int MIN_FRAMES = 16;

        private static final int[] BITS = {16, 14, 12};

        /** All plans, the most detailed first. */
        static List<FramePlan> candidates(int frames, Originals originals) {
            List<FramePlan> plans = new ArrayList<>();
            if (originals == Originals.SHOWN) {
                for (int bits : BITS) {
                    plans.add(new FramePlan(1, bits));
                }
                for (int stride = 2; frames / stride >= MIN_FRAMES; stride = nextStride(stride)) {
                    plans.add(new FramePlan(stride, BITS[BITS.length - 1]));
                }
            }
            for (int stride = 1; stride < Math.max(2, frames); stride = nextStride(stride)) {
                plans.add(new FramePlan(stride, WITHOUT_ORIGINAL));
            }
            return plans;
        }

        /** Whether there is an original to show. */
        enum Originals {
            SHOWN,
            ABSENT
        }

        private static int nextStride(int stride) {
            return stride + Math.max(1, stride / 2);
        }

        boolean showsOriginal() {
            return bits != WITHOUT_ORIGINAL;
        }

        /** The shown frames of a total of {@code count}. */
        int[] frames(int count) {
            int[] shown = new int[(count + stride - 1) / stride];
            Arrays.setAll(shown, s -> s * stride);
            return shown;
        }
    }
}
