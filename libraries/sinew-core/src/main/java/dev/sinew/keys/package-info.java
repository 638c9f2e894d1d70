/** Animation keys: curves through the motion of bones, key insertion where interpolation deviates, key reduction. */
package dev.sinew.keys;
