package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicObject.CompoundProperty;
import dev.sinew.io.alembic.AlembicPart.PartFaces;
import dev.sinew.io.alembic.AlembicPart.PartFaces.Turn;
import dev.sinew.io.alembic.TimeSampling.SampleTimes;
import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.Notes;
import dev.sinew.run.RefusedException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A mesh of an archive, a polygon mesh or the cage of a subdivision surface, in its own space. */
final class MeshSchema {
    private final OgawaFile file;
    private final String path;
    private final CompoundProperty geometry;
    private final SampledProperty points;
    private final SampledProperty counts;
    private final SampledProperty indices;
    /** Places in the file of faces that are known to be those of the first frame. */
    private final Set<Long> sameFaces = new HashSet<>();

    private int[] firstCounts;
    private int[] firstIndices;
    private int vertices;

    private MeshSchema(
            OgawaFile file,
            String path,
            CompoundProperty geometry,
            SampledProperty points,
            SampledProperty counts,
            SampledProperty indices) {
        this.file = file;
        this.path = path;
        this.geometry = geometry;
        this.points = points;
        this.counts = counts;
        this.indices = indices;
    }

    static boolean isMesh(AlembicObject object) {
        String schema = object.schema();
        return schema.startsWith("AbcGeom_PolyMesh")
                || schema.startsWith("AbcGeom_SubD")
                || schema.isEmpty()
                        && object.properties()
                                .compound(".geom")
                                .filter(g -> g.has(".faceIndices"))
                                .isPresent();
    }

    /** The mesh, or nothing, with a note, where it has no points or faces. */
    static Optional<MeshSchema> of(AlembicArchive archive, MeshFinder.Found found, Notes notes) {
        OgawaFile file = archive.file();
        Optional<CompoundProperty> geometry = found.object().properties().compound(".geom");
        Optional<SampledProperty> points = geometry.flatMap(g -> g.sampled("P"));
        Optional<SampledProperty> counts = geometry.flatMap(g -> g.sampled(".faceCounts"));
        Optional<SampledProperty> indices = geometry.flatMap(g -> g.sampled(".faceIndices"));
        if (points.isEmpty() || counts.isEmpty() || indices.isEmpty()) {
            notes.add(file.path() + ": " + found.path() + " has no " + (points.isEmpty() ? "points" : "faces")
                    + " and is left out");
            return Optional.empty();
        }
        if (found.object().schema().startsWith("AbcGeom_SubD")) {
            notes.add(file.path() + ": " + found.path() + " is a subdivision surface, its cage is taken");
        }
        return Optional.of(
                new MeshSchema(file, found.path(), geometry.get(), points.get(), counts.get(), indices.get()));
    }

    void addTimes(SampleTimes times) {
        times.add(points);
    }

    /** Reads points and faces at a time, which later ones must agree with. */
    void fix(double seconds) {
        vertices = read((int) pointPlace(seconds)).length / 3;
        int countSample = sample(counts, seconds);
        int indexSample = sample(indices, seconds);
        firstCounts = counts.ints(countSample);
        firstIndices = indices.ints(indexSample);
        checkFaces();
        sameFaces.add(counts.place(countSample));
        sameFaces.add(indices.place(indexSample));
    }

    /** Takes over what was found elsewhere: so many vertices, and faces that stay. */
    void trust(int count) {
        vertices = count;
    }

    private static int sample(SampledProperty property, double seconds) {
        return (int) property.sampling().place(seconds, property.samples());
    }

    private void checkFaces() {
        long corners = 0;
        for (int k = 0; k < firstCounts.length; k++) {
            if (firstCounts[k] < 0) {
                throw bad("face " + k + " has " + firstCounts[k] + " corners");
            }
            corners += firstCounts[k];
        }
        if (corners != firstIndices.length) {
            throw bad("its faces have " + corners + " corners, but " + firstIndices.length + " are listed");
        }
        for (int c = 0; c < firstIndices.length; c++) {
            if (firstIndices[c] < 0 || firstIndices[c] >= vertices) {
                throw bad("face corner " + c + " names vertex " + firstIndices[c] + " of " + vertices);
            }
        }
    }

