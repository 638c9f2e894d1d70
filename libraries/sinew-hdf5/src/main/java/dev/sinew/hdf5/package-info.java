/** Alembic archives in the HDF5 form that the library wrote until 2013, as its AbcCoreHDF5 lays them out (docs/alembic.md). */
package dev.sinew.hdf5;
