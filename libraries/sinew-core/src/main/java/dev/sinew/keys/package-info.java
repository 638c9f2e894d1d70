/** Animation keys: curves through the motion of bones, key insertion where interpolation strays, key reduction. */
package dev.sinew.keys;
