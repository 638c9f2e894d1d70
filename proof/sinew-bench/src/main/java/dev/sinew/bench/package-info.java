/** Measures whole runs and puts the numbers of others beside them. */
package dev.sinew.bench;
