package dev.sinew.io.obj;

import dev.sinew.io.obj.ObjReader.ReferencedFiles;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.text.TextLines;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Material.Texture;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a material file: base colour, opacity, roughness, metalness, the base-colour image and the normal map. {@code Kd} is
 * read as a linear colour, as in Blender; only images are sRGB.
 */
final class MtlReader {
    /** The exponent that Blender uses for a mirror; we use its curve 1000·(1 − roughness)². */
    static final double MAX_EXPONENT = 1000;

    private final TextLines lines;
    private final Notes notes;
    private final TextureFiles textures;

    MtlReader(TextLines lines, ReferencedFiles sides, Notes notes) {
        this.lines = lines;
        this.notes = notes;
        this.textures = new TextureFiles(lines.file(), sides, notes);
    }

    /** @param materials modified: receives the file's materials by name; the first definition of a name is kept */
    void readInto(Map<String, Material> materials) throws IOException {
        Draft draft = null;
        while (lines.nextLine()) {
            if (!lines.nextToken()) {
                continue;
            }
            if (lines.tokenIs("newmtl")) {
                keep(draft, materials);
                draft = new Draft(lines.rest());
            } else if (draft != null) {
                property(draft);
            }
        }
        keep(draft, materials);
    }

    private static void keep(Draft draft, Map<String, Material> materials) {
        if (draft != null) {
            materials.putIfAbsent(draft.name, draft.finish());
        }
    }

    private void property(Draft draft) {
        try {
            switch (lines.token()) {
                case "Kd" -> colour(draft);
                case "d" -> draft.opacity = Optional.of(fraction());
                case "Tr" -> draft.transparency = Optional.of(fraction());
                case "Ns" -> draft.sharpness = Optional.of((float) number());
                case "Pr" -> draft.roughness = Optional.of(fraction());
                case "Pm" -> draft.metallic = fraction();
                case "map_Kd" -> draft.texture = textures.named(lines.rest());
                case "norm" -> draft.bumps = textures.named(lines.rest());
                default -> {
                    // {@link Material} has no specular highlights, heights and so on.
                }
            }
        } catch (InvalidInputException e) {
            notes.add(e.getMessage() + "; the line is ignored");
        }
    }

    /** A single number means grey. */
    private void colour(Draft draft) {
        if (!lines.nextToken() || lines.tokenIs("spectral") || lines.tokenIs("xyz")) {
            return;
        }
        float red = clamp(lines.number());
        float green = lines.nextToken() ? clamp(lines.number()) : red;
        float blue = lines.nextToken() ? clamp(lines.number()) : green;
        draft.red = red;
        draft.green = green;
        draft.blue = blue;
    }

    private float fraction() {
        return clamp(number());
    }

    /** The last token: {@code d -halo 0.5} has an option before its number. */
    private double number() {
        boolean any = lines.nextToken();
        if (any && lines.tokenIs("-halo")) {
            any = lines.nextToken();
        }
        if (!any) {
            throw lines.rejection("a number is missing");
        }
        return lines.number();
    }

    private static float clamp(double value) {
        return Double.isNaN(value) ? 0 : (float) Math.max(0, Math.min(1, value));
    }

    /** A material under construction. */
    private static final class Draft {
        private final String name;
        private final Material plain;
        private float red;
        private float green;
        private float blue;
        private float metallic;
        private Optional<Float> opacity = Optional.empty();
        private Optional<Float> transparency = Optional.empty();
        private Optional<Float> sharpness = Optional.empty();
        private Optional<Float> roughness = Optional.empty();
        private Optional<Material.Texture> texture = Optional.empty();
        private Optional<Material.Texture> bumps = Optional.empty();

        Draft(String name) {
            this.name = name;
            plain = Material.plain(name);
            red = plain.red();
            green = plain.green();
            blue = plain.blue();
            metallic = plain.metallic();
        }

        Material finish() {
            // Some exporters write a black Kd together with an image, which would hide the image.
            boolean hidden = texture.isPresent() && red == 0 && green == 0 && blue == 0;
            return new Material(
                    name,
                    hidden ? 1 : red,
                    hidden ? 1 : green,
                    hidden ? 1 : blue,
                    opacity.or(() -> transparency.map(t -> 1 - t)).orElse(1f),
                    roughness.or(() -> sharpness.map(Draft::roughnessOf)).orElse(plain.roughness()),
                    metallic,
                    texture,
                    bumps.map(image -> new Material.NormalMap(image, 1)));
        }

        private static float roughnessOf(float sharpness) {
            return clamp(1 - Math.sqrt(Math.max(0, Math.min(MAX_EXPONENT, sharpness)) / MAX_EXPONENT));
        }
    }

    /** The images that a material file names: PNG and JPEG, recognised by content, each read once. */
    private static final class TextureFiles {
        private static final long MAX_IMAGE_BYTES = 1L << 28;
        private static final Set<String> ONE_ARGUMENT =
                Set.of("-blendu", "-blendv", "-boost", "-texres", "-clamp", "-bm", "-imfchan", "-type", "-cc");
        private static final Set<String> UP_TO_THREE_NUMBERS = Set.of("-o", "-s", "-t");

        private final Path mtl;
        private final ReferencedFiles sides;
        private final Notes notes;
        private final Map<Path, Optional<Texture>> loaded = new HashMap<>();

        TextureFiles(Path mtl, ReferencedFiles sides, Notes notes) {
            this.mtl = mtl;
            this.sides = sides;
            this.notes = notes;
        }

        /** @param statement options followed by a file name, which may contain blanks */
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
                if (Files.size(image) > MAX_IMAGE_BYTES) {
                    notes.add(mtl + ": the image " + image.getFileName() + " is larger than " + (MAX_IMAGE_BYTES >> 20)
                            + " MiB and is ignored");
                    return Optional.empty();
                }
                byte[] bytes = Files.readAllBytes(image);
                Optional<String> type = mimeType(bytes);
                if (type.isEmpty()) {
                    notes.add(mtl + ": the image " + image.getFileName() + " is neither PNG nor JPEG and is ignored");
                }
                return type.map(t -> new Texture(image.getFileName().toString(), t, bytes));
            } catch (IOException e) {
                notes.add(InputFiles.rejection(image, e).getMessage());
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
}
