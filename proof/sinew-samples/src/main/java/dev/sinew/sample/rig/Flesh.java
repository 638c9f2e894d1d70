package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Limb;

/**
 * A limb and the joint that moves it.
 *
 * @param fillet how far it melts into what it joins
 */
public record Flesh(Limb limb, int joint, double fillet) {}
