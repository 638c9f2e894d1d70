/** What the runs of the rivals measured, kept in a ledger and shown as chapters of tables and figures; every cell says where it comes from. */
package dev.sinew.bench.rivals.sheet;
