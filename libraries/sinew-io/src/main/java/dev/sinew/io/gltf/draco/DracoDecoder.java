package dev.sinew.io.gltf.draco;

import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.util.ServiceLoader;

/** Decodes the Draco meshes of one file. The implementation is found by {@link ServiceLoader}, so that this module needs no decoder. */
public interface DracoDecoder extends AutoCloseable {
    /**
     * Decodes one mesh.
     *
     * @param description names the file and the mesh in error messages
     * @param ids Draco's unique ids of the attributes wanted
     * @throws InvalidInputException if the data is damaged, or decoding it takes too much memory or time
     */
    Mesh decode(String description, ByteBuffer data, int[] ids);

    @Override
    void close();

    /**
     * A decoded mesh.
     *
     * @param indices three per triangle, each below {@code points}
     * @param components number of components of each attribute asked for
     * @param values of each attribute asked for, {@code points × components}
     */
    record Mesh(int points, int[] indices, int[] components, double[][] values) {}

    /** Starts decoders. */
    interface Provider {
        /** @param compressedBytes of all meshes of the file, which decide how much memory and time decoding may take */
        DracoDecoder start(long compressedBytes);
    }

    /**
     * Starts a decoder of the provider on the class path.
     *
     * @param description names the file in the error message
     */
    static DracoDecoder start(String description, long compressedBytes) {
        return ServiceLoader.load(Provider.class, DracoDecoder.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () -> new InvalidInputException(
                                description
                                        + " is compressed with Draco, which needs the module sinew-assimp; it is not part of this build"))
                .start(compressedBytes);
    }
}
