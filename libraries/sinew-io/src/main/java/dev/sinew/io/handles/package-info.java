/** Handles and their targets: our JSON files, and the skeletons of {@code .tgf}. */
package dev.sinew.io.handles;
