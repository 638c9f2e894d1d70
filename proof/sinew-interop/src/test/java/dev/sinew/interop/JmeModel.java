package dev.sinew.interop;

import com.jme3.anim.AnimComposer;
import com.jme3.anim.AnimTrack;
import com.jme3.anim.Armature;
import com.jme3.anim.Joint;
import com.jme3.anim.SkinningControl;
import com.jme3.anim.TransformTrack;
import com.jme3.anim.tween.action.BlendableAction;
import com.jme3.asset.AssetManager;
import com.jme3.asset.DesktopAssetManager;
import com.jme3.asset.plugins.FileLocator;
import com.jme3.math.Matrix4f;
import com.jme3.math.Vector3f;
import com.jme3.scene.Geometry;
import com.jme3.scene.Mesh;
import com.jme3.scene.Node;
import com.jme3.scene.Spatial;
import com.jme3.scene.VertexBuffer.Type;
import com.jme3.scene.control.Control;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A GLB in jMonkeyEngine without a display: plays its animation and applies its matrices. */
final class JmeModel {
    private static final int INFLUENCES = 4;

    private final Node root;
    private final List<Geometry> geometries = new ArrayList<>();
    private final SkinningControl skin;
    private final AnimComposer composer;

    private JmeModel(Node root) {
        this.root = root;
        root.depthFirstTraversal(spatial -> {
            if (spatial instanceof Geometry geometry) {
                geometries.add(geometry);
            }
        });
        skin = find(root, SkinningControl.class);
        composer = find(root, AnimComposer.class);
    }

    static JmeModel load(Path file) {
        AssetManager assets = new DesktopAssetManager(true);
        assets.registerLocator(file.toAbsolutePath().getParent().toString(), FileLocator.class);
        return new JmeModel((Node) assets.loadModel(file.getFileName().toString()));
    }

    private static <C extends Control> C find(Spatial top, Class<C> kind) {
        List<C> found = new ArrayList<>();
        top.depthFirstTraversal(spatial -> {
            C control = spatial.getControl(kind);
            if (control != null) {
                found.add(control);
            }
        });
        return found.get(0);
    }

    int primitives() {
        return geometries.size();
    }

    /** Plays a clip to a time. */
    void play(String clip, double seconds) {
        BlendableAction action = (BlendableAction) composer.setCurrentAction(clip);
        // Do not blend with the previous pose.
        action.setTransitionLength(0);
        // The exact end would wrap to the start.
        composer.setTime(AnimComposer.DEFAULT_LAYER, Math.min(seconds, Math.nextDown(action.getLength())));
        root.updateLogicalState(0);
        root.updateGeometricState();
    }

    /** The largest deviation of joints in radians at a time of a clip, summed along the skeleton; see {@link Chord}. */
    double chordAngle(String clip, double seconds) {
        Map<Joint, Double> angles = new HashMap<>();
        for (AnimTrack<?> track : composer.getAnimClip(clip).getTracks()) {
            TransformTrack keys = (TransformTrack) track;
            if (keys.getTarget() instanceof Joint joint && keys.getRotations() != null) {
                angles.put(joint, Chord.angle(keys.getTimes(), keys.getRotations(), seconds));
            }
        }
        double largest = 0;
        for (Joint leaf : skin.getArmature().getJointList()) {
            double sum = 0;
            for (Joint joint = leaf; joint != null; joint = joint.getParent()) {
                sum += angles.getOrDefault(joint, 0.0);
            }
            largest = Math.max(largest, sum);
        }
        return largest;
    }

    /** Posed vertices of a primitive, xyz after xyz. */
    double[] positions(int primitive) {
        Armature armature = skin.getArmature();
        armature.update();
        Matrix4f[] palette = armature.computeSkinningMatrices();
        Geometry geometry = geometries.get(primitive);
        Mesh mesh = geometry.getMesh();
        FloatBuffer rest = mesh.getFloatBuffer(Type.BindPosePosition);
        FloatBuffer weights = mesh.getFloatBuffer(Type.BoneWeight);
        Buffer bones = mesh.getBuffer(Type.BoneIndex).getData();
        double[] out = new double[3 * mesh.getVertexCount()];
        for (int i = 0; i < mesh.getVertexCount(); i++) {
            Vector3f sum = new Vector3f();
            for (int k = 0; k < INFLUENCES; k++) {
                Vector3f vertex = new Vector3f(rest.get(3 * i), rest.get(3 * i + 1), rest.get(3 * i + 2));
                Vector3f moved = palette[bone(bones, INFLUENCES * i + k)].mult(vertex);
                sum.addLocal(moved.multLocal(weights.get(INFLUENCES * i + k)));
            }
            Vector3f world = geometry.localToWorld(sum, sum);
            out[3 * i] = world.x;
            out[3 * i + 1] = world.y;
            out[3 * i + 2] = world.z;
        }
        return out;
    }

    private static int bone(Buffer bones, int at) {
        return bones instanceof ByteBuffer bytes ? bytes.get(at) & 0xff : ((ShortBuffer) bones).get(at) & 0xffff;
    }
}
