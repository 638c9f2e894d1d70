package dev.sinew.io;

import dev.sinew.io.alembic.AlembicSequence;
import dev.sinew.io.cache.PointCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * How large what stands in files is, about, without reading it: by the heads of caches and the lengths of everything else, in doubt rather too large.
 *
 * @param vertices in a frame
 * @param frames of all of them
 * @param positions in all frames together
 */
public record SequenceSize(long vertices, long frames, long positions) {
    private static final SequenceSize NOTHING = new SequenceSize(0, 0, 0);

    /** Fewest bytes of text that a vertex takes with its share of faces; what we write has 88. */
    private static final int TEXT = 40;

    /** Fewest bytes that a vertex of a model takes, packed; plain ones have 60 and more. */
    private static final int PACKED = 12;

    private static final int POSITION = 12;

    /** Of frames whose number is not known: as few vertices as make them many. */
    private static final int FEW = 1000;

    /** @param files behind one input, as {@link MeshSequences#filesBehind} lists them */
    public static SequenceSize about(List<Path> files) {
        long meshes = files.stream().filter(SequenceSize::isText).count();
        SequenceSize sum = NOTHING;
        for (Path file : files) {
            SequenceSize one = about(file, meshes > 1);
            sum = new SequenceSize(
                    Math.max(sum.vertices, one.vertices), sum.frames + one.frames, sum.positions + one.positions);
        }
        return sum;
    }

    private static boolean isText(Path file) {
        return List.of("obj", "ply").contains(ending(file));
    }

    private static String ending(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static SequenceSize about(Path file, boolean isFrame) {
        long bytes = file.toAbsolutePath().toFile().length();
        try {
            return switch (ending(file)) {
                case "pc2", "mdd" -> {
                    PointCache cache = PointCache.open(file);
                    yield of(cache.vertices(), cache.frames());
                }
                case "abc" -> {
                    int frames = AlembicSequence.open(file, List.of()).frameCount();
                    yield of(bytes / POSITION / frames + 1, frames);
                }
                case "npz" -> of(FEW, unpacked(file) / POSITION / FEW + 1);
                case "npy" -> of(FEW, bytes / POSITION / FEW + 1);
                case "obj", "ply" -> new SequenceSize(bytes / TEXT, isFrame ? 1 : 0, isFrame ? bytes / TEXT : 0);
                case "mtl", "png", "jpg", "jpeg" -> NOTHING;
                default -> new SequenceSize(bytes / PACKED, 0, bytes / PACKED);
            };
        } catch (RuntimeException | IOException unreadable) {
            // The job will say what is wrong with it.
            return new SequenceSize(FEW, bytes / POSITION / FEW + 1, bytes / POSITION);
        }
    }

    private static SequenceSize of(long vertices, long frames) {
        return new SequenceSize(vertices, frames, vertices * frames);
    }

    private static long unpacked(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toAbsolutePath().toFile())) {
            return zip.stream().mapToLong(ZipEntry::getSize).sum();
        }
    }
}
