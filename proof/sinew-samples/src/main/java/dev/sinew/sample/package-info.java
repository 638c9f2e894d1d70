/** Procedural sequences of any resolution, for tests, demos and pictures. */
package dev.sinew.sample;
