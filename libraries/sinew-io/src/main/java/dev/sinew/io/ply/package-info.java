/** PLY, the Stanford polygon format: text, little and big endian. */
package dev.sinew.io.ply;
