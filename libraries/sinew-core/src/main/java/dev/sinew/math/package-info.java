/** Small fixed-size algebra on flat arrays, and the workers that loops are spread over. */
package dev.sinew.math;
