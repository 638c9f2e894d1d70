/** JMH benchmarks of the inner loops. */
package dev.sinew.bench.kernel;
