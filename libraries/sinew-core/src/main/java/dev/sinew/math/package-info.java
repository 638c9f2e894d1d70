/** Small fixed-size algebra on flat arrays. */
package dev.sinew.math;
