/**
 * Platform dependencies: threads, memory, processor, mapped storage and random numbers. No other package of the core queries the JVM for
 * these, so a port (WebAssembly) replaces only this package.
 */
package dev.sinew.platform;
