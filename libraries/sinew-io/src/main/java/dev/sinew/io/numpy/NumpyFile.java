package dev.sinew.io.numpy;

import dev.sinew.io.numpy.NpyArray.NpyHeader;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** An open {@code .npz} or {@code .npy} file: arrays by name; the array of a {@code .npy} has no name. */
public final class NumpyFile implements AutoCloseable {
    private static final int MAX_ENTRIES = 10_000;

    /** Deflate's maximum ratio: an entry that claims more is damaged or malicious. */
    private static final long MAX_DEFLATE_RATIO = 1040;

    private final Path file;
    private final Optional<ZipFile> archive;

    private NumpyFile(Path file, Optional<ZipFile> archive) {
        this.file = file;
        this.archive = archive;
    }

    static NumpyFile open(Path file) {
        byte[] head = InputFiles.head(file, 8);
        if (isArray(head)) {
            return new NumpyFile(file, Optional.empty());
        }
        if (!isArchive(head)) {
            throw new InvalidInputException(
                    file + " is not a NumPy file: it begins neither with \\x93NUMPY nor as a zip archive");
        }
        try {
            ZipFile archive = new ZipFile(file.toAbsolutePath().toFile());
            int entries = archive.size();
            if (entries > MAX_ENTRIES) {
                archive.close();
                throw new InvalidInputException(
                        file + " has " + entries + " arrays; at most " + MAX_ENTRIES + " are supported");
            }
            return new NumpyFile(file, Optional.of(archive));
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidInputException(file + " cannot be read: it is a damaged zip archive", e);
        }
    }

    /** Whether a file with these first bytes is a single array. */
    static boolean isArray(byte[] head) {
        return new String(head, StandardCharsets.ISO_8859_1).startsWith(NpyHeader.MAGIC);
    }

    /** Whether a file with these first bytes is a zip archive, including an empty one. */
    static boolean isArchive(byte[] head) {
        return InputFiles.startsWith(head, "PK\u0003\u0004") || InputFiles.startsWith(head, "PK\u0005\u0006");
    }

    Path file() {
        return file;
    }

    boolean isSingleArray() {
        return archive.isEmpty();
    }

    /** The array of a {@code .npy}. */
    NpyArray onlyArray() {
        return NpyArray.open(file, file.toString(), new NpyArray.Bytes() {
            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(file);
            }

            @Override
            public long size() throws IOException {
                return Files.size(file);
            }

            @Override
            public long checksum() {
                return -1;
            }
        });
    }

    /** The first of these names that the archive contains. */
    Optional<NpyArray> find(List<String> names) {
        for (String name : names) {
            ZipEntry entry = archive.orElseThrow().getEntry(name + ".npy");
            if (entry != null) {
                return Optional.of(open(name, entry));
            }
        }
        return Optional.empty();
    }

    /** The names of the arrays, for messages. */
    String names() {
        List<String> names = new ArrayList<>();
        for (ZipEntry entry : Collections.list(archive.orElseThrow().entries())) {
            if (names.size() == 12) {
                names.add("…");
                break;
            }
            names.add(entry.getName().replaceFirst("\\.npy$", "").replaceAll("\\p{Cntrl}", "?"));
        }
        return names.isEmpty() ? "nothing" : String.join(", ", names);
    }

    private NpyArray open(String name, ZipEntry entry) {
        String what = file + ": " + name;
        boolean honest = entry.getMethod() == ZipEntry.STORED
                ? entry.getSize() == entry.getCompressedSize()
                : entry.getSize() <= (entry.getCompressedSize() + 1) * MAX_DEFLATE_RATIO;
        if (entry.getSize() < 0 || !honest) {
            throw new InvalidInputException(what + " claims " + entry.getSize() + " bytes, which "
                    + entry.getCompressedSize() + " compressed bytes cannot contain");
        }
        return NpyArray.open(file, what, new NpyArray.Bytes() {
            @Override
            public InputStream open() throws IOException {
                try {
                    return archive.orElseThrow().getInputStream(entry);
                } catch (IllegalArgumentException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public long size() {
                return entry.getSize();
            }

            @Override
            public long checksum() {
                return entry.getCrc();
            }
        });
    }

    @Override
    public void close() {
        archive.ifPresent(zip -> {
            try {
                zip.close();
            } catch (IOException e) {
                // All data was read, so nothing is lost.
            }
        });
    }

    /** Reads one number per vertex from a {@code .npy} of any shape with at most one dimension larger than one. */
    public static final class NumpyValues {
        private NumpyValues() {}

        /** Whether a file begins like a single array. */
        public static boolean is(Path file) {
            return NumpyFile.isArray(InputFiles.head(file, 8));
        }

        /** Rejects anything but numbers from {@code least} to {@code most}. */
        public static double[] read(Path file, double least, double most) {
            try (NumpyFile opened = NumpyFile.open(file)) {
                NpyArray array = opened.onlyArray();
                long count = array.header().count(array.what());
                boolean flat = array.shape().stream().filter(side -> side != 1).count() <= 1;
                if (!flat || count > Integer.MAX_VALUE - 16) {
                    throw new InvalidInputException(file + " has the shape "
                            + array.header().shapeText() + "; it must have one number per vertex");
                }
                double[] values = new double[(int) count];
                array.forEach((at, value) -> {
                    if (!(value >= least && value <= most)) {
                        throw new InvalidInputException(file + ", number " + at + ": " + value
                                + " is out of range; values must be from " + least + " to " + most);
                    }
                    values[(int) at] = value;
                });
                return values;
            }
        }
    }
}
