/** What travels between engines and connectors: vLLM's frames, MessagePack, our records' twins and vLLM's own events. */
package dev.kvlease.connect.wire;
