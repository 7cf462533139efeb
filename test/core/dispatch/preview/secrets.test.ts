import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FILES } from "../../../adapters/microblog/microblog-under-test.ts";
import {
  type PreviewUnderTest,
  SECRETS,
  shownRequests,
  startPreviewUnderTest,
  type ToolCall,
  WEBHOOK_KEY,
} from "./preview-under-test.ts";

let sandbox: Sandbox;
let under: PreviewUnderTest;

beforeAll(async () => {
  sandbox = await startSandbox();
  under = await startPreviewUnderTest(sandbox);
});

afterEach(() => {
  under.logged.length = 0;
});

afterAll(async () => {
  await under.close();
  await sandbox.close();
});

/** Returns everything that a preview answers and logs. */
async function said(call: ToolCall): Promise<string> {
  const result = await under.preview(call);
  return JSON.stringify([result, under.logged]);
}

const written = (secret: string) => {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64");
  return [secret, base64, base64.replace(/=+$/, ""), bytes.toString("base64url"), encodeURIComponent(secret)];
};

const png = { base64: FILES.png.toString("base64"), media_type: "image/png" };
const span = { start: "2026-01-01", end: "2026-01-02" };

test.each<ToolCall>([
  { tool: "chatapp_dm", args: { to: "ada@example.com", text: "Hi" } },
  {
    tool: "notes_create_page",
    args: { parent: { page_id: "0da7aba5e00040008000000000000001" }, title: "T" },
  },
  { tool: "crm_upsert_contact", args: { contacts: [{ email: "ada@example.com" }] } },
  { tool: "tracker_create_issue", args: { team_id: "ENG", title: "T" } },
  { tool: "social_post:microblog", connection: "signed", args: { text: "T", media: [png] } },
  { tool: "social_post:microblog", connection: "microblog", args: { text: "T", media: [png] } },
  { tool: "social_post:network", args: { text: "T" } },
  { tool: "calendar_create_event", connection: "calendar", args: { summary: "T", ...span } },
  { tool: "email_send", connection: "mail", args: { to: ["a@example.com"], subject: "T", text: "T" } },
  { tool: "email_send", connection: "password", args: { to: ["a@example.com"], subject: "T", text: "T" } },
  { tool: "email_get", connection: "password", args: { id: "1" } },
  { tool: "email_search", connection: "password", args: { query: "is:unread" } },
  { tool: "http_post_json", connection: "webhook", args: { url: "https://127.0.0.1/x", body: {} } },
  { tool: "grounded_research", args: { query: "Who was Ada Lovelace?" } },
])("no secret of any connection is in what $tool shows", async (call) => {
  const shown = await said(call);
  const { SEARCH_A_API_KEY, SEARCH_B_API_KEY } = sandbox.settings;
  for (const secret of [...SECRETS, SEARCH_A_API_KEY, SEARCH_B_API_KEY])
    for (const form of written(secret)) expect(shown).not.toContain(form);
});

test("the signature of OAuth 1.0a, made with secrets, is not shown either", async () => {
  const shown = await said({ tool: "social_post:microblog", connection: "signed", args: { text: "T" } });
  expect(shown).not.toMatch(/oauth_signature|OAuth /);
});

describe("a secret that stands elsewhere in a request", () => {
  const BEARER = "Qw8.another+plain=word";
  const url = (query: string) => `https://hooks.example.com/${query}`;

  test.each<[where: string, args: (secret: string) => Record<string, unknown>]>([
    ["the URL", (secret) => ({ url: url(`?key=${encodeURIComponent(secret)}`), body: {} })],
    ["a header", (secret) => ({ url: url(""), body: {}, headers: { "x-signature": `sig ${secret}` } })],
    ["the body", (secret) => ({ url: url(""), body: { nested: [`key ${secret}!`] } })],
    ["a field's name", (secret) => ({ url: url(""), body: { [secret]: 1 } })],
    ["the body, in base64", (secret) => ({ url: url(""), body: Buffer.from(secret).toString("base64") })],
    [
      "the body, in base64 of URLs",
      (secret) => ({ url: url(""), body: Buffer.from(secret).toString("base64url") }),
    ],
  ])("is taken out of %s", async (_where, args) => {
    const argument = await said({ tool: "http_post_json", args: { ...args(BEARER), bearer_token: BEARER } });
    const stored = await said({
      tool: "http_post_json",
      args: {
        ...args(WEBHOOK_KEY),
        url: args(WEBHOOK_KEY).url?.toString().replace("hooks.example.com", "127.0.0.1"),
      },
      connection: "webhook",
    });
    for (const [shown, secret] of [
      [argument, BEARER],
      [stored, WEBHOOK_KEY],
    ] as const) {
      expect(shown).toContain('"ok":true');
      for (const form of written(secret)) expect(shown).not.toContain(form);
    }
  });

  test("headers that are named like keys are never shown, whoever set them", async () => {
    const headers = { "X-Api-Key": "k1", "x-auth-token": "t1", "x-client-secret": "s1", "x-trace": "shown" };
    const [request] = shownRequests(
      await under.preview({ tool: "http_post_json", args: { url: url(""), body: {}, headers } }),
    );
    expect(request?.headers).toMatchObject({
      "x-api-key": "[redacted]",
      "x-auth-token": "[redacted]",
      "x-client-secret": "[redacted]",
      "x-trace": "shown",
      "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});
