package dev.sinew.io.ply;

import dev.sinew.io.ply.PlyHeader.PlyElement;
import dev.sinew.io.ply.PlyHeader.PlyFormat;
import dev.sinew.io.ply.PlyHeader.PlyType;
import dev.sinew.io.text.Names;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The header of a PLY file.
 *
 * @param elements in the order of their data
 * @param bytes length of the header, the offset of the data
 * @param lines number of lines in the header
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

        /** As spelled in the header. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A table of a PLY file.
     *
     * @param count number of rows
     */
    record PlyElement(String name, long count, List<Property> properties) {
        /**
         * A column.
         *
         * @param type type of its numbers
         * @param countType type of the count before a list; empty for a single number
         */
        record Property(String name, PlyType type, Optional<PlyType> countType) {
            boolean isList() {
                return countType.isPresent();
            }
        }

        /** The minimum bytes of a row: its lists empty, its text as short as possible. */
        long smallestRow(PlyFormat format) {
            if (format == PlyFormat.ASCII) {
                return 2L * properties.size();
            }
            return properties.stream()
                    .mapToLong(p -> p.countType().orElse(p.type()).bytes())
                    .sum();
        }
    }

    /** The number types of PLY, with their old and new names. */
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

        /** The value that means 1 in a colour of this type; programs that use 32 bits still count to 255. */
        double full() {
            return full;
        }

        @Override
        public String toString() {
            return oldName;
        }
    }

    /** Reads the header of a PLY file and leaves the stream at the beginning of the data. */
    static final class PlyHeaderReader {
        private static final int MAX_HEADER_BYTES = 1 << 20;

        private final Path file;
        private final InputStream in;
        private final List<PlyElement> elements = new ArrayList<>();
        private Optional<PlyFormat> format = Optional.empty();

        /** The element whose properties come next. */
        private Optional<PlyElement> open = Optional.empty();

        private int bytes;
        private int lineNumber;

        /** Whether lines end with only a carriage return: then a line feed after {@code end_header} is data. */
        private boolean returnsOnly;

        PlyHeaderReader(Path file, InputStream in) {
            this.file = file;
            this.in = in;
        }

        PlyHeader read() throws IOException {
            if (!line().strip().equals("ply")) {
                throw new InvalidInputException(file + " is not a PLY file: it does not begin with 'ply'");
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
                                        () -> new InvalidInputException(file + " has no format line in its header")),
                                List.copyOf(elements),
                                bytes,
                                lineNumber);
                    }
                    case "comment", "obj_info", "" -> {
                        // Comments do not affect the data.
                    }
                    default -> throw rejection("'" + printable(words[0]) + "' is not a statement of a PLY header");
                }
            }
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            lineNumber++;
            while (true) {
                int b = in.read();
                if (b < 0 || ++bytes > MAX_HEADER_BYTES) {
                    throw new InvalidInputException(file + " has no end_header line"
                            + (b < 0 ? "; the file may be truncated" : " in its first " + MAX_HEADER_BYTES + " bytes"));
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
                throw rejection("the format must be ascii, binary_little_endian or binary_big_endian");
            }
        }

        private void element(String[] words) {
            close();
            if (words.length < 3 || !words[2].matches("\\d{1,18}")) {
                throw rejection("an element needs a name and a count");
            }
            boolean again = elements.stream().anyMatch(e -> e.name().equals(words[1]));
            if (again) {
                throw rejection("the element '" + printable(words[1]) + "' appears twice");
            }
            open = Optional.of(new PlyElement(words[1], Long.parseLong(words[2]), new ArrayList<>()));
        }

        private void close() {
            open.ifPresent(e -> elements.add(new PlyElement(e.name(), e.count(), List.copyOf(e.properties()))));
            open = Optional.empty();
        }

        private void property(String[] words) {
            PlyElement owner = open.orElseThrow(() -> rejection("a property comes before any element"));
            boolean list = words.length > 1 && words[1].equals("list");
            if (words.length < (list ? 5 : 3)) {
                throw rejection("a property needs a type and a name");
            }
            Optional<PlyType> countType = list ? Optional.of(type(words[2])) : Optional.empty();
            PlyType type = type(words[list ? 3 : 1]);
            owner.properties().add(new PlyElement.Property(words[list ? 4 : 2], type, countType));
        }

        private PlyType type(String name) {
            return PlyType.named(name)
                    .orElseThrow(() -> rejection("'" + printable(name) + "' is not a PLY number type"));
        }

        private static String printable(String word) {
            byte[] latin = word.getBytes(StandardCharsets.ISO_8859_1);
            String text = Names.printable(new String(latin, StandardCharsets.UTF_8));
            return text.length() > 40 ? text.substring(0, 40) + "…" : text;
        }

        private InvalidInputException rejection(String what) {
            return new InvalidInputException(file + ", line " + lineNumber + ": " + what);
        }
    }
}
