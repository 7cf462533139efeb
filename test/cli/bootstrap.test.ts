import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { CreateTableCommand, DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { DynamoAccessStore } from "@plumbline/aws/dynamodb/dynamo-access-store.ts";
import { createTableInput } from "@plumbline/aws/dynamodb/table.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { hashApiKey } from "@plumbline/core/access/api-key.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { plumbline } from "./fake-terminal.ts";

const dynalite: (options: object) => Server = createRequire(import.meta.url)("dynalite");

let server: Server;
let url: string;

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
  vi.stubEnv("AWS_ACCESS_KEY_ID", "x");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "y");
  vi.stubEnv("AWS_REGION", "eu-west-1");
});

async function deploy(stage: string): Promise<TableClient> {
  const client = createDynamoClient();
  const name = `${stage}-plumbline-Table`;
  await client.send(new CreateTableCommand(createTableInput(name)));
  await vi.waitFor(async () => {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName: name }));
    expect(table?.TableStatus).toBe("ACTIVE");
  });
  return new TableClient(client, name);
}

test("a stage gets its first operator key, once", async () => {
  const table = await deploy("dev");
  const run = await plumbline(["bootstrap", "--stage", "dev", "--name", "Ada"]);
  expect([run.code, run.err]).toEqual([0, expect.stringContaining("not shown again")]);
  const key = new Secret(run.out.replace("key", "").trim());
  const store = new DynamoAccessStore(table, new ManualClock());
  expect(await store.findKey(hashApiKey(key))).toMatchObject({
    role: "operator",
    name: "Ada",
    tenant_id: null,
    revoked_at: null,
  });
  const again = await plumbline(["bootstrap", "--stage", "dev"]);
  expect([again.code, again.out]).toEqual([1, ""]);
  expect(again.err).toContain("has had its first operator key since 2026-01-01T00:00:00.000Z");
  const another = await plumbline(["bootstrap", "--stage", "dev", "--another", "--json"]);
  expect(JSON.parse(another.out)).toEqual({
    stage: "dev",
    key_id: expect.any(String),
    operator_key: expect.stringMatching(/^plo_|^plk_/),
  });
});

test("a stage that is not deployed is told as that", async () => {
  const run = await plumbline(["bootstrap", "--stage", "nowhere"]);
  expect([run.code, run.out]).toEqual([1, ""]);
  expect(run.err).toContain("There is no table nowhere-plumbline-Table");
});

test.each([
  ["AccessDeniedException", "dynamodb:PutItem are needed"],
  ["UnrecognizedClientException", "does not know your credentials"],
  ["ExpiredTokenException", "sign in again"],
])("%s is told with what to do about it", async (type, told) => {
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

test("wrong usage is told before anything is asked", async () => {
  expect((await plumbline(["bootstrap"])).code).toBe(2);
  const run = await plumbline(["bootstrap", "--stage", "Prod!"]);
  expect([run.code, run.err]).toEqual([2, expect.stringContaining("short lower-case name")]);
});
