package dev.sinew.retarget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FourLegsTest {
    private final List<double[]> joints = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();

    private int add(int parent, double x, double y, double z) {
        joints.add(new double[] {x, y, z});
        parents.add(parent);
        return joints.size() - 1;
    }

    private int chain(int parent, double[]... points) {
        int at = parent;
        for (double[] p : points) {
            at = add(at, p[0], p[1], p[2]);
        }
        return at;
    }

    /** A leg of a number of bones, straight down. */
    private int leg(int carrier, double x, double z, int bones) {
        int at = carrier;
        for (int k = 0; k <= bones; k++) {
            at = add(at, x, 1 - k / (double) bones, z);
        }
        return at;
    }

    private FourLegs animal(int legBones, int spineBones) {
        int hips = add(Skeleton.NONE, 0, 1.1, -1);
        int at = hips;
        for (int k = 1; k <= spineBones; k++) {
            at = add(at, 0, 1.1, -1 + 2.0 * k / spineBones);
        }
        chain(hips, new double[] {0, 1.2, -1.4}, new double[] {0, 1, -1.9});
        chain(at, new double[] {0, 1.4, 1.3}, new double[] {0, 1.6, 1.6}, new double[] {0, 1.6, 2});
        for (int side : new int[] {1, -1}) {
            leg(hips, 0.3 * side, -1, legBones);
            leg(at, 0.3 * side, 1, legBones);
        }
        return found().orElseThrow();
    }

    private java.util.Optional<FourLegs> found() {
        double[] c = new double[3 * joints.size()];
        for (int k = 0; k < c.length; k++) {
            c[k] = joints.get(k / 3)[k % 3];
        }
        return FourLegs.of(parents.stream().mapToInt(p -> p).toArray(), c);
    }

    private double[] positions() {
        return joints.stream().flatMapToDouble(java.util.Arrays::stream).toArray();
    }

    @Test
    void limbsAreFoundByShape() {
        FourLegs animal = animal(3, 2);
        assertThat(animal.hips()).isZero();
        assertThat(animal.chains().keySet())
                .containsExactlyInAnyOrder(
                        "leftHindLeg", "rightHindLeg", "leftForeLeg", "rightForeLeg", "spine", "neck", "tail");
        assertThat(animal.chains().get("neck")).hasSize(3);
        assertThat(joints.get(animal.chains().get("leftForeLeg").get(0))).containsExactly(0.3, 1, 1);
        assertThat(joints.get(animal.chains().get("rightHindLeg").get(3))).containsExactly(-0.3, 0, -1);
        assertThat(animal.feet()).hasSize(4);
    }

    @Test
    void chainsOfDifferentLengthAreMatchedAlongTheirLength() {
        FourLegs many = animal(6, 4);
        double[] c = positions();
        int bones = joints.size();
        joints.clear();
        parents.clear();
        FourLegs few = animal(3, 2);
        BoneMatch match = BoneMatch.none(bones);
        many.match(few, c, positions(), match);
        List<Integer> own = many.chains().get("leftHindLeg");
        List<Integer> other = few.chains().get("leftHindLeg");
        for (int k = 0; k < own.size(); k++) {
            assertThat(match.first()[own.get(k)]).as("bone " + k).isEqualTo(other.get(k / 2));
        }
        assertThat(match.first()[many.hips()]).isEqualTo(few.hips());
    }

    @Test
    void peopleAndSpidersAreNoSuchAnimals() {
        int hips = add(Skeleton.NONE, 0, 1, 0);
        int chest = add(hips, 0, 1.4, 0);
        add(chest, 0, 1.7, 0);
        for (int side : new int[] {1, -1}) {
            leg(hips, 0.1 * side, 0, 3);
            chain(chest, new double[] {0.2 * side, 1.4, 0}, new double[] {0.25 * side, 0.9, 0.05}, new double[] {
                0.25 * side, 0.35, 0.3
            });
        }
        assertThat(found()).as("person with hanging arms").isEmpty();
        joints.clear();
        parents.clear();
        int body = add(Skeleton.NONE, 0, 1, 0);
        for (int side : new int[] {1, -1}) {
            for (int k = 0; k < 4; k++) {
                leg(body, side, k - 1.5, 3);
            }
        }
        assertThat(found()).as("spider").isEmpty();
    }
}
