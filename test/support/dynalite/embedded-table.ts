import { createRequire } from "node:module";
import { CreateTableCommand, DescribeTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { createTableInput } from "./create-table-input.ts";
import { sendDirectly } from "./direct-client.ts";
import { EmbeddedRequestHandler } from "./embedded-request-handler.ts";

/** The main table of an embedded store. EMBEDDED_KEY_TABLE stores its keys. */
export const EMBEDDED_TABLE = "plumbline";
export const EMBEDDED_KEY_TABLE = "plumbline-keys";

export interface EmbeddedStore {
  client: DynamoDBClient;
  close(): Promise<void>;
}

const { create } = createRequire(import.meta.url)("dynalite/db") as typeof import("dynalite/db");

/**
 * Opens dynalite in this process and in memory, and creates both tables. The requests of a client that
 * `sendsDirectly` do not pass through the SDK.
 */
export async function openEmbeddedStore({ sendsDirectly = false } = {}): Promise<EmbeddedStore> {
  const store = create({ createTableMs: 0 });
  await store.db.open();
  const handler = new EmbeddedRequestHandler(store);
  const client = embeddedClient(handler);
  if (sendsDirectly) sendDirectly(client, handler);
  await makeTable(client, EMBEDDED_TABLE);
  await makeTable(client, EMBEDDED_KEY_TABLE);
  return {
    client,
    async close() {
      client.destroy();
      // An abandoned read may still be in dynalite's queue.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      await store.db.close();
    },
  };
}

function embeddedClient(requestHandler: EmbeddedRequestHandler): DynamoDBClient {
  // The SDK's own switch (@aws-sdk/core, emitWarningIfUnsupportedVersion) turns off its notice about Node
  // 20, which does not concern the user.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return createDynamoClient({
    region: "local",
    endpoint: "http://embedded.invalid",
    credentials: { accessKeyId: "embedded", secretAccessKey: "embedded" },
    requestHandler,
  });
}

async function makeTable(client: DynamoDBClient, name: string): Promise<void> {
  await client.send(new CreateTableCommand(createTableInput(name)));
  for (;;) {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (table?.TableStatus === "ACTIVE") return;
    await new Promise(setImmediate);
  }
}
