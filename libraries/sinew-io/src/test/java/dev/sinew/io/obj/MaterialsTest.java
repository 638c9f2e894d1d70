package dev.sinew.io.obj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.TestMeshes;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.Material;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaterialsTest {
    @TempDir
    Path outer;

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(outer.resolve("in"));
    }

    private ReadMesh read(String head, String faces) throws IOException {
        String text = head + "\nv 0 0 0\nv 1 0 0\nv 1 1 0\n" + faces;
        return ObjReader.read(Files.writeString(folder.resolve("x.obj"), text));
    }

    private Material only(String mtl) throws IOException {
        Files.writeString(folder.resolve("x.mtl"), "newmtl m\n" + mtl);
        ReadMesh read = read("mtllib x.mtl", "usemtl m\nf 1 2 3\n");
        return read.mesh().surface().materials().get(0);
    }

    @Test
    void readsMaterialsWithNamesOf3dsMax() throws IOException {
        Files.writeString(folder.resolve("my materials.mtl"), """
                newmtl Material #25
                \tKd 0.1 0.2 0.3
                \td 0.5
                newmtl other
                Kd 1 0 0
                newmtl unused
                """);
        ReadMesh read =
                read("mtllib my materials.mtl", "usemtl other\nf 1 2 3\nusemtl Material #25\nf 1 2 3\nf 3 2 1\n");
        assertThat(read.notes()).isEmpty();
        assertThat(read.mesh().surface().materials())
                .extracting(Material::name)
                .containsExactly("other", "Material #25");
        assertThat(read.mesh().surface().faceMaterials()).containsExactly(0, 1, 1);
        Material max = read.mesh().surface().materials().get(1);
        assertThat(new float[] {max.red(), max.green(), max.blue(), max.alpha()})
                .containsExactly(0.1f, 0.2f, 0.3f, 0.5f);
    }

    @Test
    void readsSeveralFilesOnOneLine() throws IOException {
        Files.writeString(folder.resolve("a.mtl"), "newmtl a\nKd 1 0 0\n");
        Files.writeString(folder.resolve("b.mtl"), "newmtl b\nKd 0 1 0\n");
        ReadMesh read = read("mtllib a.mtl b.mtl", "usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n");
        assertThat(read.mesh().surface().materials()).extracting(Material::red).containsExactly(1f, 0f);
    }

    @Test
    void readsOpacityRoughnessAndMetalness() throws IOException {
        assertThat(only("Tr 0.25\n").alpha()).isEqualTo(0.75f);
        assertThat(only("d 1\nTr 0.25\n").alpha()).isEqualTo(1);
        assertThat(only("d -halo 0.5\n").alpha()).isEqualTo(0.5f);
        assertThat(only("Ns 250\n").roughness()).isCloseTo(0.5f, within(1e-6f));
        assertThat(only("Ns 250\nPr 0.1\nPm 0.9\n").roughness()).isEqualTo(0.1f);
        assertThat(only("Pm 0.9\n").metallic()).isEqualTo(0.9f);
        assertThat(only("Kd 0.5\n").blue()).isEqualTo(0.5f);
        assertThat(only("Kd 7 -1 nan\n"))
                .extracting(Material::red, Material::green, Material::blue)
                .containsExactly(1f, 0f, 0f);
    }

    @Test
    void findsImagesByNameAndRecognisesThemByContent() throws IOException {
        Files.createDirectory(folder.resolve("tex"));
        Files.write(folder.resolve("tex/my skin.png"), TestMeshes.PNG);
        Files.write(folder.resolve("photo.png"), TestMeshes.JPEG);
        Material options = only("Kd 0 0 0\nmap_Kd -s 1 1 1 -o 0 0 -blendu on -mm 0 1 tex\\my skin.png\n");
        assertThat(options.texture().orElseThrow().mimeType()).isEqualTo("image/png");
        assertThat(options.texture().orElseThrow().name()).isEqualTo("my skin.png");
        assertThat(options.red()).as("black would hide the image").isEqualTo(1);
        Material absolute = only("map_Kd C:\\work\\photo.png\n");
        assertThat(absolute.texture().orElseThrow().mimeType()).isEqualTo("image/jpeg");
    }

    @Test
    void notesMissingFilesAndMaterials() throws IOException {
        ReadMesh noFile = read("mtllib gone.mtl", "usemtl red\nf 1 2 3\n");
        assertThat(noFile.notes())
                .singleElement()
                .asString()
                .endsWith("names the material file 'gone.mtl', which does not exist");
        assertThat(noFile.mesh().surface().materials()).containsExactly(Material.plain("red"));
        assertThat(read("", "usemtl red\nf 1 2 3\n").notes())
                .singleElement()
                .asString()
                .contains("names no material file");
        Files.writeString(folder.resolve("x.mtl"), "newmtl a\nmap_Kd gone.png\nKd 1 x 1\n");
        assertThat(read("mtllib x.mtl", "usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3").notes())
                .hasSize(3)
                .anyMatch(n -> n.endsWith("names the image 'gone.png', which does not exist"))
                .anyMatch(n -> n.endsWith("x.mtl, line 3: 'x' is not a number; the line is ignored"))
                .anyMatch(n -> n.endsWith("no material file defines 'b'; plain grey is used"));
    }

    @Test
    void ignoresUnsupportedImages() throws IOException {
        Files.writeString(folder.resolve("x.tga"), "not an image that glTF knows");
        Files.writeString(folder.resolve("x.mtl"), "newmtl a\nmap_Kd x.tga\n");
        ReadMesh read = read("mtllib x.mtl", "usemtl a\nf 1 2 3\n");
        assertThat(read.mesh().surface().materials().get(0).texture()).isEmpty();
        assertThat(read.notes()).singleElement().asString().contains("x.tga is neither PNG nor JPEG");
    }

    @Test
    void readsNothingOutsideTheFolder() throws IOException {
        Files.writeString(outer.resolve("secret.mtl"), "newmtl red\nKd 1 0 0\n");
        Files.write(outer.resolve("secret.png"), TestMeshes.PNG);
        Files.writeString(folder.resolve("x.mtl"), "newmtl red\nmap_Kd ../secret.png\n");
        ReadMesh relative = read("mtllib ../secret.mtl", "usemtl red\nf 1 2 3\n");
        assertThat(relative.mesh().surface().materials()).containsExactly(Material.plain("red"));
        assertThat(relative.notes()).singleElement().asString().contains("'../secret.mtl' outside its folder");
        ReadMesh absolute = read("mtllib " + outer.resolve("secret.mtl"), "usemtl red\nf 1 2 3\n");
        assertThat(absolute.mesh().surface().materials()).containsExactly(Material.plain("red"));
        ReadMesh image = read("mtllib x.mtl", "usemtl red\nf 1 2 3\n");
        assertThat(image.mesh().surface().materials().get(0).texture()).isEmpty();
        assertThat(image.notes()).singleElement().asString().contains("'../secret.png' outside its folder");
    }

    @Test
    void limitsNumberOfNotes() throws IOException {
        Files.writeString(folder.resolve("x.mtl"), "newmtl a\n" + "Kd x\n".repeat(1000));
        assertThat(read("mtllib x.mtl", "usemtl a\nf 1 2 3\n").notes())
                .hasSize(13)
                .last()
                .asString()
                .contains("988 more");
    }
}
