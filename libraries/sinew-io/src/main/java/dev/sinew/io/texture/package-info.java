/** Motion as a texture: the bones of all frames in one image, for many instances of one animation. */
package dev.sinew.io.texture;
