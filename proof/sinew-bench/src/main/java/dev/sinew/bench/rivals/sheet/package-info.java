/** What a run of the rivals is shown as: chapters of tables and figures whose every cell says where it comes from. */
package dev.sinew.bench.rivals.sheet;
