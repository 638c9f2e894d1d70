/** What every capability shares with its callers: how far it is, how it ended, how it is stopped, and what it refuses. */
package dev.sinew.run;
