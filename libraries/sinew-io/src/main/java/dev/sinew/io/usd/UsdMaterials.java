package dev.sinew.io.usd;

import dev.sinew.io.parts.Notes;
import dev.sinew.mesh.Material;
import java.util.Locale;
import java.util.Optional;

/** Materials of a stage in the terms that we keep: base colour and its image, opacity, roughness, metal. */
final class UsdMaterials {
    private final UsdPackage files;
    private final Notes notes;

    UsdMaterials(UsdPackage files, Notes notes) {
        this.files = files;
        this.notes = notes;
    }

    Material read(UsdPrim prim) {
        String name = displayName(prim);
        Optional<UsdPrim> surface = shader(prim, "outputs:surface");
        Optional<UsdPrim> image = surface.flatMap(s -> shader(s, "inputs:diffuseColor"));
        double[] grey = {0.18, 0.18, 0.18};
        double[] colour = image.map(i -> three(i, "inputs:scale", new double[] {1, 1, 1}))
                .orElseGet(() ->
                        surface.map(s -> three(s, "inputs:diffuseColor", grey)).orElse(grey));
        return new Material(
                name,
                clamped(colour[0]),
                clamped(colour[1]),
                clamped(colour[2]),
                number(surface, "inputs:opacity", 1),
                number(surface, "inputs:roughness", 0.5),
                number(surface, "inputs:metallic", 0),
                image.flatMap(this::texture));
    }

    static String displayName(UsdPrim prim) {
        return Optional.ofNullable(prim.metadata().get("displayName"))
                .flatMap(v -> v.texts().stream().findFirst())
                .filter(n -> !n.isBlank())
                .orElse(prim.name());
    }

    /** The shader that a connection leads to. */
    private Optional<UsdPrim> shader(UsdPrim prim, String connection) {
        return prim.target(connection)
                .map(path -> path.split("\\.")[0])
                .flatMap(path -> files.root().find(path));
    }

    private static double[] three(UsdPrim prim, String name, double[] otherwise) {
        double[] numbers = prim.numbers(name);
        return numbers.length >= 3 ? numbers : otherwise;
    }

    private static float number(Optional<UsdPrim> shader, String name, double otherwise) {
        double[] numbers = shader.map(s -> s.numbers(name)).orElse(new double[0]);
        return clamped(numbers.length == 1 ? numbers[0] : otherwise);
    }

    private static float clamped(double value) {
        return (float) Math.max(0, Math.min(1, value));
    }

    private Optional<Material.Texture> texture(UsdPrim shader) {
        Optional<String> asset = shader.word("inputs:file");
        Optional<byte[]> bytes = asset.flatMap(files::image);
        if (asset.isPresent() && bytes.isEmpty()) {
            notes.add(files.file() + ": the image " + asset.get() + " is not there");
        }
        return bytes.map(b -> {
            String name = asset.get().substring(asset.get().lastIndexOf('/') + 1);
            boolean jpeg = b.length > 1 && (b[0] & 0xff) == 0xff && (b[1] & 0xff) == 0xd8;
            boolean named = name.toLowerCase(Locale.ROOT).matches(".*\\.jpe?g");
            return new Material.Texture(name, jpeg || named ? "image/jpeg" : "image/png", b);
        });
    }
}
