/**
 * BVH: a skeleton and its motion as text, for the programs that animate. Joints keep the world's axes in the rest pose;
 * angles are degrees.
 */
package dev.sinew.io.bvh;
