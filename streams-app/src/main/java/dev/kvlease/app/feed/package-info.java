/**
 * What an instance has said lately: the newest verdicts and violations, and counts by the second. Stream threads put in and
 * never wait; others take out what is still there.
 */
package dev.kvlease.app.feed;
