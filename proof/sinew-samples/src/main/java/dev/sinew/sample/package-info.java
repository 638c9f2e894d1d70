/** Procedural sequences of any resolution: what users have, made here. Test data, demo, and pictures. */
package dev.sinew.sample;
