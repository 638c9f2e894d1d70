package dev.sinew.io.ply;

import dev.sinew.io.text.Names;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the header of a PLY file and leaves the stream where the data begins. */
final class PlyHeaderReader {
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
                            format.orElseThrow(() -> new RefusedException(file + " has no format line in its header")),
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
