import { inspect } from "node:util";
import { chatappFailure } from "@plumbline/sandbox/chatapp/failures.ts";
import {
  cutBody,
  htmlPage,
  json,
  type Reply,
  redirect,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { storeWith } from "../../support/store-with.ts";
import { startChatappUnderTest } from "./chatapp-under-test.ts";

/** Shaped like nobody's token, so that only knowing it keeps it inside. */
const TOKEN = "Zx9-nothing-like-a-token/4711";
const BEARER = "Qw8.another+plain=word";
const TEXT = "the board meets on the third floor";

const webhook = startedForFile(startWebhook);
const under = startedForFile(() => startChatappUnderTest({ egressAllow: `127.0.0.1:${webhook.port}` }));

beforeAll(async () => {
  await under.service.credentials.revoke(under.caller.tenantId, under.credentialId);
  await under.connect({ label: "Unshaped", token: TOKEN });
  under.chatapp.workspace.tokens.set(TOKEN, { kind: "bot", userId: "U0BOT", scopes: ["chat:write"] });
});

beforeEach(() => {
  under.logged.length = 0;
});

afterEach(() => {
  under.chatapp.clear();
  webhook.clear();
});

/**
 * Everything that leaves the service: the log, what a call answered or threw, and what is stored of it in the
 * clear.
 */
async function everythingSaidOf(call: Promise<unknown>): Promise<string> {
  const outcome = await call.then(
    (result) => JSON.stringify(result),
    (error: unknown) => inspect(error, { depth: null, showHidden: true }),
  );
  const { items } = await under.credentialStore.list(under.caller.tenantId, { limit: 100 });
  return [JSON.stringify(under.logged), outcome, JSON.stringify(items)].join("\n");
}

const ENCODED = Buffer.from(TOKEN).toString("base64");

const ECHOES: [what: string, reply: Reply][] = [
  ["the token in base64 as its error", chatappFailure(ENCODED)],
  [
    "the token in base64 in what it explains",
    chatappFailure("not_authed", { response_metadata: { messages: [`not ${ENCODED}`] } }),
  ],
  ["the token in base64 in an id", json({ ok: true, ts: "1.2", channel: `C-${ENCODED}` })],
  [
    "a request id that is the token in base64",
    json({ ok: false, error: "no_text" }, 200, { "x-slack-req-id": ENCODED }),
  ],
  ["an error string that is the token", chatappFailure(TOKEN)],
  ["an error string with the token in it", chatappFailure(`bad token ${TOKEN}!`)],
  [
    "an authentication error explained with the token",
    chatappFailure("not_authed", { response_metadata: { messages: [`${TOKEN} is unknown`] } }),
  ],
  [
    "a scope list with the token in it",
    chatappFailure("missing_scope", { needed: TOKEN, provided: `x,${TOKEN}` }),
  ],
  ["a request id that is the token", json({ ok: false, error: "no_text" }, 200, { "x-slack-req-id": TOKEN })],
  ["a page that shows the request", htmlPage(`<pre>Authorization: Bearer ${TOKEN}\n${TEXT}</pre>`, 502)],
  ["a refusal that shows the request", text(`${TOKEN} ${TEXT}`, 401)],
  ["a redirect with the token", redirect(`https://elsewhere.example/?token=${TOKEN}`)],
  ["an id that is the token", json({ ok: true, ts: TOKEN, channel: `C-${TOKEN}-X` })],
  ["an answer that cannot be read", json({ ok: true, token: TOKEN, text: TEXT })],
  ["an answer that breaks off", cutBody(json({ ok: true, token: TOKEN }), { afterBytes: 30 })],
  ["no answer", resetAfterReading()],
  ["a success", json({ ok: true, ts: "1.2", channel: "C1", message: { text: TEXT } })],
];

test.each(ECHOES)("a provider that answers with %s", async (_what, reply) => {
  under.chatapp.scriptAlways("", reply);
  const said = await everythingSaidOf(under.post({ text: TEXT }));
  expect(under.chatapp.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  for (const secret of [TOKEN, ENCODED, TEXT]) expect(said).not.toContain(secret);
});

test("a provider that puts the token anywhere into what it says", async () => {
  const part = fc.string({ unit: "grapheme", maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      part,
      part,
      fc.constantFrom("not_authed", "invalid_blocks"),
      async (before, after, error) => {
        const message = `${before}${TOKEN}${after}`;
        under.chatapp.script(
          "",
          chatappFailure(error, { response_metadata: { messages: [message, message] } }),
        );
        const said = await everythingSaidOf(under.post());
        under.chatapp.clear();
        return !said.includes(TOKEN);
      },
    ),
    { numRuns: 40 },
  );
});

test("bad arguments are refused without being repeated", async () => {
  const said = await everythingSaidOf(
    under.post({ text: { bearer_token: BEARER, text: TEXT }, channel: TEXT }),
  );
  expect(said).not.toContain(BEARER);
  expect(said).not.toContain(TEXT);
});

test("an error nobody foresaw leaves its class and place in the log, not its words", async () => {
  const failing = await startChatappUnderTest({
    wrapCredentialStore: (store) =>
      storeWith(store, { get: () => Promise.reject(new RangeError(`cannot read ${TOKEN}`)) }),
  });
  await expect(failing.post({ credential_id: failing.credentialId })).rejects.toBeInstanceOf(RangeError);
  await failing.close();
  expect(failing.callLines()).toMatchObject([
    {
      level: "error",
      error_code: "internal",
      error_name: "RangeError",
      error_stack: expect.stringContaining("at "),
    },
  ]);
  expect(JSON.stringify(failing.logged)).not.toContain(TOKEN);
});

describe("a webhook", () => {
  const send = (args: Record<string, unknown>) =>
    under.service.dispatcher.call(under.caller, "http_post_json", {
      url: `${webhook.url}/in`,
      body: { note: TEXT },
      ...args,
    });

  test.each<[what: string, reply: Reply]>([
    ["with JSON", json({ headers: { authorization: `Bearer ${BEARER}` }, [BEARER]: [[BEARER]] })],
    ["with text", text(`authorization: Bearer ${BEARER}`)],
    ["with a refusal", json({ authorization: BEARER }, 401)],
    ["with a redirect", redirect(`https://elsewhere.example/?token=${BEARER}`, 307)],
    ["with a failure", text(BEARER, 500)],
    ["with a broken answer", cutBody(text(BEARER.repeat(3)), { afterBytes: BEARER.length })],
  ])("that echoes the bearer token %s", async (_what, reply) => {
    webhook.scriptAlways("", reply);
    const said = await everythingSaidOf(send({ bearer_token: BEARER }));
    expect(webhook.requests[0]?.headers.authorization).toBe(`Bearer ${BEARER}`);
    expect(said).not.toContain(BEARER);
    expect(said).not.toContain(TEXT);
  });

  test("that echoes a stored key never shows it to the model", async () => {
    const allowed_hosts = [`http://127.0.0.1:${webhook.port}`];
    const metadata = { allowed_hosts };
    const credential_id = await under.connect({
      kind: "generic_api_key",
      label: "Key",
      token: BEARER,
      metadata,
    });
    webhook.script("", json({ you_sent: `Bearer ${BEARER}` }));
    const result = await send({ credential_id });
    expect(result).toMatchObject({ ok: true, result: { body: { you_sent: "Bearer [redacted]" } } });
  });

  test("bad arguments beside a bearer token do not bring it out", async () => {
    const said = await everythingSaidOf(send({ bearer_token: BEARER, url: 17, header: {} }));
    expect(said).not.toContain(BEARER);
    expect(await everythingSaidOf(send({ bearer_token: [BEARER] }))).not.toContain(BEARER);
    expect(await everythingSaidOf(send({ bearer_token: `${BEARER}\r\nx-evil: 1` }))).not.toContain(BEARER);
  });
});
