package dev.sinew.interop;

import com.jme3.anim.AnimComposer;
import com.jme3.anim.Armature;
import com.jme3.anim.SkinningControl;
import com.jme3.anim.tween.action.BlendableAction;
import com.jme3.anim.util.JointModelTransform;
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
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A GLB in jMonkeyEngine, without a display: its animation plays, its matrices pose the vertices. */
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
        // The loader numbers the geometries as the file does its primitives, but attaches them as it likes.
        skin = find(root, SkinningControl.class);
        composer = find(root, AnimComposer.class);
    }

    static JmeModel load(Path file) {
        AssetManager assets = new DesktopAssetManager(true);
        assets.registerLocator(file.toAbsolutePath().getParent().toString(), FileLocator.class);
        return new JmeModel((Node) assets.loadModel(file.getFileName().toString()));
    }

    private static <C extends com.jme3.scene.control.Control> C find(Spatial top, Class<C> kind) {
        List<C> found = new ArrayList<>();
        top.depthFirstTraversal(spatial -> {
            C control = spatial.getControl(kind);
            if (control != null) {
                found.add(control);
            }
        });
        return found.get(0);
    }

    /** Chooses how joints hand their motion on: as separate translation, rotation and scale, or as matrices. */
    void handOn(Class<? extends JointModelTransform> kind) {
        skin.getArmature().setModelTransformClass(kind);
        skin.getArmature().applyInitialPose();
    }

    int primitives() {
        return geometries.size();
    }

    /** Plays a clip to a time. */
    void play(String clip, double seconds) {
        BlendableAction action = (BlendableAction) composer.setCurrentAction(clip);
        // Else the pose of before is blended in.
        action.setTransitionLength(0);
        // The very end would be the start again.
        composer.setTime(AnimComposer.DEFAULT_LAYER, Math.min(seconds, Math.nextDown(action.getLength())));
        root.updateLogicalState(0);
        root.updateGeometricState();
    }

    /** Vertices of a primitive as they are posed now, xyz after xyz. */
    double[] positions(int primitive) {
        Armature armature = skin.getArmature();
        armature.update();
        Matrix4f[] palette = armature.computeSkinningMatrices();
        Geometry geometry = geometries.get(primitive);
        Mesh mesh = geometry.getMesh();
        FloatBuffer rest = mesh.getFloatBuffer(Type.BindPosePosition) != null
                ? mesh.getFloatBuffer(Type.BindPosePosition)
                : mesh.getFloatBuffer(Type.Position);
        FloatBuffer weights = mesh.getFloatBuffer(Type.BoneWeight);
        Buffer bones = mesh.getBuffer(Type.BoneIndex).getData();
        double[] out = new double[3 * mesh.getVertexCount()];
        Vector3f vertex = new Vector3f();
        for (int i = 0; i < mesh.getVertexCount(); i++) {
            Vector3f sum = new Vector3f();
            for (int k = 0; k < INFLUENCES; k++) {
                vertex.set(rest.get(3 * i), rest.get(3 * i + 1), rest.get(3 * i + 2));
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
