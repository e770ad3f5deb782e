// Reads an AsyncAPI document with the parser of its authors. In: the document on stdin. Out: its faults and its channels.
import { readFileSync } from 'node:fs';
import { AvroSchemaParser } from '@asyncapi/avro-schema-parser';
import asyncapi from '@asyncapi/parser';

// that there is a newer AsyncAPI is no fault
const ALLOWED = new Set(['asyncapi-latest-version']);

const parser = new asyncapi.Parser();
parser.registerSchemaParser(AvroSchemaParser());
const { document, diagnostics } = await parser.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify({
  faults: diagnostics.filter(({ code }) => !ALLOWED.has(code)).map(({ path, message }) => `${path.join('.')}: ${message}`),
  channels: document ? document.channels().all().map((channel) => channel.address()) : [],
}));
