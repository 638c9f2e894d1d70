/**
 * BVH: a skeleton and its motion as text, for animation programs. Joints keep the world's axes in the rest pose; angles are
 * degrees.
 */
package dev.sinew.io.bvh;
