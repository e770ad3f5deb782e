/** What engines of the simulated fleet say, in plain flat records with the field names' meaning of the topics. */
package dev.kvlease.fleet.record;
