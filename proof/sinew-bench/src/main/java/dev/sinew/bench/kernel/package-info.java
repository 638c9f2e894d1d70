/** The inner loops under JMH. */
package dev.sinew.bench.kernel;
