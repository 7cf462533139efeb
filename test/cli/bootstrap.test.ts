import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { CreateTableCommand, DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { DynamoRecordStore } from "@plumbline/aws/dynamodb/dynamo-record-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { API_KEYS } from "@plumbline/core/access/access-records.ts";
import { hashApiKey } from "@plumbline/core/access/api-keys.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startKmsServer } from "../aws/keys/kms-server.ts";
import { createTableInput } from "../support/dynalite/create-table-input.ts";
import { startedForFile } from "../support/started.ts";
import { plumbline, printedJson } from "./fake-terminal.ts";

const dynalite: (options: object) => Server = createRequire(import.meta.url)("dynalite");

let server: Server;
let url: string;
const kms = startedForFile(startKmsServer);

beforeAll(async () => {
  server = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  // As a person at a shell has them; the client of AWS reads its own process's environment.
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", url);
  vi.stubEnv("AWS_ENDPOINT_URL_KMS", kms.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "x");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "y");
  vi.stubEnv("AWS_REGION", "eu-west-1");
});

async function deploy(stage: string): Promise<TableClient> {
  const client = createDynamoClient();
  const name = `${stage}-plumbline-Table`;
  for (const TableName of [name, `${stage}-plumbline-KeyTable`]) {
    await client.send(new CreateTableCommand(createTableInput(TableName)));
    await vi.waitFor(async () => {
      const { Table: table } = await client.send(new DescribeTableCommand({ TableName }));
      expect(table?.TableStatus).toBe("ACTIVE");
    });
  }
  return new TableClient(client, name);
}

/** The records as they are stored, past every check. */
const recordsOf = (table: TableClient) => new DynamoRecordStore(table, table, new ManualClock());
const findKey = (table: TableClient, hash: string) => recordsOf(table).get(API_KEYS, [hash]);

test("a stage gets its first operator key, once", async () => {
  const table = await deploy("dev");
  const run = await plumbline(["bootstrap", "--stage", "dev", "--name", "Ada"]);
  expect([run.code, run.err]).toEqual([0, expect.stringContaining("not shown again")]);
  const key = new Secret(/^key {5}(\S+)$/m.exec(run.out)?.[1] ?? "");
  expect(await findKey(table, hashApiKey(key))).toMatchObject({
    role: "operator",
    name: "Ada",
    tenant_id: null,
    revoked_at: null,
  });
  const again = await plumbline(["bootstrap", "--stage", "dev"]);
  expect([again.code, again.out]).toEqual([1, ""]);
  expect(again.err).toContain("The first operator key of this stage was created at 2026-01-01T00:00:00.000Z");
  const another = await plumbline(["bootstrap", "--stage", "dev", "--another", "--json"]);
  expect(JSON.parse(another.out)).toEqual({
    stage: "dev",
    key_id: expect.any(String),
    operator_key: expect.stringMatching(/^plo_|^plk_/),
  });
});

test("a stage's operator keys are listed, and one is revoked", async () => {
  const table = await deploy("staging");
  const made = await plumbline(["bootstrap", "--stage", "staging", "--name", "Ada", "--json"]);
  const { key_id, operator_key } = JSON.parse(made.out);
  await plumbline(["bootstrap", "--stage", "staging", "--name", "Grace", "--another"]);
  const listed = await plumbline(["bootstrap", "--stage", "staging", "--list"]);
  expect(listed.out).toMatch(new RegExp(`^${key_id} +active +never used +Ada$`, "m"));
  expect(listed.out).toMatch(/ active +never used +Grace$/m);
  const revoked = await plumbline(["bootstrap", "--stage", "staging", "--revoke", key_id]);
  expect([revoked.code, revoked.out]).toEqual([0, expect.stringContaining(`revoked ${key_id} at 20`)]);
  const stored = await findKey(table, hashApiKey(new Secret(operator_key)));
  expect(stored?.revoked_at).not.toBeNull();
  const { items } = JSON.parse(
    (await plumbline(["bootstrap", "--stage", "staging", "--list", "--json"])).out,
  );
  expect(
    items.map(({ name, revoked_at }: Record<string, string | null>) => [name, revoked_at === null]),
  ).toEqual(
    expect.arrayContaining([
      ["Ada", false],
      ["Grace", true],
    ]),
  );
  expect(JSON.stringify(items)).not.toContain("hash");
});

