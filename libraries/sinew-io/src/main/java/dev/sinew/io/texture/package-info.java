/** Motion as a picture: the bones of all frames in one texture, for many instances of one animation. */
package dev.sinew.io.texture;
