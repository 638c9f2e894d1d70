/** Wavefront OBJ with its material files. */
package dev.sinew.io.obj;
