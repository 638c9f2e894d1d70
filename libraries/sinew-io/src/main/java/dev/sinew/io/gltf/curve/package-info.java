/** Transforms as keys that players interpolate: which keys it takes so that what is seen between frames stays true. */
package dev.sinew.io.gltf.curve;
