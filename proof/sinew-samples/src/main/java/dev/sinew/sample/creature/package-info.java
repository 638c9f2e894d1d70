/** The walking creature: anatomy, colours and gait. */
package dev.sinew.sample.creature;
