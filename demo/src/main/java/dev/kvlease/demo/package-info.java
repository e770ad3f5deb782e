/** The demo: broker, registry, stream and fleet in one process, and at the end the proof from the ground truth. */
package dev.kvlease.demo;
