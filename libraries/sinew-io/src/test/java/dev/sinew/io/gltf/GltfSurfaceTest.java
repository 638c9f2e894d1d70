package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Mesh.Surface;
import dev.sinew.mesh.Normals;
import dev.sinew.mesh.Shells;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GltfSurfaceTest {
    @TempDir
    Path folder;

    private WrittenModel written;

    private SkinnedModel roundTrip(String name, Mesh mesh) throws Exception {
        SkinnedModel model = TestModels.model(mesh, 5, 4, BoneType.AFFINE, TestModels.affine(5, 12, 0.2, 3));
        Path file = folder.resolve(name + ".glb");
        written = Models.write(model, file);
        Interop.keep(file);
        SkinnedModel read = Models.read(file);
        assertThat(read.rest().positions()).isEqualTo(mesh.positions());
        assertThat(Shells.of(read.rest()).count()).isEqualTo(Shells.of(mesh).count());
        return read;
    }

    /** All attributes of a triangle's three corners, as text. */
    private static String triangle(Mesh mesh, int face, int... corners) {
        StringBuilder text = new StringBuilder();
        Surface surface = mesh.surface();
        text.append(surface.materials().get(surface.faceMaterials()[face]).name())
                .append(' ');
        text.append(surface.groups().get(surface.faceGroups()[face])).append(' ');
        for (int c : corners) {
            text.append(mesh.corners()[c]);
            text.append(row(surface.uvs().get(), c))
                    .append(row(surface.normals().get(), c))
                    .append(' ');
        }
        return text.toString();
    }

    private static String row(CornerAttribute attribute, int corner) {
        StringBuilder text = new StringBuilder();
        int from = attribute.rows()[corner] * attribute.width();
        for (int k = from; k < from + attribute.width(); k++) {
            text.append(String.format("/%.4f", attribute.values()[k] + 0f).replace("-0.0000", "0.0000"));
        }
        return text.toString();
    }

    private static List<String> triangles(Mesh mesh) {
        List<String> all = new java.util.ArrayList<>();
        for (int k = 0; k < mesh.faceCount(); k++) {
            int from = mesh.faceStarts()[k];
            for (int c = from + 2; c < mesh.faceStarts()[k + 1]; c++) {
                all.add(triangle(mesh, k, from, c - 1, c));
            }
        }
        return all;
    }

    @Test
    void keepsSeamsEdgesMaterialsAndGroups() throws Exception {
        Mesh mesh = TestModels.dressedTube(12, 8);
        SkinnedModel read = roundTrip("dressed", mesh);
        // One seam of 12 vertices and one hard edge of 8, which cross in one.
        assertThat(written.addedVertices()).isEqualTo(12 + 8 + 1);
        assertThat(triangles(read.rest())).containsExactlyInAnyOrderElementsOf(triangles(mesh));
        assertThat(read.rest().surface().colours().get())
                .isEqualTo(mesh.surface().colours().get());
    }

    @Test
    void keepsMaterials() throws Exception {
        Mesh mesh = TestModels.dressedTube(12, 8);
        List<Material> read = roundTrip("materials", mesh).rest().surface().materials();
        assertThat(read).extracting(Material::name).containsExactly("skin", "glass");
        for (int k = 0; k < 2; k++) {
            Material wanted = mesh.surface().materials().get(k);
            Material got = read.get(k);
            assertThat(new float[] {got.red(), got.green(), got.blue(), got.alpha(), got.roughness(), got.metallic()})
                    .containsExactly(
                            wanted.red(),
                            wanted.green(),
                            wanted.blue(),
                            wanted.alpha(),
                            wanted.roughness(),
                            wanted.metallic());
            assertThat(got.texture().map(t -> t.name()))
                    .isEqualTo(wanted.texture().map(t -> t.name()));
        }
        assertThat(read.get(0).texture().get().bytes()).isEqualTo(TestModels.PNG);
        assertThat(read.get(0).bumps().get().image().bytes()).isEqualTo(TestModels.PNG);
        assertThat(read.get(0).bumps().get().scale()).isEqualTo(0.5f);
        assertThat(read.get(1).bumps()).isEmpty();
    }

    /** Orthogonal to the file's normals, along u, and on the side where v increases. */
    @Test
    void tangentsMatchWrittenNormals() throws Exception {
        Mesh tube = TestModels.dressedTube(12, 8);
        float[] tilted = tube.surface().normals().get().values().clone();
        for (int k = 2; k < tilted.length; k += 3) {
            tilted[k] += 0.4f;
        }
        Mesh mesh = tube.withSurface(tube.surface()
                .withNormals(Optional.of(new CornerAttribute(
                        3, tilted, tube.surface().normals().get().rows()))));
        roundTrip("tangents", mesh);
        GltfDocument document = GltfDocument.open(folder.resolve("tangents.glb"));
        AccessorReader accessors = new AccessorReader(document);
        JsonValue attributes = document.list("meshes")
                .get(0)
                .get("primitives")
                .elements()
                .get(0)
                .get("attributes");
        float[] p = accessors.floats(accessors.resolve(attributes.get("POSITION")), 3);
        float[] n = accessors.floats(accessors.resolve(attributes.get("NORMAL")), 3);
        float[] t = accessors.floats(accessors.resolve(attributes.get("TANGENT")), 4);
        float[] uv = accessors.floats(accessors.resolve(attributes.get("TEXCOORD_0")), 2);
        for (int i = 0; i < n.length / 3; i++) {
            assertThat((double) n[3 * i] * t[4 * i] + n[3 * i + 1] * t[4 * i + 1] + n[3 * i + 2] * t[4 * i + 2])
                    .isCloseTo(0, within(1e-5));
            assertThat(Math.abs(t[4 * i + 3])).isEqualTo(1);
        }
        int checked = 0;
        for (JsonValue primitive :
                document.list("meshes").get(0).get("primitives").elements()) {
            int[] corners = accessors.indices(accessors.resolve(primitive.get("indices")));
            for (int c = 0; c < corners.length; c += 3) {
                checked += alongTheTexture(corners, c, p, n, t, uv) ? 1 : 0;
            }
        }
        assertThat(checked).isGreaterThan(100);
    }

    /** Whether a step of the tangent's length along the first edge agrees with the UVs. */
    private static boolean alongTheTexture(int[] corners, int c, float[] p, float[] n, float[] t, float[] uv) {
        int i = corners[c];
        int k = corners[c + 1];
        double[] edge = new double[3];
        for (int x = 0; x < 3; x++) {
            edge[x] = p[3 * k + x] - p[3 * i + x];
        }
        double[] across = {
            n[3 * i + 1] * t[4 * i + 2] - n[3 * i + 2] * t[4 * i + 1],
            n[3 * i + 2] * t[4 * i] - n[3 * i] * t[4 * i + 2],
            n[3 * i] * t[4 * i + 1] - n[3 * i + 1] * t[4 * i]
        };
        double alongT = edge[0] * t[4 * i] + edge[1] * t[4 * i + 1] + edge[2] * t[4 * i + 2];
        double alongB = t[4 * i + 3] * (edge[0] * across[0] + edge[1] * across[1] + edge[2] * across[2]);
        double du = uv[2 * k] - uv[2 * i];
        double dv = uv[2 * i + 1] - uv[2 * k + 1];
        if (Math.abs(du) > 1e-3 && Math.abs(dv) < 1e-6) {
            assertThat(Math.signum(alongT)).isEqualTo(Math.signum(du));
        } else if (Math.abs(dv) > 1e-3 && Math.abs(du) < 1e-6) {
            assertThat(Math.signum(alongB)).isEqualTo(Math.signum(dv));
        }
        return true;
    }

    @Test
    void keepsFacesOfMeshWithoutSplits() throws Exception {
        Mesh mesh = TestModels.tube(12, 8);
        SkinnedModel read = roundTrip("bare", mesh);
        assertThat(written.addedVertices()).isZero();
        assertThat(read.rest().triangles()).isEqualTo(mesh.triangles());
        assertThat(read.rest().surface().materials()).isEmpty();
        assertThat(read.rest().surface().groups()).isEmpty();
        assertThat(read.rest().surface().uvs()).isEmpty();
    }

    @Test
    void repeatedRowsDoNotSplitVertices() throws Exception {
        Mesh tube = TestModels.tube(6, 5);
        int corners = tube.corners().length;
        float[] uvs = new float[2 * corners];
        int[] rows = new int[corners];
        for (int c = 0; c < corners; c++) {
            uvs[2 * c] = tube.corners()[c] == 0 ? (c % 2 == 0 ? -0f : 0f) : tube.corners()[c];
            rows[c] = c;
        }
        Surface bare = Surface.bare();
        roundTrip(
                "repeated",
                tube.withSurface(new Surface(
                        Optional.of(new CornerAttribute(2, uvs, rows)),
                        bare.normals(),
                        bare.colours(),
                        bare.materials(),
                        bare.faceMaterials(),
                        bare.groups(),
                        bare.faceGroups())));
        assertThat(written.addedVertices()).isZero();
    }

    @Test
    void keepsUnreferencedVertices() throws Exception {
        Mesh tube = TestModels.dressedTube(6, 5);
        float[] positions = new float[tube.positions().length + 6];
        System.arraycopy(tube.positions(), 0, positions, 3, tube.positions().length);
        positions[positions.length - 2] = 7;
        int[] corners = Arrays.stream(tube.corners()).map(c -> c + 1).toArray();
        Surface s = tube.surface();
        Surface uncoloured = new Surface(
                s.uvs(), s.normals(), Optional.empty(), s.materials(), s.faceMaterials(), s.groups(), s.faceGroups());
        Mesh mesh = Mesh.of(positions, tube.faceStarts(), corners, uncoloured);
        SkinnedModel read = roundTrip("unreferenced", mesh);
        assertThat(triangles(read.rest())).containsExactlyInAnyOrderElementsOf(triangles(mesh));
    }

    @Test
    void skipsInvalidImageWithNote() throws Exception {
        Mesh tube = TestModels.dressedTube(6, 5);
        Surface s = tube.surface();
        Material.Texture broken = new Material.Texture("sky.png", "image/png", new byte[] {1, 2, 3});
        Material sky = new Material("sky", 1, 1, 1, 1, 1, 0, Optional.of(broken));
        roundTrip(
                "broken-image",
                tube.withSurface(new Surface(
                        s.uvs(),
                        s.normals(),
                        s.colours(),
                        List.of(sky, sky),
                        s.faceMaterials(),
                        s.groups(),
                        s.faceGroups())));
        assertThat(written.notes())
                .hasSize(2)
                .first()
                .asString()
                .contains("'sky.png'")
                .contains("neither PNG nor JPEG");
    }

    /** Normals of the skinned result compared with those of its faces. */
    @Test
    void normalsFollowTheBentTube() throws Exception {
        Mesh mesh = TestModels.tube(80, 32);
        int bones = 8;
        SkinWeights weights = TestModels.weightsAlong(mesh, bones, 4);
        BoneMotion bend = TestModels.chain(bones, 20, 0.12);
        int[] parents =
                java.util.stream.IntStream.range(0, bones).map(j -> j - 1).toArray();
        Skeleton flat = Skeleton.flat(TestModels.pivots(bones));
        SkinnedModel model = new SkinnedModel(
                mesh,
                weights,
                new Skeleton(flat.names(), parents, flat.pivots()),
                BoneType.RIGID,
                List.of(new Clip("bend", 24, bend)));
        Path file = folder.resolve("bend.glb");
        Models.write(model, file);
        Interop.keep(file);
        SkinnedModel read = Models.read(file);
        CornerAttribute table = read.rest().surface().normals().get();
        float[] rest = new float[3 * mesh.vertexCount()];
        for (int c = 0; c < table.rows().length; c++) {
            System.arraycopy(
                    table.values(), 3 * table.rows()[c], rest, 3 * read.rest().corners()[c], 3);
        }
        assertThat(rest).containsExactly(Normals.ofVertices(mesh, mesh.positions()), within(1e-6f));
        LinearSkinning skinning = new LinearSkinning(read);
        double[] skinned = new double[rest.length];
        double[] xyz = new double[rest.length];
        double worstMean = 0;
        for (int f = 0; f < 20; f++) {
            BoneMotion motion = read.clips().get(0).motion();
            skinning.normals(motion, f, rest, skinned);
            skinning.positions(motion, f, xyz);
            float[] posed = new float[xyz.length];
            for (int k = 0; k < xyz.length; k++) {
                posed[k] = (float) xyz[k];
            }
            worstMean = Math.max(worstMean, meanAngle(skinned, Normals.ofVertices(read.rest(), posed)));
        }
        assertThat(Math.toDegrees(worstMean)).isLessThan(2);
    }

    private static double meanAngle(double[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i += 3) {
            double cosine = a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2];
            sum += Math.acos(Math.max(-1, Math.min(1, cosine)));
        }
        return sum / (a.length / 3);
    }
}
