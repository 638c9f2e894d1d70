package dev.sinew.io.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How large what stands in files is, about, without reading it: by the heads of caches and the lengths of everything else, in doubt rather too large.
 *
 * @param vertices in a frame
 * @param frames of all of them
 * @param positions in all frames together
 */
public record SequenceSize(long vertices, long frames, long positions) {
    private static final SequenceSize NOTHING = new SequenceSize(0, 0, 0);
    private static final List<String> NEITHER_MESH_NOR_MOTION = List.of(".mtl", ".png", ".jpg", ".jpeg");

    /** Fewest bytes of text that a vertex takes with its share of faces; what we write has 88. */
    private static final int TEXT = 40;

    /** Fewest bytes that a vertex of a model takes, packed; plain ones have 60 and more. */
    private static final int PACKED = 12;

    private static final int POSITION = 12;

    /** Of frames whose number is not known: as few vertices as make them many. */
    private static final int FEW = 1000;

    /** @param files behind one input, as {@link dev.sinew.io.MeshSequences#filesBehind} lists them */
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
            return new SequenceSize(bytes / TEXT, isFrame ? 1 : 0, isFrame ? bytes / TEXT : 0);
        }
        if (Formats.endsIn(file, NEITHER_MESH_NOR_MOTION)) {
            return NOTHING;
        }
        try {
            Optional<Format> format = Formats.named(file);
            Optional<SequenceSize> known = format.isPresent() ? format.get().size(file) : Optional.empty();
            return known.orElse(new SequenceSize(bytes / PACKED, 0, bytes / PACKED));
        } catch (RuntimeException | IOException unreadable) {
            // The job will say what is wrong with it.
            return new SequenceSize(FEW, positions(bytes) / FEW + 1, positions(bytes));
        }
    }

    static long bytes(Path file) {
        return file.toAbsolutePath().toFile().length();
    }

    /** How many positions fit into so many bytes. */
    static long positions(long bytes) {
        return bytes / POSITION;
    }

    static SequenceSize of(long vertices, long frames) {
        return new SequenceSize(vertices, frames, vertices * frames);
    }

    /** Of positions whose division into frames is not known. */
    static SequenceSize ofBytes(long bytes) {
        return of(FEW, positions(bytes) / FEW + 1);
    }
}
