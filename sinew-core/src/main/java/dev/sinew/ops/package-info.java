/** The catalogue of what Sinew can do: a name, an options record and a function each. Every front end runs these. */
package dev.sinew.ops;
