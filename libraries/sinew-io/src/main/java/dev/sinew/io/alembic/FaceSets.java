package dev.sinew.io.alembic;

import java.util.LinkedHashMap;
import java.util.Map;

/** Named sets of faces below a mesh, which programs use for materials. */
final class FaceSets {
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
