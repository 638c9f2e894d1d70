package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicPart.PartFaces;
import dev.sinew.io.parts.CornerTables;
import java.util.Arrays;
import java.util.Optional;

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
