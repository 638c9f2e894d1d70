/** What jobs made, to look at: one page and one picture each. */
package dev.sinew.show.made;
