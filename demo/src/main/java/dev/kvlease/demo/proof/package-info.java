/** The proof of a run: what really happened to the blocks that readers wanted, with the gate and without it. */
package dev.kvlease.demo.proof;
