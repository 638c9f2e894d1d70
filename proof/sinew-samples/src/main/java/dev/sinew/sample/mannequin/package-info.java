/** An artist's mannequin that moves every joint about several axes: what a skeleton can be found from. */
package dev.sinew.sample.mannequin;
