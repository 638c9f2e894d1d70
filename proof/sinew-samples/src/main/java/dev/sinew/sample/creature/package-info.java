/** The walking creature: its anatomy, its hide, its gait. */
package dev.sinew.sample.creature;
