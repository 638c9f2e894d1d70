package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Numbers;
import dev.sinew.io.parts.Storage.Packing;
import dev.sinew.job.form.Heading;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** How compactly the file is stored. */
@Heading(OptionGroup.OUTPUT)
public record StorageChoice(
        @OptionInfo(
                help = "Use fewer bits per number and fewer keys, as far as the error allows.",
                details = "KHR_mesh_quantization: 8-bit weights, 16-bit rotations, redundant keys removed.")
        Boolean quantize,

        @OptionInfo(
                help = "Compress the file with EXT_meshopt_compression.",
                details =
                        "three.js, Babylon.js, Unity and Godot read it. With {quantize} the file has about a quarter of its size.")
        Boolean compressFile) {
    public static final StorageChoice PLAIN = new StorageChoice(null, null);

    /** A tenth of the error: as random noise it raises the total by 0.5 %. */
    private static final double OF_ERROR = 0.1;
    /** A smaller tolerance, as a fraction of the size, gains nothing. */
    private static final double LEAST = 2e-5;
    /** A larger tolerance would be visible, however large the error. */
    private static final double MOST = 5e-4;

    /** For an unknown error. */
    public Storage storage() {
        return storage(Storage.DEFAULT_TOLERANCE);
    }

    /** @param rmsePercent error of the model in percent of the size */
    public Storage forError(DoubleSupplier rmsePercent) {
        if (!isQuantized()) {
            return storage();
        }
        double error = rmsePercent.getAsDouble();
        double share = Double.isFinite(error) ? OF_ERROR * error / 100 : LEAST;
        return storage(Math.max(LEAST, Math.min(MOST, share)));
    }

    private Storage storage(double tolerance) {
        Packing packing = Boolean.TRUE.equals(compressFile) ? Packing.MESHOPT : Packing.NONE;
        return isQuantized()
                ? new Storage(Numbers.QUANTIZED, packing, tolerance)
                : new Storage(Numbers.FLOATS, packing, 0);
    }

    private boolean isQuantized() {
        return Boolean.TRUE.equals(quantize);
    }

    /** Rejects formats that do not support it. */
    public void check(Path output) {
        boolean asked = isQuantized() || Boolean.TRUE.equals(compressFile);
        if (asked && !Inputs.namesModel(output)) {
            throw new InvalidRequestException(field(isQuantized() ? "quantize" : "compressFile")
                    + " applies to .glb and .gltf only, but the output is " + output);
        }
    }

    public Map<String, Object> described() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("quantize", isQuantized());
        tree.put("compressFile", Boolean.TRUE.equals(compressFile));
        return tree;
    }
}
