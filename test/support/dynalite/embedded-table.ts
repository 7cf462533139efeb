import { createRequire } from "node:module";
import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { createTableInput } from "@plumbline/aws/dynamodb/table.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import type { DynaliteStore } from "dynalite/db";
import { EmbeddedRequestHandler } from "./embedded-request-handler.ts";

/** The main table of an embedded store, and the table that keeps its keys. */
export const EMBEDDED_TABLE = "plumbline";
export const EMBEDDED_KEY_TABLE = "plumbline-keys";

export interface EmbeddedStore {
  client: DynamoDBClient;
  /** True when the table held items as it was opened. */
  hadItems: boolean;
  /** Waits for what is being written, then closes LevelDB. */
  close(): Promise<void>;
}

const { create } = createRequire(import.meta.url)("dynalite/db") as typeof import("dynalite/db");

/**
 * Opens dynalite in this process, with its one table made: in the folder `path`, or in memory without one.
 * Throws ConfigurationError when another process has the folder open.
 */
export async function openEmbeddedStore(options: { path?: string } = {}): Promise<EmbeddedStore> {
  const store = create({ ...options, createTableMs: 0 });
  await open(store, options.path ?? "memory");
  const client = embeddedClient(store);
  await ensureTable(client, store, EMBEDDED_TABLE);
  await ensureTable(client, store, EMBEDDED_KEY_TABLE);
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: EMBEDDED_TABLE, Limit: 1 }));
  return {
    client,
    hadItems: items.length > 0,
    async close() {
      client.destroy();
      await store.db.close();
    },
  };
}

async function open(store: DynaliteStore, path: string): Promise<void> {
  try {
    await store.db.open();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && "code" in cause && cause.code === "LEVEL_LOCKED") {
      throw new ConfigurationError(
        `The data folder ${path} is already in use by another Plumbline; stop it or set DATA_DIR.`,
        { cause },
      );
    }
    throw new ConfigurationError(
      `The data folder ${path} cannot be opened as a store; set DATA_DIR to another.`,
      { cause: error },
    );
  }
}

function embeddedClient(store: DynaliteStore): DynamoDBClient {
  // The SDK's own switch (@aws-sdk/core, emitWarningIfUnsupportedVersion): its notice on Node 20 is not the
  // user's business.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return createDynamoClient({
    region: "local",
    endpoint: "http://embedded.invalid",
    credentials: { accessKeyId: "embedded", secretAccessKey: "embedded" },
    requestHandler: new EmbeddedRequestHandler(store),
  });
}

async function ensureTable(client: DynamoDBClient, store: DynaliteStore, name: string): Promise<void> {
  const status = await tableStatus(client, name);
  if (status === "ACTIVE") return;
  // Killed while it made the table: dynalite would leave it CREATING for ever. Nothing can be in it yet.
  if (status !== undefined) await forgetTable(store, name);
  await client.send(new CreateTableCommand(createTableInput(name)));
  while ((await tableStatus(client, name)) !== "ACTIVE") await new Promise(setImmediate);
}

async function tableStatus(client: DynamoDBClient, name: string): Promise<string | undefined> {
  try {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return table?.TableStatus;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function forgetTable(store: DynaliteStore, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    store.tableDb.del(name, (error) => (error ? reject(error) : resolve()));
  });
}
