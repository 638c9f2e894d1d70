package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Numbers;
import dev.sinew.io.parts.Storage.Packing;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.Heading;
import dev.sinew.job.form.WrongRequestException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** How small the file is to be. */
@Heading("Size of the file")
public record StorageChoice(
        @Ask(
                help = "As few bits a number and keys a bone as the error allows (KHR_mesh_quantization): weights are"
                        + " chosen in 255ths, turns have 16 bits, keys that nobody would miss are left out.")
        Boolean quantize,

        @Ask(
                help =
                        "Packs the bytes (EXT_meshopt_compression), which three.js, Babylon.js, Unity and Godot read; with"
                                + " {quantize} a quarter of the size.")
        Boolean compressFile) {
    public static final StorageChoice PLAIN = new StorageChoice(null, null);

    /** A tenth of what is off anyway: added at random it costs half a hundredth of that. */
    private static final double OF_ERROR = 0.1;
    /** Below this part of the size nothing is gained. */
    private static final double LEAST = 2e-5;
    /** What an eye could tell is not given away, however large the error. */
    private static final double MOST = 5e-4;

    /** Where nothing is known of the error. */
    public Storage storage() {
        return storage(Storage.UNSEEN);
    }

    /** @param rmsePercent how far the model is off, in hundredths of the size */
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
                ? new Storage(Numbers.FITTED, packing, tolerance)
                : new Storage(Numbers.FLOATS, packing, 0);
    }

    private boolean isQuantized() {
        return Boolean.TRUE.equals(quantize);
    }

    /** Refuses files that have no such thing. */
    public void check(Path output) {
        boolean asked = isQuantized() || Boolean.TRUE.equals(compressFile);
        if (asked && !Inputs.namesModel(output)) {
            throw new WrongRequestException(field(isQuantized() ? "quantize" : "compressFile")
                    + " is for .glb and .gltf, the output is " + output);
        }
    }

    public Map<String, Object> described() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("quantize", isQuantized());
        tree.put("compressFile", Boolean.TRUE.equals(compressFile));
        return tree;
    }
}
