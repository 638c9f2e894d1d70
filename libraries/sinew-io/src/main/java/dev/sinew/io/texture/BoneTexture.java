package dev.sinew.io.texture;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the skinning matrices of one clip as a texture of half floats, with a small JSON description. A row per frame, three
 * texels (RGBA) per bone: the rows of [A | A·c + t − c], the motion about the bone's pivot c. This keeps the numbers small,
 * where halves are precise. See docs/reference/bone-texture.md.
 */
public final class BoneTexture {
    private static final int TEXELS = 3;
    private static final int HALVES = 4;

    private BoneTexture() {}

    /** The file for the description of a texture. */
    public static Path description(Path texture) {
        return texture.resolveSibling(texture.getFileName() + ".json");
    }

    /** Writes the texture and its description, each completely or not at all. */
    public static void write(SkinnedModel model, Clip clip, Path file) {
        byte[] texels = texels(model.skeleton(), clip.motion());
        AtomicFile.write(file, out -> out.write(texels));
        byte[] json = JsonMapper.shared().writeValueAsBytes(described(model.skeleton(), clip, file));
        AtomicFile.write(description(file), out -> out.write(json));
    }

    private static byte[] texels(Skeleton skeleton, BoneMotion motion) {
        int halves = Math.multiplyExact(HALVES * TEXELS * motion.boneCount(), motion.frameCount());
        ByteBuffer out = ByteBuffer.allocate(Math.multiplyExact(2, halves)).order(ByteOrder.LITTLE_ENDIAN);
        double[] m = motion.matrices();
        double[] c = skeleton.pivots();
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < motion.boneCount(); j++) {
                for (int r = 0; r < TEXELS; r++) {
                    int at = motion.offset(f, j) + 4 * r;
                    double moved = m[at + 3] - c[3 * j + r];
                    for (int x = 0; x < 3; x++) {
                        out.putShort(Half.of(m[at + x]));
                        moved += m[at + x] * c[3 * j + x];
                    }
                    out.putShort(Half.of(moved));
                }
            }
        }
        return out.array();
    }

    private static ObjectNode described(Skeleton skeleton, Clip clip, Path file) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("version", 1).put("texture", file.getFileName().toString()).put("format", "RGBA16F");
        root.put("clip", clip.name()).put("framesPerSecond", clip.framesPerSecond());
        root.put("frames", clip.motion().frameCount()).put("bones", skeleton.boneCount());
        root.put("width", TEXELS * skeleton.boneCount())
                .put("height", clip.motion().frameCount());
        ArrayNode names = root.putArray("names");
        skeleton.names().forEach(names::add);
        ArrayNode pivots = root.putArray("pivots");
        for (double x : skeleton.pivots()) {
            pivots.add((float) x);
        }
        return root;
    }

    /** 16-bit floating-point numbers: a sign, five bits of exponent, ten of fraction. */
    static final class Half {
        private static final float MAX_VALUE = 65504f;

        private Half() {}

        /** The nearest half, ties to even; larger numbers are clamped. */
        static short of(double value) {
            float x = (float) Math.max(-MAX_VALUE, Math.min(MAX_VALUE, value));
            int bits = Float.floatToIntBits(x);
            int sign = bits >>> 16 & 0x8000;
            int magnitude = bits & 0x7fffffff;
            if (magnitude < 0x38800000) {
                // Below 2⁻¹⁴ the step is always 2⁻²⁴.
                return (short) (sign | (int) Math.rint(Math.abs(x) * 0x1p24));
            }
            int rounded = magnitude + 0xfff + (magnitude >>> 13 & 1);
            return (short) (sign | rounded - 0x38000000 >>> 13);
        }

        static double value(short half) {
            int exponent = half >> 10 & 0x1f;
            int fraction = half & 0x3ff;
            double size = exponent == 0 ? fraction * 0x1p-24 : Math.scalb(1 + fraction * 0x1p-10, exponent - 15);
            return half < 0 ? -size : size;
        }
    }
}
