package dev.sinew.io.gltf.document;

/** What our writers call things and our readers know them by; docs/extensions.md describes the extensions. */
public final class Vocabulary {
    /** The extra of a skin that holds what its bones are limited to. */
    public static final String BONE_TYPE = "boneType";
    /** The extra of a skin that holds the parent of every bone, where the nodes do not show it. */
    public static final String PARENTS = "parents";
    /** The extra of a skin that says how many of its last joints are those of a fallback skin, which has the first set of weights. */
    public static final String FALLBACK_JOINTS = "stockJoints";
    /** The extra of an animation that holds the rate. */
    public static final String RATE = "framesPerSecond";
    /** The extra of an animation that holds the number of frames. */
    public static final String FRAMES = "frames";
    /** The attribute that leads from file vertices to the mesh's own. */
    public static final String SOURCE_VERTEX = "_SOURCE_VERTEX";
    /** The mark of a material the input did not have. */
    public static final String ASSUMED = "sinewAssumed";

    public static final String QUANTIZATION = "KHR_mesh_quantization";
    public static final String MESHOPT = "EXT_meshopt_compression";

    public static final String TWO_LAYER = "SINEW_two_layer";
    public static final int TWO_LAYER_VERSION = 1;
    public static final String ATOM_INFLUENCES = "atomInfluences";
    public static final String ATOM_JOINTS = "atomJoints";
    public static final String ATOM_WEIGHTS = "atomWeights";
    public static final String VIRTUAL_BONES = "virtualBones";
    public static final String COEFFICIENTS = "coefficients";

    public static final String BLEND_BONES = "SINEW_blend_bones";
    /** Readers refuse what they do not know. */
    public static final int BLEND_BONES_VERSION = 1;

    private Vocabulary() {}

    /** When frame f is, in seconds as a file holds them. */
    public static float time(double frame, double framesPerSecond) {
        return (float) (frame / framesPerSecond);
    }
}
