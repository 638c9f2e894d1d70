/** Point caches: files with the positions of a mesh, frame by frame, and nothing else. */
package dev.sinew.io.cache;