test("of a key that the stage has not, nothing is revoked", async () => {
  await deploy("empty");
  const run = await plumbline(["bootstrap", "--stage", "empty", "--revoke", "nobody"]);
  expect([run.code, run.err]).toEqual([1, expect.stringContaining("There is no such key")]);
  const none = await plumbline(["bootstrap", "--stage", "empty", "--list"]);
  expect([none.code, none.err]).toEqual([0, expect.stringContaining("no operator key yet")]);
  const both = await plumbline(["bootstrap", "--stage", "empty", "--list", "--another"]);
  expect(both.code).toBe(2);
});

test("a stage's records are signed, and what a restored table brought back is revoked again", async () => {
  const table = await deploy("restored");
  const made = await plumbline(["bootstrap", "--stage", "restored", "--name", "Ada", "--json"]);
  const { key_id, operator_key } = JSON.parse(made.out);
  const hash = hashApiKey(new Secret(operator_key));
  const before = await findKey(table, hash);
  if (!before) throw new Error("The key was made.");
  const signed = await plumbline(["sign-records", "--stage", "restored"]);
  expect([signed.code, signed.out]).toEqual([0, expect.stringContaining("rejects unsigned records")]);
  await plumbline(["bootstrap", "--stage", "restored", "--revoke", key_id]);
  await recordsOf(table).put(API_KEYS, before);
  const none = { tenants: 0, api_keys: 0, credentials: 0, watches: 0 };
  const replay = ["replay-erasures", "--stage", "restored", "--json"];
  expect(printedJson(await plumbline(replay))).toEqual({ ...none, api_keys: 1 });
  expect((await findKey(table, hash))?.revoked_at).toEqual(expect.any(String));
  expect(printedJson(await plumbline(replay))).toEqual(none);
  const accepting = await plumbline([...replay, "--accept-earlier-tenants"]);
  expect(printedJson(accepting)).toMatchObject({ accepted_tenants: [] });
});

test.each(["sign-records", "replay-erasures"])("%s names a stage that is not deployed", async (command) => {
  const run = await plumbline([command, "--stage", "nowhere"]);
  expect([run.code, run.out]).toEqual([1, ""]);
  expect(run.err).toContain("There is no table nowhere-plumbline-");
});

test("the error says that a stage is not deployed", async () => {
  const run = await plumbline(["bootstrap", "--stage", "nowhere"]);
  expect([run.code, run.out]).toEqual([1, ""]);
  expect(run.err).toContain("There is no table nowhere-plumbline-Table");
});

test.each([
  ["AccessDeniedException", "need dynamodb:GetItem and PutItem"],
  ["UnrecognizedClientException", "does not recognise your credentials"],
  ["ExpiredTokenException", "sign in again"],
])("%s is reported with what to do about it", async (type, told) => {
  const refusing = createServer((_request, response) => {
    response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify({ __type: `com.amazonaws#${type}`, message: "no" }));
  });
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`);
  const run = await plumbline(["bootstrap", "--stage", "prod"]);
  await new Promise((resolve) => refusing.close(resolve));
  expect([run.code, run.out]).toEqual([1, ""]);
  expect(run.err).toContain(told);
});

test("an unknown region is reported by the host name that is not found", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "http://dynamodb.nowhere.invalid");
  const run = await plumbline(["bootstrap", "--stage", "prod"]);
  expect([run.code, run.out]).toEqual([1, ""]);
  expect(run.err).toBe(
    "plumbline: dynamodb.nowhere.invalid does not resolve. Is the region's name right, and is this machine online?\n",
  );
});

test("wrong usage is reported before any request", async () => {
  expect((await plumbline(["bootstrap"])).code).toBe(2);
  const run = await plumbline(["bootstrap", "--stage", "Prod!"]);
  expect([run.code, run.err]).toEqual([2, expect.stringContaining("short lowercase name")]);
});
