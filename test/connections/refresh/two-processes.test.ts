import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CreateTableCommand, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { afterEach, describe, expect, test } from "vitest";
import { buildAuthorizationUrl } from "../../../packages/connections/connect/authorization-url.ts";
import type { RenewalStep } from "../../../packages/connections/refresh/renewals.ts";
import { requestTokens } from "../../../packages/connections/token-request.ts";
import { createTableInput } from "../../support/dynalite/create-table-input.ts";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE } from "../../support/dynalite/embedded-table.ts";
import { startedForFile } from "../../support/started.ts";
import { startAuthorizationServer } from "../connect/authorization-server.ts";
import { Browser } from "../connect/browser.ts";
import {
  openRenewing,
  type Renewing,
  type SharedStore,
  type Use,
  useCredential,
} from "./renewing-process.ts";

const REDIRECT = "http://127.0.0.1:1/callback";
/** Its manifest lets a refusal be asked for once more, so only what is known of lost answers decides. */
const KIND = "crm";
const TENANT = "tenant-1";
/** The verifier of RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const LEASE_AND_MORE = 31_000;

const issuer = startedForFile(() => startAuthorizationServer(REDIRECT));

/** Lets a person agree, and exchanges the code: a pair of which the refresh token works once. */
async function issuedPair() {
  const client = issuer.clients.get(KIND);
  if (!client) throw new Error("no client");
  const asked = { redirectUri: REDIRECT, state: "state-1", verifier: VERIFIER, scopes: ["oauth"] };
  const { url } = await new Browser(fetch).go(buildAuthorizationUrl(client, asked), { stop: REDIRECT });
  const code = new Secret(new URL(url).searchParams.get("code") ?? "");
  const egress = openEgress({ clock: systemClock, allow: parseEgressAllow("") });
  const exchange = {
    grant: "authorization_code",
    code,
    redirectUri: REDIRECT,
    verifier: new Secret(VERIFIER),
  } as const;
  const answer = await requestTokens(client, exchange, {
    http: egress.provider,
    clock: systemClock,
    timeoutMs: 10_000,
  });
  await egress.close();
  if (!answer.ok || !answer.grant.refreshToken) throw new Error("the server issued no pair");
  issuer.exchanged.length = 0;
  return { token: answer.grant.token, refreshToken: answer.grant.refreshToken };
}

/** Stores the pair, its token ended. */
async function workOn(store: SharedStore, { isDead = false } = {}): Promise<Renewing> {
  const client = issuer.clients.get(KIND);
  if (!client) throw new Error("no client");
  const ofClient = {
    id: client.id,
    secret: (client.secret as Secret).reveal(),
    tokenUrl: client.facts.tokenUrl,
  };
  const work = { store, tenantId: TENANT, credentialId: "", kind: KIND, client: ofClient, uses: 1 };
  const { credentials, egress } = openRenewing(work);
  const pair = await issuedPair();
  const record = await credentials.create(TENANT, {
    kind: KIND,
    label: `account ${Math.random()}`,
    token: pair.token,
    refresh_token: isDead ? new Secret("never-issued") : pair.refreshToken,
    scope: "",
    metadata: {},
    expires_at: "2020-01-01T00:00:00Z",
  });
  await egress.close();
  return { ...work, credentialId: record.id };
}

/** Runs a process over the credential; `undefined` when it was killed. */
async function run(work: Renewing): Promise<Use[] | undefined> {
  const script = fileURLToPath(new URL("./renewing-process.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, JSON.stringify(work)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "1" },
  });
  const chunks: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  const [code, signal] = await once(child, "close");
  if (signal === "SIGKILL") return undefined;
  if (code !== 0) throw new Error(`the process ended with ${code}`);
  return JSON.parse(chunks.join(""));
}

const refreshes = () => issuer.exchanged.filter(({ grant_type }) => grant_type === "refresh_token");

const STORES: [string, () => Promise<{ store: SharedStore; close(): void }>][] = [
  [
    "a SQLite file",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "plumbline-renewal-"));
      return {
        store: { sqlite: join(folder, "store.db") },
        close: () => rmSync(folder, { recursive: true }),
      };
    },
  ],
  [
    "a DynamoDB table",
    async () => {
      const start = createRequire(import.meta.url)("dynalite") as (options: object) => Server;
      const server = start({ createTableMs: 0 }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const dynamodb = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const credentials = { accessKeyId: "x", secretAccessKey: "y" };
      const client = createDynamoClient({ endpoint: dynamodb, region: "eu-west-1", credentials });
      for (const name of [EMBEDDED_TABLE, EMBEDDED_KEY_TABLE])
        await client.send(new CreateTableCommand(createTableInput(name)));
      for (const TableName of [EMBEDDED_TABLE, EMBEDDED_KEY_TABLE])
        await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1, maxDelay: 1 }, { TableName });
      client.destroy();
      return {
        store: { dynamodb, table: EMBEDDED_TABLE, keyTable: EMBEDDED_KEY_TABLE },
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      };
    },
  ],
];

describe.each(STORES)("two processes on %s", (_name, open) => {
  const shared = startedForFile(open);
  afterEach(() => {
    issuer.exchanged.length = 0;
  });

  test("renew a token once for 200 uses at once, and all get the new one", async () => {
    const work = { ...(await workOn(shared.store)), uses: 100 };
    const uses = (await Promise.all([run(work), run(work)])).flat();
    expect(uses).toHaveLength(200);
    expect(refreshes()).toHaveLength(1);
    const tokens = new Set(uses.map((use) => (use && "token" in use ? use.token : JSON.stringify(use))));
    expect(tokens.size).toBe(1);
    const { stores, credentials, egress } = openRenewing(work);
    const record = await stores.credentials.get(TENANT, work.credentialId);
    if (!record) throw new Error("the record is gone");
    expect(tokens).toContain((await credentials.open(record, "token")).reveal());
    expect(record).toMatchObject({ version: 2 });
    await egress.close();
  });

  test("ask once for a token that the provider refuses, and ask again after a minute", async () => {
    const work = { ...(await workOn(shared.store, { isDead: true })), uses: 20 };
    const uses = (await Promise.all([run(work), run(work)])).flat();
    expect(refreshes()).toHaveLength(1);
    for (const use of uses)
      expect(use).toEqual({ code: "authentication", error: expect.stringContaining("refused to renew") });
    const [late] = await useCredential({ ...work, uses: 1, ahead: 61_000 });
    expect(late).toEqual({ code: "authentication", error: expect.stringContaining("no longer works") });
    expect(refreshes()).toHaveLength(2);
  });

  test.each<[RenewalStep, "works" | "says reconnect", number]>([
    ["leased", "works", 1],
    ["opened", "works", 1],
    ["answered", "says reconnect", 2],
    ["stored", "works", 1],
  ])("one killed when it had %s: the connection %s", async (killAt, outcome, asked) => {
    const work = await workOn(shared.store);
    expect(await run({ ...work, killAt })).toBeUndefined();
    const [use] = await useCredential({ ...work, ahead: LEASE_AND_MORE });
    if (outcome === "works") expect(use).toEqual({ token: expect.any(String) });
    else expect(use).toEqual({ code: "authentication", error: expect.stringContaining("no longer works") });
    expect(refreshes()).toHaveLength(asked);
    if (outcome === "says reconnect") return;
    // The pair that is stored is the one that works: its refresh token renews once more.
    const [again] = await useCredential({ ...work, ahead: 3_600_000 });
    expect(again).toEqual({ token: expect.any(String) });
    expect(again).not.toEqual(use);
  });
});
