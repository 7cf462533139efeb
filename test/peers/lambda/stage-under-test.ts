import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { openService } from "../../../packages/functions/runtime/open-service.ts";
import { startKmsServer } from "../../aws/keys/kms-server.ts";
import { createTableInput } from "../../support/dynalite/create-table-input.ts";
import { EmbeddedRequestHandler } from "../../support/dynalite/embedded-request-handler.ts";
import { startTcpRelay, type TcpRelay } from "./tcp-relay.ts";

const { create } = createRequire(import.meta.url)("dynalite/db") as typeof import("dynalite/db");

const TABLE = "under-test";
const KEY_TABLE = "test-keys";

/**
 * The surroundings of a stage's functions on AWS and at the providers: a table and a key over the SDK's wire,
 * the sandbox, and a tenant.
 */
export interface StageUnderTest {
  environment: Readonly<Record<string, string>>;
  kms: ScriptedServer;
  sandbox: Sandbox;
  /** In front of the chat app, and of the table. */
  chatappRelay: TcpRelay;
  tableRelay: TcpRelay;
  /** A tenant that has one chat app connected. */
  tenantId: string;
  /** `Bearer …`, its own. */
  authorization: string;
  close(): Promise<void>;
}

/** Its environment is put into this process's own, too, and taken out again by `close`. */
export async function startStage(): Promise<StageUnderTest> {
  const [sandbox, kms] = [await startSandbox(), await startKmsServer()];
  const chatappRelay = await startTcpRelay(sandbox.chatapp.port);
  const store = create({ createTableMs: 0 });
  await store.db.open();
  const handler = new EmbeddedRequestHandler(store);
  // dynalite's own listener does not know transactions.
  const table = createServer(async (request, response) => {
    const { response: answer } = await handler.handle({
      headers: { "x-amz-target": String(request.headers["x-amz-target"]) },
      body: await text(request),
    });
    response.writeHead(answer.statusCode, answer.headers).end(answer.body);
  });
  table.listen(0, "127.0.0.1");
  await once(table, "listening");
  const address = table.address();
  if (address === null || typeof address === "string") throw new Error("The table has no TCP address.");
  const tableRelay = await startTcpRelay(address.port);
  const { EXTRA_CA_FILE: _ofOneMachine, ...settings } = sandbox.settings;
  const environment = {
    ...settings,
    ...sandbox.modelSettings("truthful"),
    CHATAPP_BASE_URL: settings.CHATAPP_BASE_URL.replace(
      String(sandbox.chatapp.port),
      String(chatappRelay.port),
    ),
    STAGE: "test",
    LOG_LEVEL: "info",
    TABLE_NAME: TABLE,
    KEY_TABLE_NAME: KEY_TABLE,
    TENANT_DATA_KEY_ARN: "arn:aws:kms:eu-central-1:123456789012:key/1",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "under-test",
    AWS_SECRET_ACCESS_KEY: "under-test",
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${tableRelay.port}`,
    AWS_ENDPOINT_URL_KMS: kms.url,
    // The queues: nothing listens there.
    AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:9",
    FEED_QUEUE_URL: "http://127.0.0.1:9/1/feed",
    INBOX_QUEUE_URL: "http://127.0.0.1:9/1/inbox",
    DELIVERY_QUEUE_URL: "http://127.0.0.1:9/1/delivery",
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
  };
  const before = { ...process.env };
  Object.assign(process.env, environment);
  const { tenantId, authorization } = await connectChatapp(environment);
  return {
    environment,
    kms,
    sandbox,
    chatappRelay,
    tableRelay,
    tenantId,
    authorization,
    async close() {
      for (const name of Object.keys(environment)) delete process.env[name];
      Object.assign(process.env, before);
      await Promise.all([chatappRelay.close(), tableRelay.close(), kms.close(), sandbox.close()]);
      table.closeAllConnections();
      await new Promise((resolve) => table.close(resolve));
    },
  };
}

async function connectChatapp(
  environment: StageUnderTest["environment"],
): Promise<Pick<StageUnderTest, "tenantId" | "authorization">> {
  const client = createDynamoClient();
  for (const name of [TABLE, KEY_TABLE]) await client.send(new CreateTableCommand(createTableInput(name)));
  client.destroy();
  const { tenants, credentials } = openService(environment);
  const { tenant, key } = await tenants.create({ name: "on Lambda" });
  const fields = { kind: "chatapp_bot", label: "workspace", token: sampleBotToken };
  await credentials.create(tenant.tenant_id, newCredentialSchema.parse(fields));
  return { tenantId: tenant.tenant_id, authorization: `Bearer ${key.reveal()}` };
}
