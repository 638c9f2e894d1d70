package dev.sinew.io.obj;

import dev.sinew.io.text.Names;
import dev.sinew.io.text.TextOutput;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Material.Texture;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of materials and images in a material file to be written.
 *
 * @param name name of the file
 * @param materials in the order of the mesh's palette
 * @param materialNames their names for {@code usemtl}: one line each, unique
 * @param imageNames their images' names for {@code map_Kd}
 * @param images every image once, by file name
 */
public record MaterialFile(
        String name,
        List<Material> materials,
        List<String> materialNames,
        List<Optional<String>> imageNames,
        Map<String, byte[]> images) {
    /**
     * @param stem name of the mesh's file without extension
     * @param folder folder of the file; existing files with the same name and different content are not overwritten
     */
    public static MaterialFile of(List<Material> materials, String stem, Path folder) {
        Set<String> taken = new HashSet<>();
        List<String> names = new ArrayList<>();
        List<Optional<String>> imageNames = new ArrayList<>();
        Map<String, byte[]> images = new LinkedHashMap<>();
        for (Material material : materials) {
            String wanted = Names.oneLine(material.name(), "material");
            String unique = wanted;
            for (int k = 2; !taken.add(unique); k++) {
                unique = wanted + "_" + k;
            }
            names.add(unique);
            imageNames.add(material.texture().map(t -> imageName(t, stem, folder, images)));
        }
        return new MaterialFile(stem + ".mtl", List.copyOf(materials), names, imageNames, images);
    }

    /** @param images modified: receives the image under the returned name */
    private static String imageName(Texture texture, String stem, Path folder, Map<String, byte[]> images) {
        String wanted = fileName(texture);
        String name = wanted;
        for (int k = 1; !free(name, texture, images) || (k == 1 && takenOnDisk(name, texture, folder)); k++) {
            name = stem + (k == 1 ? "-" : "-" + k + "-") + wanted;
        }
        images.put(name, texture.bytes());
        return name;
    }

    private static String fileName(Texture texture) {
        String name = Names.fileName(texture.name(), "image");
        String lower = name.toLowerCase(Locale.ROOT);
        if (texture.mimeType().equals("image/png")) {
            return lower.endsWith(".png") ? name : name + ".png";
        }
        return lower.endsWith(".jpg") || lower.endsWith(".jpeg") ? name : name + ".jpg";
    }

    private static boolean free(String name, Texture texture, Map<String, byte[]> images) {
        byte[] known = images.get(name);
        return known == null || Arrays.equals(known, texture.bytes());
    }

    private static boolean takenOnDisk(String name, Texture texture, Path folder) {
        Path file = folder.resolve(name);
        try {
            return Files.exists(file)
                    && (Files.size(file) != texture.bytes().length
                            || !Arrays.equals(Files.readAllBytes(file), texture.bytes()));
        } catch (IOException e) {
            return true;
        }
    }

    public void write(OutputStream out) throws IOException {
        TextOutput text = new TextOutput(out);
        for (int k = 0; k < materials.size(); k++) {
            Material m = materials.get(k);
            text.text("newmtl ").text(materialNames.get(k)).text("\nKd ");
            text.number(m.red()).character(' ').number(m.green()).character(' ').number(m.blue());
            text.text("\nd ").number(m.alpha());
            // Pr and Pm are exact; Ns is for programs that do not support them.
            double sharpness = MtlReader.MAX_EXPONENT * (1 - m.roughness()) * (1 - m.roughness());
            text.text("\nNs ").number((float) sharpness);
            text.text("\nPr ").number(m.roughness());
            text.text("\nPm ").number(m.metallic());
            text.text("\nillum 2\n");
            if (imageNames.get(k).isPresent()) {
                text.text("map_Kd ").text(imageNames.get(k).get()).character('\n');
            }
            text.character('\n');
        }
        text.flush();
    }
}
