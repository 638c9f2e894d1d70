/** Types that the readers and writers of formats share: growing arrays, attributes, colours, notes, errors. */
package dev.sinew.io.parts;
