package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicObject.CompoundProperty;
import dev.sinew.io.alembic.AlembicPart.PartFaces;
import dev.sinew.io.alembic.AlembicPart.PartFaces.Winding;
import dev.sinew.io.alembic.TimeSampling.SampleTimes;
import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.Notes;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A mesh of an archive in its own space: a polygon mesh or the cage of a subdivision surface. */
final class MeshSchema {
    private final OgawaFile file;
    private final String path;
    private final CompoundProperty geometry;
    private final SampledProperty points;
    private final SampledProperty counts;
    private final SampledProperty indices;
    /** File positions of faces that are known to equal the first frame's. */
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

    /** The mesh; empty, with a note, if it has no points or faces. */
    static Optional<MeshSchema> of(AlembicArchive archive, MeshFinder.Found found, Notes notes) {
        OgawaFile file = archive.file();
        Optional<CompoundProperty> geometry = found.object().properties().compound(".geom");
        Optional<SampledProperty> points = geometry.flatMap(g -> g.sampled("P"));
        Optional<SampledProperty> counts = geometry.flatMap(g -> g.sampled(".faceCounts"));
        Optional<SampledProperty> indices = geometry.flatMap(g -> g.sampled(".faceIndices"));
        if (points.isEmpty() || counts.isEmpty() || indices.isEmpty()) {
            notes.add(file.path() + ": " + found.path() + " has no " + (points.isEmpty() ? "points" : "faces")
                    + " and is ignored");
            return Optional.empty();
        }
        if (found.object().schema().startsWith("AbcGeom_SubD")) {
            notes.add(file.path() + ": " + found.path() + " is a subdivision surface; its cage is used");
        }
        return Optional.of(
                new MeshSchema(file, found.path(), geometry.get(), points.get(), counts.get(), indices.get()));
    }

    void addTimes(SampleTimes times) {
        times.add(points);
    }

    /** Reads points and faces at a time; later times must have the same vertices and faces. */
    void readTopology(double seconds) {
        vertices = read((int) samplePosition(seconds)).length / 3;
        int countSample = sample(counts, seconds);
        int indexSample = sample(indices, seconds);
        firstCounts = counts.ints(countSample);
        firstIndices = indices.ints(indexSample);
        checkFaces();
        sameFaces.add(counts.filePosition(countSample));
        sameFaces.add(indices.filePosition(indexSample));
    }

    /** Assumes this many vertices and constant faces, as checked elsewhere. */
    void assumeTopology(int count) {
        vertices = count;
    }

