package dev.sinew.io.ply;

import dev.sinew.io.ply.PlyHeader.PlyElement;
import dev.sinew.io.ply.PlyHeader.PlyFormat;
import dev.sinew.io.ply.PlyHeader.PlyType;
import dev.sinew.io.text.Names;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a PLY file says about itself.
 *
 * @param elements in the order of their data
 * @param bytes length of the header, where the data begins
 * @param lines of the header
 */
record PlyHeader(PlyFormat format, List<PlyElement> elements, long bytes, int lines) {

    /** How the numbers of a PLY file are stored. */
    enum PlyFormat {
        ASCII,
        BINARY_LITTLE_ENDIAN,
        BINARY_BIG_ENDIAN;

        static Optional<PlyFormat> named(String name) {
            for (PlyFormat format : values()) {
                if (format.word().equals(name)) {
                    return Optional.of(format);
                }
            }
            return Optional.empty();
        }

        /** As the header spells it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A table of a PLY file.
     *
     * @param count rows
     */
    record PlyElement(String name, long count, List<Property> properties) {
        /**
         * A column.
         *
         * @param type of its numbers
         * @param countType of the number before a list; empty for a single number
         */
        record Property(String name, PlyType type, Optional<PlyType> countType) {
            boolean isList() {
                return countType.isPresent();
            }
        }

        /** The fewest bytes a row can take: its lists empty, its text as short as text gets. */
        long smallestRow(PlyFormat format) {
            if (format == PlyFormat.ASCII) {
                return 2L * properties.size();
            }
            return properties.stream()
                    .mapToLong(p -> p.countType().orElse(p.type()).bytes())
                    .sum();
        }
    }

    /** The number types of PLY, under both their old and their new names. */
    enum PlyType {
        INT8("char", "int8", 1, 127),
        UINT8("uchar", "uint8", 1, 255),
        INT16("short", "int16", 2, 32767),
        UINT16("ushort", "uint16", 2, 65535),
        INT32("int", "int32", 4, 255),
        UINT32("uint", "uint32", 4, 255),
        FLOAT32("float", "float32", 4, 1),
        FLOAT64("double", "float64", 8, 1);

        private final String oldName;
        private final String newName;
        private final int bytes;
        private final double full;

        PlyType(String oldName, String newName, int bytes, double full) {
            this.oldName = oldName;
            this.newName = newName;
            this.bytes = bytes;
            this.full = full;
        }

        static Optional<PlyType> named(String name) {
            for (PlyType type : values()) {
                if (type.oldName.equals(name) || type.newName.equals(name)) {
                    return Optional.of(type);
                }
            }
            return Optional.empty();
        }

        int bytes() {
            return bytes;
        }

        /** What stands for 1 where a colour is stored in this type; programs that use 32 bits still count to 255. */
        double full() {
            return full;
        }

        @Override
        public String toString() {
            return oldName;
        }
    }

    /** Reads the header of a PLY file and leaves the stream where the data begins. */
    static final class PlyHeaderReader {
        private static final int LONGEST_HEADER = 1 << 20;

        private final Path file;
        private final InputStream in;
        private final List<PlyElement> elements = new ArrayList<>();
        private Optional<PlyFormat> format = Optional.empty();

        /** The element whose properties come next. */
        private Optional<PlyElement> open = Optional.empty();

        private int bytes;
        private int lineNumber;

        /** Whether lines end with a carriage return alone: after {@code end_header}, a line feed would be data then. */
        private boolean returnsOnly;

        PlyHeaderReader(Path file, InputStream in) {
            this.file = file;
            this.in = in;
        }

        PlyHeader read() throws IOException {
            if (!line().strip().equals("ply")) {
                throw new RefusedException(file + " is not a PLY file: it does not begin with 'ply'");
            }
            while (true) {
                String[] words = line().strip().split("\\s+");
                switch (words[0]) {
                    case "format" -> format(words);
                    case "element" -> element(words);
                    case "property" -> property(words);
                    case "end_header" -> {
                        close();
                        return new PlyHeader(
                                format.orElseThrow(
                                        () -> new RefusedException(file + " has no format line in its header")),
                                List.copyOf(elements),
                                bytes,
                                lineNumber);
                    }
                    case "comment", "obj_info", "" -> {
                        // Nothing that changes what the numbers mean.
                    }
                    default -> throw refusal("'" + shown(words[0]) + "' is no statement of a PLY header");
                }
            }
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            lineNumber++;
            while (true) {
                int b = in.read();
                if (b < 0 || ++bytes > LONGEST_HEADER) {
                    throw new RefusedException(file + " has no end_header line"
                            + (b < 0 ? "; the file may be cut off" : " in its first " + LONGEST_HEADER + " bytes"));
                }
                if (b == '\n' || (b == '\r' && returnsOnly)) {
                    return line.toString();
                }
                if (b == '\r' && lineNumber == 1 && !followedByLineFeed()) {
                    returnsOnly = true;
                    return line.toString();
                }
                line.append((char) b);
            }
        }

        private boolean followedByLineFeed() throws IOException {
            in.mark(1);
            int next = in.read();
            in.reset();
            return next == '\n';
        }

        private void format(String[] words) {
            format = words.length < 2 ? Optional.empty() : PlyFormat.named(words[1]);
            if (format.isEmpty()) {
                throw refusal("the format must be ascii, binary_little_endian or binary_big_endian");
            }
        }

        private void element(String[] words) {
            close();
            if (words.length < 3 || !words[2].matches("\\d{1,18}")) {
                throw refusal("an element needs a name and a count");
            }
            boolean again = elements.stream().anyMatch(e -> e.name().equals(words[1]));
            if (again) {
                throw refusal("the element '" + shown(words[1]) + "' appears twice");
            }
            open = Optional.of(new PlyElement(words[1], Long.parseLong(words[2]), new ArrayList<>()));
        }

        private void close() {
            open.ifPresent(e -> elements.add(new PlyElement(e.name(), e.count(), List.copyOf(e.properties()))));
            open = Optional.empty();
        }

        private void property(String[] words) {
            PlyElement owner = open.orElseThrow(() -> refusal("a property comes before any element"));
            boolean list = words.length > 1 && words[1].equals("list");
            if (words.length < (list ? 5 : 3)) {
                throw refusal("a property needs a type and a name");
            }
            Optional<PlyType> countType = list ? Optional.of(type(words[2])) : Optional.empty();
            PlyType type = type(words[list ? 3 : 1]);
            owner.properties().add(new PlyElement.Property(words[list ? 4 : 2], type, countType));
        }

        private PlyType type(String name) {
            return PlyType.named(name).orElseThrow(() -> refusal("'" + shown(name) + "' is no number type of PLY"));
        }

        private static String shown(String word) {
            byte[] latin = word.getBytes(StandardCharsets.ISO_8859_1);
            String text = Names.printable(new String(latin, StandardCharsets.UTF_8));
            return text.length() > 40 ? text.substring(0, 40) + "…" : text;
        }

        private RefusedException refusal(String what) {
            return new RefusedException(file + ", line " + lineNumber + ": " + what);
        }
    }
}
