// Reads and writes records with registry clients that are not ours. In: one JSON job on stdin. Out: one JSON answer.
import confluent from '@confluentinc/schemaregistry';
import kafkajs from '@kafkajs/confluent-schema-registry';
import { createRequire } from 'node:module';

// nanoseconds need more than the 53 bits of a JavaScript number
const bigLong = (avsc) => avsc.types.LongType.__with({
  fromBuffer: (bytes) => bytes.readBigInt64LE(),
  toBuffer: (value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: (value) => value,
  isValid: (value) => typeof value === 'bigint',
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
});

const long = bigLong(createRequire(import.meta.url)('avsc'));
const longs = () => ({ typeHook: (schema) => (schema === 'long' || schema.type === 'long' ? long : undefined) });

const plain = (value) => {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
};

function confluentClient(url) {
  const client = new confluent.SchemaRegistryClient({ baseURLs: [url] });
  const conf = longs();
  const reader = new confluent.AvroDeserializer(client, confluent.SerdeType.VALUE, conf);
  const writer = new confluent.AvroSerializer(client, confluent.SerdeType.VALUE, { ...conf, useLatestVersion: true });
  return {
    register: (subject, schema) => client.register(subject, { schema, schemaType: 'AVRO' }),
    read: (topic, bytes) => reader.deserialize(topic, bytes),
    write: (topic, value) => writer.serialize(topic, value),
  };
}

function kafkajsClient(url) {
  const client = new kafkajs.SchemaRegistry({ host: url }, { [kafkajs.SchemaType.AVRO]: longs() });
  return {
    register: async (subject, schema) =>
      (await client.register({ type: kafkajs.SchemaType.AVRO, schema }, { subject, compatibility: undefined })).id,
    read: (topic, bytes) => client.decode(bytes),
    write: async (topic, value) => client.encode(await client.getLatestSchemaId(`${topic}-value`), value),
  };
}

async function exchange(client, job) {
  const answer = { ids: [], records: [] };
  for (const { subject, schema } of job.register) {
    answer.ids.push(await client.register(subject, schema));
  }
  for (const { topic, hex } of job.records) {
    const value = plain(await client.read(topic, Buffer.from(hex, 'hex')));
    answer.records.push({ value, hex: (await client.write(topic, value)).toString('hex') });
  }
  return answer;
}

function guidHeader(guid) {
  return new confluent.SchemaId('AVRO', undefined, guid).guidToBytes().toString('hex');
}

const chunks = [];
for await (const chunk of process.stdin) {
  chunks.push(chunk);
}
const job = JSON.parse(Buffer.concat(chunks).toString('utf8'));
const client = job.client === 'confluent' ? confluentClient(job.url) : kafkajsClient(job.url);
const answer = { ...(await exchange(client, job)), guidHeader: guidHeader(job.guid) };
process.stdout.write(JSON.stringify(answer, (name, value) => (typeof value === 'bigint' ? value.toString() : value)));
process.exit(0);
