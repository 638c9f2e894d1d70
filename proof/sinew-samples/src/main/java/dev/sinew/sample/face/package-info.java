/** The face: a head whose skin, lids and jaw run through a few expressions. */
package dev.sinew.sample.face;
