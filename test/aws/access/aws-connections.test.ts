import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { AWS_KEEP_ALIVE_MS, AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { afterEach, beforeEach, expect, it } from "vitest";

let server: Server;
let counted: { opened: number; closed: number };
let endpoint: string;

beforeEach(async () => {
  const counts = { opened: 0, closed: 0 };
  counted = counts;
  server = createServer((_request, response) => response.end("{}"));
  server.on("connection", (socket) => {
    counts.opened++;
    socket.on("close", () => counts.closed++);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open() {
  const clock = new ManualClock();
  const connections = new AwsConnections(clock);
  const credentials = { accessKeyId: "under-test", secretAccessKey: "under-test" };
  const client = connections.register(createDynamoClient({ endpoint, credentials, region: "eu-central-1" }));
  const ask = () => client.send(new GetItemCommand({ TableName: "t", Key: { pk: { S: "1" } } }));
  return { clock, connections, ask };
}

it("are used again by the next work", async () => {
  const { clock, connections, ask } = open();
  await ask();
  connections.beginIdle();
  clock.advance(AWS_KEEP_ALIVE_MS);
  connections.endIdle();
  await ask();
  expect(counted.opened).toBe(1);
});

it("are opened anew after a long rest, before the first use", async () => {
  const { clock, connections, ask } = open();
  await Promise.all([ask(), ask()]);
  expect(counted.opened).toBe(2);
  connections.beginIdle();
  clock.advance(AWS_KEEP_ALIVE_MS + 1);
  connections.endIdle();
  await ask();
  expect(counted).toEqual({ opened: 3, closed: 2 });
});

it("stay while work is under way, however long it takes", async () => {
  const { clock, connections, ask } = open();
  connections.beginIdle();
  clock.advance(AWS_KEEP_ALIVE_MS + 1);
  connections.endIdle();
  await ask();
  clock.advance(AWS_KEEP_ALIVE_MS + 1);
  connections.endIdle();
  await ask();
  expect(counted.opened).toBe(1);
});
