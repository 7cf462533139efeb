import { join } from "node:path";
import { OAUTH_KINDS } from "@plumbline/sandbox/oauth/oauth-kinds.ts";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TABLES } from "../../packages/local/store/tables.ts";
import { findLeaks } from "./canaries.ts";
import * as scenario from "./scenario.ts";
import {
  protectedFields,
  secretRequestFields,
  secretSettings,
  secretToolArguments,
} from "./secret-fields.ts";
import { formsOf, holds } from "./secret-forms.ts";
import { WatchedServer } from "./watched-server.ts";

const SENT_TOKENS = ["createCredential token", "changeCredential token", "issued access_token"];
const SENT_REFRESH_TOKENS = [
  "createCredential refresh_token",
  "changeCredential refresh_token",
  "issued refresh_token",
];

/**
 * Every field in which the store keeps something sealed, hashed or wrapped, and the canaries behind it. A
 * record with another such field fails the test: name its canary here, and let the scenario use it.
 */
const BEHIND_STORED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "api_keys.hash": ["API key", "tenant key", "agent key", "approver key", "operator key"],
  "approval_texts.text": ["http_post_json bearer_token"],
  "approvals.summary_cipher": ["http_post_json bearer_token"],
  // Of entries, which hold no secret.
  "audit_entries.hash": [],
  "call_blocks.arguments_cipher": ["http_post_json bearer_token"],
  "credentials.refresh_token_cipher": SENT_REFRESH_TOKENS,
  "credentials.token_cipher": SENT_TOKENS,
  "data_keys.wrapped": ["master key"],
  "facts.wrapped": ["master key"],
  "idempotent_calls.fingerprint_cipher": ["http_post_json bearer_token"],
  // Goes to the provider and opens nothing.
  "idempotent_calls.provider_key": [],
  "idempotent_calls.result_cipher": ["http_post_json bearer_token"],
  "pending_connects.authorization.browser_hash": ["connect cookie"],
  "pending_connects.authorization.verifier_cipher": ["connect verifier"],
  // Messages of people: their owner reads them.
  "chats.content_cipher": [],
  // Names of people and channels.
  "conversation_entries.state_cipher": [],
  "conversation_entries.text_cipher": [],
  "sessions.hash": ["session token"],
  "sessions.key_hash": ["API key"],
  // What was found: its tenant reads it.
  "watch_events.content_cipher": [],
  "watches.delivery.secrets.cipher": ["signing secret"],
};

/** Secrets that are given to a caller or a browser, and that nobody sends to a provider. */
const NEVER_SENT = [
  "tenant key",
  "agent key",
  "approver key",
  "operator key",
  "master key",
  "API key",
  "session token",
  "connect link",
  "connect state",
  "connect cookie",
  "issued id_token",
  "signing secret",
];

let server: WatchedServer;
let storedFields: string[];
let emptyTables: readonly string[];

beforeAll(async () => {
  server = await WatchedServer.start();
  for (const name of secretSettings()) server.canaries.add(name, server.environment[name] ?? "");
  await scenario.useKeys(server);
  await scenario.useSentSecrets(server);
  await scenario.approveCall(server);
  await scenario.connectAccounts(server, OAUTH_KINDS);
  await scenario.watchFeed(server);
  await scenario.askModelAndSearch(server);
  await scenario.failWithEchoes(server);
  await scenario.readReports(server);
  await server.stop();
  ({ storedFields, emptyTables } = readStore(server.dataDir));
}, 120_000);

afterAll(() => server.close());

test("no output holds a secret, in any form", () => {
  expect(server.outputs.length).toBeGreaterThan(100);
  expect(findLeaks(server.canaries, server.outputs)).toEqual([]);
});

test("every secret that the schemas name was used where it belongs", () => {
  const { canaries, outputs } = server;
  const [, tools = ""] = outputs.find(([output]) => output === "GET /api/v1/tools 200") ?? [];
  const listed = JSON.parse(tools.split("\n").slice(1).join("\n")).items;
  const derived = [...secretSettings(), ...secretRequestFields(), ...secretToolArguments(listed)];
  expect(derived.length).toBeGreaterThan(14);
  expect(canaries.fields()).toEqual(expect.arrayContaining(derived));
  const sent = server.sent();
  const isSent = (field: string) => canaries.values(field).some((value) => holds(sent, value));
  expect(canaries.fields().filter((field) => !isSent(field) && !NEVER_SENT.includes(field))).toEqual([]);
});

test("every protected field of every table had a canary behind it", () => {
  // Heartbeats count what a wheel did in a time; they are written at full minutes.
  // An ended visit is the hash of its cookie, as in `sessions.hash`; the scenario ends none.
  expect(
    emptyTables.filter((table) => !["heartbeats", "ended_visits", "run_traces"].includes(table)),
  ).toEqual([]);
  expect(storedFields).toEqual(Object.keys(BEHIND_STORED_FIELDS).sort());
  const behind = Object.values(BEHIND_STORED_FIELDS).flat();
  expect(server.canaries.fields()).toEqual(expect.arrayContaining(behind));
});

test.each(['plain"\\<&%+/=~ text', "sandbox+secret/of=crm", "whsec_0123456789"])(
  "the search finds %s in each form, wherever it stands",
  (secret) => {
    for (const before of ["", "a", "ab"]) {
      const bytes = Buffer.from(`${before}${secret}tail`);
      const texts = [
        JSON.stringify({ text: JSON.stringify({ secret }) }),
        JSON.stringify({ secret }),
        `?${new URLSearchParams({ secret })}`,
        encodeURIComponent(`${before}${secret}`),
        ...(["base64", "base64url", "hex"] as const).map((form) => bytes.toString(form)),
      ];
      for (const text of texts) expect(holds(text, secret), text).toBe(true);
    }
    expect(formsOf(secret).every((form) => form.length >= 12)).toBe(true);
    expect(holds("nothing of it", secret)).toBe(false);
  },
);

/** The names of protected fields, table by table, and the tables that the scenario left empty. */
function readStore(dataDir: string): { storedFields: string[]; emptyTables: string[] } {
  const database = new Database(join(dataDir, "store.db"), { readonly: true });
  try {
    const tables = Object.values(TABLES).map(({ name }) => {
      const rows = database.prepare(`SELECT * FROM ${name}`).all() as Record<string, unknown>[];
      return {
        name,
        records: rows.map(({ body, digest, ...key }) => ({ ...key, ...JSON.parse(String(body)) })),
      };
    });
    const fields = tables.flatMap(({ name, records }) =>
      records.flatMap((record) => protectedFields(record).map((field) => `${name}.${field}`)),
    );
    const empty = tables.filter(({ records }) => records.length === 0).map(({ name }) => name);
    return { storedFields: [...new Set(fields)].sort(), emptyTables: empty };
  } finally {
    database.close();
  }
}
