package dev.sinew.io.obj;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.Notes;
import dev.sinew.mesh.Material.Texture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The images that a material file names: PNG and JPEG, told by their content, each read once. */
final class TextureFiles {
    private static final long LARGEST = 1L << 28;
    private static final Set<String> ONE_ARGUMENT =
            Set.of("-blendu", "-blendv", "-boost", "-texres", "-clamp", "-bm", "-imfchan", "-type", "-cc");
    private static final Set<String> UP_TO_THREE_NUMBERS = Set.of("-o", "-s", "-t");

    private final Path mtl;
    private final SideFiles sides;
    private final Notes notes;
    private final Map<Path, Optional<Texture>> loaded = new HashMap<>();

    TextureFiles(Path mtl, SideFiles sides, Notes notes) {
        this.mtl = mtl;
        this.sides = sides;
        this.notes = notes;
    }

    /** @param statement options and then a file name, which may have blanks in it */
    Optional<Texture> named(String statement) {
        String name = withoutOptions(statement);
        Optional<Path> file = sides.find(name);
        if (file.isEmpty()) {
            sides.noteMissing("image", name);
            return Optional.empty();
        }
        return loaded.computeIfAbsent(file.get(), this::load);
    }

    static String withoutOptions(String statement) {
        String rest = statement.strip();
        while (rest.startsWith("-")) {
            String option = firstWord(rest);
            if (ONE_ARGUMENT.contains(option)) {
                rest = afterFirstWord(afterFirstWord(rest));
            } else if (option.equals("-mm")) {
                rest = afterFirstWord(afterFirstWord(afterFirstWord(rest)));
            } else if (UP_TO_THREE_NUMBERS.contains(option)) {
                rest = afterFirstWord(rest);
                for (int k = 0; k < 3 && firstWord(rest).matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?"); k++) {
                    rest = afterFirstWord(rest);
                }
            } else {
                break;
            }
        }
        return rest;
    }

    private static String firstWord(String text) {
        return text.split("\\s", 2)[0];
    }

    private static String afterFirstWord(String text) {
        String[] parts = text.split("\\s+", 2);
        return parts.length < 2 ? "" : parts[1];
    }

    private Optional<Texture> load(Path image) {
        try {
            if (Files.size(image) > LARGEST) {
                notes.add(mtl + ": the image " + image.getFileName() + " is larger than " + (LARGEST >> 20)
                        + " MiB and was left aside");
                return Optional.empty();
            }
            byte[] bytes = Files.readAllBytes(image);
            Optional<String> type = mimeType(bytes);
            if (type.isEmpty()) {
                notes.add(mtl + ": the image " + image.getFileName() + " is neither PNG nor JPEG and was left aside");
            }
            return type.map(t -> new Texture(image.getFileName().toString(), t, bytes));
        } catch (IOException e) {
            notes.add(InputFiles.refusal(image, e).getMessage());
            return Optional.empty();
        }
    }

    private static Optional<String> mimeType(byte[] bytes) {
        if (bytes.length > 8 && bytes[0] == (byte) 0x89 && bytes[1] == 'P' && bytes[2] == 'N' && bytes[3] == 'G') {
            return Optional.of("image/png");
        }
        if (bytes.length > 3 && bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xD8 && bytes[2] == (byte) 0xFF) {
            return Optional.of("image/jpeg");
        }
        return Optional.empty();
    }
}
