/** All samples by name. A separate package avoids a cycle with the samples' base classes. */
package dev.sinew.sample.catalogue;
