/** Benchmarks of whole runs. */
package dev.sinew.bench;
