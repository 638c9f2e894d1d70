package dev.sinew.io.usd;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.file.Version;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.io.text.TextOutput;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes models and sequences as USD: {@code .usdz} as a package with its images, any other name as text. */
public final class UsdWriter {
    private UsdWriter() {}

    /** A layer that can be written as often as needed, always the same. */
    @FunctionalInterface
    interface Layer {
        void writeTo(TextOutput out) throws IOException;
    }

    public static boolean isPackage(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".usdz");
    }

    public static WrittenModel write(SkinnedModel model, Path file) {
        if (model.vertexCount() == 0 || model.rest().faceCount() == 0) {
            throw new RefusedException("cannot write " + file + ": the model has " + model.vertexCount()
                    + " vertices and " + model.rest().faceCount() + " faces, at least one face is needed");
        }
        UsdModelWriter writer = new UsdModelWriter(model, isPackage(file));
        put(file, writer::write, writer.images());
        List<String> notes = new ArrayList<>();
        if (writer.leftImages()) {
            notes.add("a .usda carries no images, a .usdz does");
        }
        try {
            return new WrittenModel(
                    Files.size(file), WrittenModel.Parts.UNKNOWN, writer.keys(), writer.insertedKeys(), 0, notes);
        } catch (IOException e) {
            throw new RefusedException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    public static void write(MeshSequence sequence, Path file) {
        UsdSequenceWriter writer = new UsdSequenceWriter(sequence, isPackage(file));
        put(file, writer::write, writer.images());
    }

    private static void put(Path file, Layer layer, Map<String, byte[]> images) {
        AtomicFile.write(file, out -> {
            if (isPackage(file)) {
                UsdPackageWriter.write(out, stream -> text(stream, layer), images);
            } else {
                text(out, layer);
            }
        });
    }

    private static void text(OutputStream stream, Layer layer) throws IOException {
        TextOutput out = new TextOutput(stream);
        layer.writeTo(out);
        out.flush();
    }

    /** The head of every layer that we write. */
    static UsdText begin(TextOutput out, String prim, int frames, double rate) throws IOException {
        UsdText text = new UsdText(out);
        out.text("#usda 1.0\n(\n");
        out.text("    defaultPrim = \"" + prim + "\"\n");
        out.text("    doc = \"Sinew " + Version.current() + "\"\n");
        out.text("    startTimeCode = 0\n    endTimeCode = " + (frames - 1) + "\n");
        out.text("    timeCodesPerSecond = " + UsdText.plain(rate) + "\n");
        out.text("    framesPerSecond = " + UsdText.plain(rate) + "\n");
        out.text("    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\n");
        return text;
    }
}
