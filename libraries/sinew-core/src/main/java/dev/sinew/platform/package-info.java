/**
 * What depends on where the program runs: threads, memory, processor, mapped storage and random numbers. Nothing else in the core asks the JVM about
 * these, so another platform (WebAssembly) replaces this package alone.
 */
package dev.sinew.platform;
