import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { checkedStores } from "../support/entity-stores.ts";
import { measure, medianOf } from "./measurement.ts";
import { openStoreInTemporaryFolder } from "./temporary-store.ts";

const ROUNDS = 7;
const CALLS = 2_000;
const WRITERS = 16;
const WRITES = 100;

const record: CredentialRecord = {
  id: "00000000-0000-4000-8000-000000000002",
  tenant_id: "00000000-0000-4000-8000-000000000001",
  kind: "chatapp_bot",
  label: "bench",
  token_cipher: "v1.k1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA",
  scope: "",
  metadata: {},
  expires_at: null,
  revoked_at: null,
  version: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  last_used_at: null,
  last_error: null,
};

/**
 * Measures what reading one credential costs: the AWS SDK alone (marshalling, signing, parsing; a canned
 * answer), and the store of one machine. Then how many writes that store puts on the disk in a second.
 */
export async function storeBench(): Promise<void> {
  const { close, ...platform } = await openStoreInTemporaryFolder();
  const { credentials: store } = checkedStores(platform, systemClock);
  await store.create(record);
  const Key = { pk: { S: `TENANT#${record.tenant_id}` }, sk: { S: `CRED#${record.id}` } };
  const read = () => new GetItemCommand({ TableName: "plumbline", Key, ConsistentRead: true });
  const answer = JSON.stringify({ Item: { ...Key, ...marshall(record, { removeUndefinedValues: true }) } });
  const canned = new DynamoDBClient({
    region: "local",
    credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
    requestHandler: {
      handle: async () => ({
        response: {
          statusCode: 200,
          headers: { "content-type": "application/x-amz-json-1.0" },
          body: Buffer.from(answer),
        },
      }),
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  });
  const kinds = {
    "AWS SDK alone, GetItem": () => canned.send(read()),
    "store of one machine, one credential": () => store.get(record.tenant_id, record.id),
  };
  console.log(`\nReading one credential in this process, medians of ${ROUNDS} interleaved rounds`);
  const rounds = Object.entries(kinds).map(([name, call]) => ({
    name,
    call,
    all: [] as Awaited<ReturnType<typeof measure>>[],
  }));
  for (const { call } of rounds) await measure(call, CALLS, 1);
  for (let round = 0; round < ROUNDS; round++)
    for (const { call, all } of rounds) all.push(await measure(call, CALLS, 1));
  for (const { name, all } of rounds) {
    const { cpuPerCall, p50, p99 } = medianOf(all);
    console.log(
      `${name.padEnd(36)} CPU ${cpuPerCall.toFixed(0).padStart(5)} µs   p50 ${p50.toFixed(3)} ms   p99 ${p99.toFixed(3)} ms`,
    );
  }
  for (const writers of [1, WRITERS]) {
    const began = performance.now();
    const before = process.cpuUsage();
    const write = async (writer: number) => {
      for (let count = 0; count < WRITES; count++) {
        const id = `${writers}-${writer}-${count}`;
        await store.create({ ...record, id, label: id });
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    const seconds = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / (writers * WRITES);
    console.log(
      `${writers} writers: ${((writers * WRITES) / seconds).toFixed(0)} durable writes a second, CPU ${cpu.toFixed(0)} µs each`,
    );
  }
  await close();
}