    private RefusedException bad(String rest) {
        return file.bad(path + ": " + rest);
    }

    int vertexCount() {
        return vertices;
    }

    PartFaces faces(Turn turn) {
        return PartFaces.of(firstCounts, firstIndices, turn);
    }

    Optional<GeomParam> attribute(String name, int width, double seconds) {
        return GeomParam.read(geometry, name, width, seconds);
    }

    /** Whether it says normals that go with its points: those of one sample stay behind where points have several. */
    boolean hasMovingNormals() {
        Optional<SampledProperty> values = geometry.compound("N").isPresent()
                ? geometry.compound("N").get().sampled(".vals")
                : geometry.sampled("N");
        return values.filter(n -> points.samples() < 2 || n.samples() > 1).isPresent();
    }

    /** Refuses faces that are not those of the first frame. */
    void requireSameFaces(double seconds, int frame) {
        requireSame(counts, firstCounts, seconds, frame);
        requireSame(indices, firstIndices, seconds, frame);
    }

    private void requireSame(SampledProperty property, int[] first, double seconds, int frame) {
        if (property.samples() < 2) {
            return;
        }
        int sample = sample(property, seconds);
        if (sameFaces.contains(property.place(sample))) {
            return;
        }
        int[] now = property.ints(sample);
        if (!Arrays.equals(now, first)) {
            throw bad("its faces change in frame " + frame + " (" + (property == counts ? "faces" : "corners") + ": "
                    + now.length + ", before: " + first.length + "); only meshes that keep them can be worked with");
        }
        sameFaces.add(property.place(sample));
    }

    /** Where a time lies among the samples of the points; equal places mean equal points. */
    double pointPlace(double seconds) {
        return points.sampling().place(seconds, points.samples());
    }

    /** Which stored points stand at a place, as a key. */
    Object pointKey(double place) {
        return place == Math.rint(place) ? (Object) points.place((int) place) : (Object) place;
    }

    /** 3N coordinates at a place among the samples; between two of them along straight lines. */
    float[] points(double place, int frame) {
        float[] below = read((int) place);
        requireCount(below, frame);
        double part = place - Math.floor(place);
        if (part > 0) {
            float[] above = read((int) place + 1);
            requireCount(above, frame);
            blend(below, above, part);
        }
        return below;
    }

    /** The same of vertices {@code from ≤ i < to}, at a place that was found to have all of them. */
    float[] points(double place, int from, int to) {
        float[] below = points.floats((int) place, 3 * from, 3 * to);
        double part = place - Math.floor(place);
        if (part > 0) {
            blend(below, points.floats((int) place + 1, 3 * from, 3 * to), part);
        }
        return below;
    }

    private static void blend(float[] below, float[] above, double part) {
        for (int k = 0; k < below.length; k++) {
            below[k] = (float) (below[k] + part * ((double) above[k] - below[k]));
        }
    }

    private float[] read(int sample) {
        float[] xyz = points.floats(sample);
        if (xyz.length % 3 != 0) {
            throw bad("sample " + sample + " of its points holds " + xyz.length + " numbers, three a point are needed");
        }
        return xyz;
    }

    private void requireCount(float[] xyz, int frame) {
        if (xyz.length != 3 * vertices) {
            throw bad("it has " + xyz.length / 3 + " vertices in frame " + frame + " where it had " + vertices
                    + " before; only meshes that keep them can be worked with");
        }
    }

    /** Named sets of faces below a mesh, which programs use for materials. */
    static final class FaceSets {
        private FaceSets() {}

        static boolean isFaceSet(AlembicObject object) {
            return object.schema().startsWith("AbcGeom_FaceSet");
        }

        /** Faces by the name of their set, in the file's order. */
        static Map<String, int[]> of(AlembicObject mesh) {
            Map<String, int[]> sets = new LinkedHashMap<>();
            for (AlembicObject child : mesh.children()) {
                if (isFaceSet(child)) {
                    child.properties()
                            .compound(".faceset")
                            .flatMap(p -> p.sampled(".faces"))
                            .ifPresent(faces -> sets.put(child.name(), faces.ints(0)));
                }
            }
            return sets;
        }
    }