    private static int sample(SampledProperty property, double seconds) {
        return (int) property.sampling().samplePosition(seconds, property.samples());
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
            throw bad(
                    "its faces have " + corners + " corners, but there are " + firstIndices.length + " corner indices");
        }
        for (int c = 0; c < firstIndices.length; c++) {
            if (firstIndices[c] < 0 || firstIndices[c] >= vertices) {
                throw bad("face corner " + c + " refers to vertex " + firstIndices[c] + ", but there are " + vertices
                        + " vertices");
            }
        }
    }

    private InvalidInputException bad(String rest) {
        return file.bad(path + ": " + rest);
    }

    int vertexCount() {
        return vertices;
    }

    PartFaces faces(Winding winding) {
        return PartFaces.of(firstCounts, firstIndices, winding);
    }

    Optional<GeomParam> attribute(String name, int width, double seconds) {
        return GeomParam.read(geometry, name, width, seconds);
    }

    /** Whether it has normals for every sample of its points. A single sample of normals does not follow moving points. */
    boolean hasMovingNormals() {
        Optional<SampledProperty> values = geometry.compound("N").isPresent()
                ? geometry.compound("N").get().sampled(".vals")
                : geometry.sampled("N");
        return values.filter(n -> points.samples() < 2 || n.samples() > 1).isPresent();
    }

    /** Rejects faces that differ from the first frame's. */
    void requireSameFaces(double seconds, int frame) {
        requireSame(counts, firstCounts, seconds, frame);
        requireSame(indices, firstIndices, seconds, frame);
    }

    private void requireSame(SampledProperty property, int[] first, double seconds, int frame) {
        if (property.samples() < 2) {
            return;
        }
        int sample = sample(property, seconds);
        if (sameFaces.contains(property.filePosition(sample))) {
            return;
        }
        int[] now = property.ints(sample);
        if (!Arrays.equals(now, first)) {
            throw bad("its faces change in frame " + frame + " (" + (property == counts ? "faces" : "corners") + ": "
                    + now.length + ", before: " + first.length + "). All frames must have the same faces");
        }
        sameFaces.add(property.filePosition(sample));
    }

    /** The position of a time among the samples of the points; equal positions mean equal points. */
    double samplePosition(double seconds) {
        return points.sampling().samplePosition(seconds, points.samples());
    }

    /** A key for the stored points at a position. */
    Object pointKey(double samplePosition) {
        return samplePosition == Math.rint(samplePosition)
                ? (Object) points.filePosition((int) samplePosition)
                : (Object) samplePosition;
    }

    /** 3N coordinates at a position among the samples, interpolated linearly. */
    float[] points(double samplePosition, int frame) {
        float[] below = read((int) samplePosition);
        requireCount(below, frame);
        double part = samplePosition - Math.floor(samplePosition);
        if (part > 0) {
            float[] above = read((int) samplePosition + 1);
            requireCount(above, frame);
            blend(below, above, part);
        }
        return below;
    }

    /** The same for vertices {@code from ≤ i < to}, at a position that was checked before. */
    float[] points(double samplePosition, int from, int to) {
        float[] below = points.floats((int) samplePosition, 3 * from, 3 * to);
        double part = samplePosition - Math.floor(samplePosition);
        if (part > 0) {
            blend(below, points.floats((int) samplePosition + 1, 3 * from, 3 * to), part);
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
            throw bad(
                    "sample " + sample + " of its points has " + xyz.length + " numbers, which is not a multiple of 3");
        }
        return xyz;
    }

    private void requireCount(float[] xyz, int frame) {
        if (xyz.length != 3 * vertices) {
            throw bad("frame " + frame + " has " + xyz.length / 3 + " vertices; the first frame has " + vertices
                    + ". All frames must have the same vertices");
        }
    }

    /** Named sets of faces of a mesh, which programs use for materials. */
    static final class FaceSets {
        private FaceSets() {}

        static boolean isFaceSet(AlembicObject object) {
            return object.schema().startsWith("AbcGeom_FaceSet");
        }

        /** Faces by the name of their set, in file order. */
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
     * An attribute of a mesh at a time, such as its UVs or normals: a table of values. Every corner, vertex or face uses a
     * row, by its index or through a list of indices.
     *
     * @param width numbers per row
     * @param values rows × width
     * @param indices row of each corner, vertex or face
     * @param scope the elements that the rows belong to
     */
    record GeomParam(int width, float[] values, Optional<int[]> indices, Scope scope) {
        /** The elements that an attribute's rows belong to. */
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

        /** The attribute with this name, with or without indices; empty if it has no sample. */
        static Optional<GeomParam> read(CompoundProperty geometry, String name, int width, double seconds) {
            Optional<CompoundProperty> indexed = geometry.compound(name);
            Optional<SampledProperty> values =
                    indexed.isPresent() ? indexed.get().sampled(".vals") : geometry.sampled(name);
            Optional<SampledProperty> indices = indexed.flatMap(c -> c.sampled(".indices"));
            return values.filter(v -> !v.header().pod().isText())
                    .map(v -> new GeomParam(
                            width,
                            rows(v, width, (int) v.sampling().samplePosition(seconds, v.samples())),
                            indices.map(i -> i.ints((int) i.sampling().samplePosition(seconds, i.samples()))),
                            Scope.of(v.metaData("geoScope"))));
        }

        /** The first numbers of each element: some programs write UVs with a third component. */
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
         * The row of every corner of a mesh, {@link CornerTables#NO_ROW} if it has none.
         *
         * @return empty if the number of rows does not match the mesh
         */
        Optional<int[]> rows(PartFaces faces, int vertices) {
            int entries = indices.map(i -> i.length).orElse(values.length / width);
            Scope matchingScope = matchingScope(entries, faces, vertices);
            if (matchingScope == Scope.UNKNOWN) {
                return Optional.empty();
            }
            int[] rows = new int[faces.corners().length];
            for (int k = 0; k < faces.faceCount(); k++) {
                for (int c = faces.starts()[k]; c < faces.starts()[k + 1]; c++) {
                    rows[c] = switch (matchingScope) {
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

        /** The declared scope if the number of entries matches it, else the scope that it matches. */
        private Scope matchingScope(int entries, PartFaces faces, int vertices) {
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
