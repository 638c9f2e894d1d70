/** An artist's mannequin that moves every joint about several axes: ground truth for finding skeletons. */
package dev.sinew.sample.mannequin;
