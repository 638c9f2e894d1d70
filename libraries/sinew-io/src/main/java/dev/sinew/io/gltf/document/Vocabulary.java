package dev.sinew.io.gltf.document;

/** Names in glTF files that our writers and readers share; docs/reference/extensions.md describes the extensions. */
public final class Vocabulary {
    /** The extra of a skin with the type of its bones. */
    public static final String BONE_TYPE = "boneType";
    /** The extra of a skin with the parent of every bone, if the nodes are not a tree of bones. */
    public static final String PARENTS = "parents";
    /**
     * The extra of a skin with the number of its last joints that belong to the fallback skin, which has the first set of
     * weights.
     */
    public static final String FALLBACK_JOINTS = "stockJoints";
    /** The extra of an animation with its frame rate. */
    public static final String RATE = "framesPerSecond";
    /** The extra of an animation with its number of frames. */
    public static final String FRAMES = "frames";
    /** The attribute that maps file vertices to the vertices of the mesh. */
    public static final String SOURCE_VERTEX = "_SOURCE_VERTEX";
    /** The default mode of primitives; lower ones are points and lines, higher ones strips and fans. */
    public static final int TRIANGLES = 4;
    /** Marks a material that the input did not have. */
    public static final String ASSUMED = "sinewAssumed";

    public static final String QUANTIZATION = "KHR_mesh_quantization";
    public static final String MESHOPT = "EXT_meshopt_compression";
    public static final String DRACO = "KHR_draco_mesh_compression";

    public static final String TWO_LAYER = "SINEW_two_layer";
    public static final int TWO_LAYER_VERSION = 1;
    public static final String ATOM_INFLUENCES = "atomInfluences";
    public static final String ATOM_JOINTS = "atomJoints";
    public static final String ATOM_WEIGHTS = "atomWeights";
    public static final String VIRTUAL_BONES = "virtualBones";
    public static final String COEFFICIENTS = "coefficients";

    public static final String BLEND_BONES = "SINEW_blend_bones";
    /** Readers reject other versions. */
    public static final int BLEND_BONES_VERSION = 1;

    private Vocabulary() {}

    /** The time of frame f in seconds, as stored in a file. */
    public static float time(double frame, double framesPerSecond) {
        return (float) (frame / framesPerSecond);
    }
}
