package dev.sinew.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the ending of a file's name says about it. */
enum FileKind {
    OBJ(".obj"),
    PLY(".ply"),
    PC2(".pc2"),
    MDD(".mdd"),
    ALEMBIC(".abc"),
    GLB(".glb"),
    GLTF(".gltf"),
    FBX(".fbx"),
    USDA(".usda"),
    USDZ(".usdz"),
    USDC(".usdc"),
    USD(".usd"),
    NPZ(".npz"),
    NPY(".npy"),
    OTHER("");

    static final List<FileKind> MESHES = List.of(OBJ, PLY);
    static final List<FileKind> CACHES = List.of(PC2, MDD, NPY);

    private final String ending;

    FileKind(String ending) {
        this.ending = ending;
    }

    static FileKind of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (FileKind kind : values()) {
            if (name.endsWith(kind.ending)) {
                return kind;
            }
        }
        return OTHER;
    }

    boolean isMesh() {
        return MESHES.contains(this);
    }

    boolean isUsd() {
        return this == USDA || this == USDZ || this == USDC || this == USD;
    }

    boolean isCache() {
        return CACHES.contains(this);
    }

    String ending() {
        return ending;
    }

    /** The file's name without folder and ending. */
    static String stem(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
