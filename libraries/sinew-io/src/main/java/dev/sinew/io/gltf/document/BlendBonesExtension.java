package dev.sinew.io.gltf.document;

import dev.sinew.model.BlendBones;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinningOperator;
import java.util.function.IntUnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the extension {@code SINEW_blend_bones} of a skin: how its last joints follow others. See docs/reference/extensions.md. */
public final class BlendBonesExtension {
    private BlendBonesExtension() {}

    /**
     * @param skin modified
     * @param own blend bones of the skin, whose joints are {@code first}, {@code first} + 1 …
     * @param jointOf joint of a master bone; negative if the skin does not have it
     */
    public static void write(ObjectNode skin, BlendBones blendBones, int[] own, int first, IntUnaryOperator jointOf) {
        ObjectNode extension = skin.withObject("extensions").putObject(Vocabulary.BLEND_BONES);
        extension.put("version", Vocabulary.BLEND_BONES_VERSION);
        extension.put("operator", blendBones.operator().word());
        ArrayNode bones = extension.putArray("blendBones");
        SkinWeights u = blendBones.weights();
        for (int n = 0; n < own.length; n++) {
            ObjectNode bone = bones.addObject().put("joint", first + n);
            ArrayNode drivers = bone.putArray("drivers");
            ArrayNode weights = bone.putArray("weights");
            int at = own[n] * u.influences();
            for (int k = at; k < at + u.influencesOf(own[n]); k++) {
                int joint = jointOf.applyAsInt(u.bones()[k]);
                if (joint >= 0) {
                    drivers.add(joint);
                }
                weights.add(u.weights()[k]);
            }
            if (blendBones.operator() == SkinningOperator.CENTRES_OF_ROTATION) {
                ArrayNode centre = bone.putArray("centre");
                for (int x = 0; x < 3; x++) {
                    centre.add(blendBones.centres()[3 * own[n] + x]);
                }
            }
        }
    }
}
