/** Fewer influences per vertex: the four ways that LD13 §4 compares, for users and for the fallback of other models. */
package dev.sinew.reduce;
