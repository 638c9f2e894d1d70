package dev.sinew.show.view;

import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns what a report tells into what the viewer takes, and keeps it within the budget. */
final class SceneEncoder {
    private static final int FORMAT_VERSION = 1;
    private static final int FULL = 0xffff;
    /** What gzip leaves of matrices in single precision. */
    private static final double MATRICES_SHRINK_TO = 0.9;

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

    /** The mesh to draw, if there is one the page can take. */
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
            throw new IllegalArgumentException("a report of " + expected + " vertices was given something of " + found);
        }
    }

    private String tooLarge(Mesh mesh, String bound) {
        return "The 3D view is left out: a page can show " + bound + ", this has " + mesh.vertexCount()
                + " vertices and " + frameCount() + " frames.";
    }

    private int frameCount() {
        IntStream ofModels =
                data.models().stream().mapToInt(played -> played.clip().motion().frameCount());
        IntStream ofOriginal =
                data.original().map(MeshSequence::frameCount).stream().mapToInt(f -> f);
        return IntStream.concat(ofModels, ofOriginal).min().orElse(0);
    }

    /** False where not even the still mesh fits the budget. */
    private boolean writeStage(Mesh mesh, ObjectNode stage) {
        int frames = frameCount();
        FrameBoxes boxes = data.original()
                .map(sequence -> FrameBoxes.of(sequence, frames))
                .orElseGet(() -> FrameBoxes.of(data.models().get(0), frames));
        ViewUnit unit = unit(mesh, boxes);
        writeUnit(unit, stage.putObject("unit"));
        if (MeshPart.leavesImagesOut(mesh)) {
            notes.add("The mesh's images take " + MeshPart.imageBytes(mesh) / 1_000_000
                    + " MB and are left out of this page; colours are those of the materials.");
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

    /** The mesh as it was given, which the bind pose is looked at beside. */
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
        if (handles.handles().count() > HandlePart.MOST_HANDLES) {
            notes.add("The " + handles.handles().count() + " handles cannot be dragged here, a page takes at most "
                    + HandlePart.MOST_HANDLES + ".");
        } else {
            HandlePart.write(handles, buffers, stage.putObject("handles"));
        }
    }

    private ViewUnit unit(Mesh mesh, FrameBoxes boxes) {
        Box rest = Box.around(mesh.positions());
        double[] restCentre = {
            (rest.minX() + rest.maxX()) / 2, (rest.minY() + rest.maxY()) / 2, (rest.minZ() + rest.maxZ()) / 2
        };
        // The diagonal the errors are measured in, so that a distance on the page is one in percent as well.
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

    /** Takes the first plan that fits; false where none does. */
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
        return (long) (MATRICES_SHRINK_TO * 4 * BoneMotion.STRIDE * bones * frames);
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
        notes.addAll(HeaderParts.thinned(plan, frames.length, frameCount(), data));
    }

    /** Clips in frames shown; each has one at least. */
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
}
