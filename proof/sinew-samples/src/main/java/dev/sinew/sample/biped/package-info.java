/** The biped: a rigged figure with clips, for the verbs that take models. */
package dev.sinew.sample.biped;
