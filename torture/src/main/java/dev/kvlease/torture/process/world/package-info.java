/** What is tortured: brokers, applications and a connector, each a process of its own, and the load on them. */
package dev.kvlease.torture.process.world;
