/** Every sample by its name. Apart from the samples' own interfaces, so that no package knows one that knows it. */
package dev.sinew.sample.catalogue;
