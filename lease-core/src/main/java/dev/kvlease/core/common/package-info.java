/** What every section of the rules shares: constants, absent values, reasons of refusal, and where a record came from. */
package dev.kvlease.core.common;
