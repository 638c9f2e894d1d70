/** The robot: rigid parts, each a separate shell. */
package dev.sinew.sample.robot;
