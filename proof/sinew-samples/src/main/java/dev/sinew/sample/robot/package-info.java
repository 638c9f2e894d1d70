/** The robot: hard parts, each a shell of its own, that only ever move rigidly. */
package dev.sinew.sample.robot;
