/** Bones, postures and soft skin for the samples that walk. */
package dev.sinew.sample.rig;
