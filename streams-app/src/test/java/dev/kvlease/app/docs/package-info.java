/** Holds what is written in README and docs to the code. */
package dev.kvlease.app.docs;
