package dev.sinew.sample.creature;

import dev.sinew.sample.surface.Vec;

/**
 * One leg's joints.
 *
 * @param points rest positions of hip, knee, heel, ball and tip of the toes
 */
record Leg(int parent, int upper, int lower, int foot, int toes, Vec[] points) {}
