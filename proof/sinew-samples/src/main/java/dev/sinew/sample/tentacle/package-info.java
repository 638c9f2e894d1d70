/** The tentacle: a tube with suckers that curls and twists. */
package dev.sinew.sample.tentacle;
