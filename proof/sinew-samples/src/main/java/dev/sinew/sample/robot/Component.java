package dev.sinew.sample.robot;

import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.Vec;

/**
 * A part of the robot where it sits in the rest pose.
 *
 * @param joint that carries it
 * @param material index into {@link Finish#materials}
 */
record Component(HardPart part, Vec centre, Quat turn, int joint, int material) {}
