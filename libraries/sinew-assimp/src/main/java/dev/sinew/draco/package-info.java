/** Draco mesh compression, decoded by the library drako in a child process: damaged data makes it loop forever. */
package dev.sinew.draco;
