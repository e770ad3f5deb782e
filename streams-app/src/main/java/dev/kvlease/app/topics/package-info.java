/** The topics and subjects of kvlease: what they are called, how they are made, and whether they are as they must be. */
package dev.kvlease.app.topics;
