/** Point caches: files that contain only the positions of a mesh, frame by frame. */
package dev.sinew.io.cache;
