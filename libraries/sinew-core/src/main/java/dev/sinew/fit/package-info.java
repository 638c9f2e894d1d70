/** Any mesh sequence → linear blend skinning with few bones and few weights per vertex (Kavan, Sloan, O'Sullivan 2010). */
package dev.sinew.fit;
