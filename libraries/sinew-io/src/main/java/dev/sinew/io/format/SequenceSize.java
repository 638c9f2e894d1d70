package dev.sinew.io.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Estimates the size of the content of files without reading it, from the headers of caches and the lengths of other files.
 * If in doubt, the estimate is too large.
 *
 * @param vertices per frame
 * @param frames total number of frames
 * @param positions in all frames together
 */
public record SequenceSize(long vertices, long frames, long positions) {
    private static final SequenceSize NOTHING = new SequenceSize(0, 0, 0);
    private static final List<String> NEITHER_MESH_NOR_MOTION = List.of(".mtl", ".png", ".jpg", ".jpeg");

    /** Minimum bytes of text per vertex, including its share of faces; our writer uses 88. */
    private static final int TEXT_VERTEX_BYTES = 40;

    /** Minimum bytes per vertex of a packed model; plain models use at least 60. */
    private static final int PACKED_VERTEX_BYTES = 12;

    private static final int POSITION_BYTES = 12;

    /** Assumed vertices per frame if the number of frames is unknown: a low value, which gives many frames. */
    private static final int FEW_VERTICES = 1000;

    /** @param files the files of one input, as {@link dev.sinew.io.MeshSequences#filesBehind} lists them */
    public static SequenceSize about(List<Path> files) {
        long meshes = files.stream().filter(SequenceSize::isMesh).count();
        SequenceSize sum = NOTHING;
        for (Path file : files) {
            SequenceSize one = about(file, meshes > 1);
            sum = new SequenceSize(
                    Math.max(sum.vertices, one.vertices), sum.frames + one.frames, sum.positions + one.positions);
        }
        return sum;
    }

    private static boolean isMesh(Path file) {
        return Formats.isNamed(file, Format::isMesh);
    }

    private static SequenceSize about(Path file, boolean isFrame) {
        long bytes = bytes(file);
        if (isMesh(file)) {
            return new SequenceSize(
                    bytes / TEXT_VERTEX_BYTES, isFrame ? 1 : 0, isFrame ? bytes / TEXT_VERTEX_BYTES : 0);
        }
        if (Formats.endsIn(file, NEITHER_MESH_NOR_MOTION)) {
            return NOTHING;
        }
        try {
            Optional<Format> format = Formats.named(file);
            Optional<SequenceSize> known = format.isPresent() ? format.get().size(file) : Optional.empty();
            return known.orElse(new SequenceSize(bytes / PACKED_VERTEX_BYTES, 0, bytes / PACKED_VERTEX_BYTES));
        } catch (RuntimeException | IOException unreadable) {
            // The job will report what is wrong with it.
            return new SequenceSize(FEW_VERTICES, positions(bytes) / FEW_VERTICES + 1, positions(bytes));
        }
    }

    static long bytes(Path file) {
        return file.toAbsolutePath().toFile().length();
    }

    /** How many positions fit into this many bytes. */
    static long positions(long bytes) {
        return bytes / POSITION_BYTES;
    }

    static SequenceSize of(long vertices, long frames) {
        return new SequenceSize(vertices, frames, vertices * frames);
    }

    /** For positions whose division into frames is unknown. */
    static SequenceSize ofBytes(long bytes) {
        return of(FEW_VERTICES, positions(bytes) / FEW_VERTICES + 1);
    }
}
