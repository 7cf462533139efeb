import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoCredentialStore } from "@plumbline/aws/dynamodb/dynamo-credential-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { EMBEDDED_TABLE, openEmbeddedStore } from "@plumbline/local/store/embedded-store.ts";
import { measure, medianOf } from "./measurement.ts";

const ROUNDS = 7;
const CALLS = 2_000;

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

/** What reading one credential costs: the AWS SDK alone (marshalling, signing, parsing; a canned answer), and the embedded store with it. */
export async function storeBench(): Promise<void> {
  const embedded = await openEmbeddedStore();
  const store = new DynamoCredentialStore(new TableClient(embedded.client, EMBEDDED_TABLE));
  await store.create(record);
  const Key = { pk: { S: `TENANT#${record.tenant_id}` }, sk: { S: `CRED#${record.id}` } };
  const read = () => new GetItemCommand({ TableName: EMBEDDED_TABLE, Key, ConsistentRead: true });
  const answer = JSON.stringify({ Item: (await embedded.client.send(read())).Item });
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
    "embedded store, one credential": () => store.get(record.tenant_id, record.id),
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
      `${name.padEnd(34)} CPU ${cpuPerCall.toFixed(0).padStart(5)} µs   p50 ${p50.toFixed(3)} ms   p99 ${p99.toFixed(3)} ms`,
    );
  }
  await embedded.close();
}
