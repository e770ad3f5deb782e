/**
 * Configuration: every key once, with its meaning and default ({@link dev.kvlease.app.config.ConfigKeys}), and the order
 * in which sources overrule each other ({@link dev.kvlease.app.config.ConfigSources}).
 */
package dev.kvlease.app.config;