    /**
     * An attribute of a mesh at a time, such as its UVs or normals: a table of values, of which every corner, vertex or face
     * uses a row, by its number or through a list of indices.
     *
     * @param width numbers per row
     * @param values rows × width
     * @param indices row of each corner, vertex or face
     * @param scope what the rows belong to
     */
    record GeomParam(int width, float[] values, Optional<int[]> indices, Scope scope) {
        /** What the rows of an attribute belong to. */
        enum Scope {
            CONSTANT,
            FACE,
            VERTEX,
            CORNER,
            UNKNOWN;

            static Scope of(String word) {
                return switch (word) {
                    case "con" -> CONSTANT;
                    case "uni" -> FACE;
                    case "var", "vtx" -> VERTEX;
                    case "fvr" -> CORNER;
                    default -> UNKNOWN;
                };
            }
        }

        /** The attribute of that name, plain or with indices; nothing where it has no sample. */
        static Optional<GeomParam> read(CompoundProperty geometry, String name, int width, double seconds) {
            Optional<CompoundProperty> indexed = geometry.compound(name);
            Optional<SampledProperty> values =
                    indexed.isPresent() ? indexed.get().sampled(".vals") : geometry.sampled(name);
            Optional<SampledProperty> indices = indexed.flatMap(c -> c.sampled(".indices"));
            return values.filter(v -> !v.header().pod().isText())
                    .map(v -> new GeomParam(
                            width,
                            rows(v, width, (int) v.sampling().place(seconds, v.samples())),
                            indices.map(i -> i.ints((int) i.sampling().place(seconds, i.samples()))),
                            Scope.of(v.metaData("geoScope"))));
        }

        /** The first numbers of each element: some programs write UVs with a third one. */
        private static float[] rows(SampledProperty property, int width, int sample) {
            float[] all = property.floats(sample);
            int extent = property.header().extent();
            if (extent <= width) {
                return all;
            }
            float[] kept = new float[all.length / extent * width];
            for (int k = 0; k < kept.length; k++) {
                kept[k] = all[k / width * extent + k % width];
            }
            return kept;
        }

        /**
         * Row of every corner of a mesh, {@link CornerTables#NO_ROW} where there is none.
         *
         * @return nothing where the numbers of rows do not suit the mesh
         */
        Optional<int[]> rows(PartFaces faces, int vertices) {
            int entries = indices.map(i -> i.length).orElse(values.length / width);
            Scope suited = suited(entries, faces, vertices);
            if (suited == Scope.UNKNOWN) {
                return Optional.empty();
            }
            int[] rows = new int[faces.corners().length];
            for (int k = 0; k < faces.faceCount(); k++) {
                for (int c = faces.starts()[k]; c < faces.starts()[k + 1]; c++) {
                    rows[c] = switch (suited) {
                        case FACE -> faces.faceSources()[k];
                        case VERTEX -> faces.corners()[c];
                        case CORNER -> faces.cornerSources()[c];
                        default -> 0;
                    };
                }
            }
            int count = values.length / width;
            Arrays.setAll(rows, c -> {
                int row = indices.isPresent() ? indices.get()[rows[c]] : rows[c];
                return row >= 0 && row < count ? row : CornerTables.NO_ROW;
            });
            return Optional.of(rows);
        }

        /** The scope that is said where the number of entries agrees, else the one that it agrees with. */
        private Scope suited(int entries, PartFaces faces, int vertices) {
            if (scope != Scope.UNKNOWN && entries == entriesOf(scope, faces, vertices)) {
                return scope;
            }
            for (Scope other : new Scope[] {Scope.CORNER, Scope.VERTEX, Scope.FACE, Scope.CONSTANT}) {
                if (entries == entriesOf(other, faces, vertices)) {
                    return other;
                }
            }
            return Scope.UNKNOWN;
        }

        private static int entriesOf(Scope scope, PartFaces faces, int vertices) {
            return switch (scope) {
                case CONSTANT -> 1;
                case FACE -> faces.fileFaces();
                case VERTEX -> vertices;
                default -> faces.fileCorners();
            };
        }
    }
}
