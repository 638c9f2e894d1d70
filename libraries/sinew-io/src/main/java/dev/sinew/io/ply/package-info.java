/** PLY, the Stanford polygon format: text, little-endian and big-endian. */
package dev.sinew.io.ply;
