/** Fewer influences per vertex: the four methods that LD13 §4 compares, for users and for fallback skins. */
package dev.sinew.reduce;
