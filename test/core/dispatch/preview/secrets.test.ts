import { startSandbox } from "@plumbline/sandbox";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../../../support/started.ts";
import { sampleCalls } from "../../../support/tool-samples.ts";
import {
  prepareCall,
  SECRETS,
  shownRequests,
  startPreviewUnderTest,
  type ToolCall,
  WEBHOOK_KEY,
} from "./preview-under-test.ts";

const sandbox = startedForFile(startSandbox);
const under = startedForFile(() => startPreviewUnderTest(sandbox));

afterEach(() => {
  under.logged.length = 0;
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

test.each(sampleCalls())("no secret of any connection is in what $title shows", async (one) => {
  const shown = await said(await prepareCall(under, sandbox, one));
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
