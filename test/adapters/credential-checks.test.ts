import { json } from "@plumbline/sandbox/server/reply.ts";
import { sampleText } from "@plumbline/sandbox/tool-samples.ts";
import { describe, expect, test } from "vitest";
import { httpServersOf } from "../support/http-servers.ts";
import { refused } from "./adapter-under-test.ts";
import { PROVIDER_ACCOUNTS, startProviderCalls } from "./provider-calls.ts";
import { recordAnswers, replay, withEveryText } from "./without-each-field.ts";

const { sandbox, under, servers, calls } = startProviderCalls();

/** The request that tests an account's credential, and what it finds out. */
const TESTS: Readonly<Record<string, [request: string, account: object]>> = {
  chatapp: ["POST /api/auth.test", { account: "plumbline @ Sandbox" }],
  notes: ["GET /v1/users/me", { account: "Plumbline @ Sandbox" }],
  crm: ["GET /account-info/v3/details", { account: "4200042 @ crm.sandbox.example" }],
  tracker: ["POST /graphql", { account: "Ada @ sandbox" }],
  microblog: ["GET /2/users/me", { account: "@plumbline" }],
  signed: ["GET /2/users/me", { account: "@plumbline" }],
  network: ["GET /v2/userinfo", { account: "Ada Lovelace" }],
  calendar: ["GET /calendar/v3/calendars/primary/events", { account: "ada@example.com" }],
};

test("the account of every provider has its row", () => {
  expect(Object.keys(TESTS).sort()).toEqual(Object.keys(PROVIDER_ACCOUNTS).sort());
});

test("no caller can name the tools that test and revoke credentials", async () => {
  const words = ["calendar", "chatapp", "crm", "imap", "microblog", "network", "notes", "smtp", "tracker"];
  const names = words.flatMap((word) => [`credential_test:${word}`, `credential_revoke:${word}`]);
  for (const name of [...names, "credential_revoke__chatapp"])
    expect(await under.service.registry.get(name)).toBeUndefined();
});

describe.each(Object.entries(TESTS))("%s", (account, [request, found]) => {
  test("a test of its credential tells whose it is, in one request", async () => {
    expect(await under.testCredential(under.ids[account] ?? "")).toMatchObject({
      result: found,
      attempts: 1,
    });
    const asked = httpServersOf(sandbox).flatMap(({ requests }) => requests);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([request]);
  });

  test("a token that the provider does not know is refused, which its credential notes", async () => {
    const token = account === "signed" ? oddToken(account) : "nobodys-token-4711";
    const id = await under.connect({ ...PROVIDER_ACCOUNTS[account], label: `${account} of nobody`, token });
    expect(refused(await under.testCredential(id))).toMatchObject({
      error_code: "authentication",
      next_step: expect.stringContaining(`${account} of nobody`),
      attempts: 1,
    });
    const { last_error } = await under.service.credentials.get(under.caller.tenantId, id);
    expect(last_error).toMatchObject({ error_code: "authentication" });
  });
});

/** Values shaped like nobody's token, so that only knowing them keeps them inside. */
const SECRETS = [
  "Zx9-nothing-like-a-token/4711",
  "Yw8-of-the-app/4712",
  "Xv7-of-the-account/4713",
  "Ut6/4714",
];

/** A token of the form that an account's has, made of these values. */
function oddToken(account: string): string {
  const [access_token_secret = "", consumer_key, consumer_secret, access_token] = SECRETS;
  if (account !== "signed") return access_token_secret;
  return JSON.stringify({ consumer_key, consumer_secret, access_token, access_token_secret });
}

describe.each(calls)("$title", ({ title, account, make }) => {
  test("no value of the token is in a result, a refusal or the log, and no text in the log, though the provider repeats it", async () => {
    const token = oddToken(account);
    const id = await under.connect({ ...PROVIDER_ACCOUNTS[account], label: title, token });
    const recorded = await recordAnswers({ server: servers, call: () => make() });
    const results = [];
    const secrets = account === "signed" ? SECRETS : SECRETS.slice(0, 1);
    for (const secret of secrets) {
      const echo = `Bearer ${secret} is wrong`;
      const words = { error: echo, error_description: echo, message: echo, code: secret, detail: echo };
      const call = { server: servers, call: () => make(id) };
      for (const [name, replies] of recorded) {
        const last = replies.length - 1;
        const quoted = {
          ...replies[last],
          json: withEveryText(replies[last]?.json, (text) => `${text} ${secret}`),
        };
        results.push(await replay(call, new Map(recorded).set(name, replies.with(last, quoted))));
      }
      for (const status of [200, 400, 401, 403, 429, 502]) {
        const body = { ...words, object: "error", errors: [{ ...words, extensions: words, reason: secret }] };
        const headers = Object.fromEntries(REQUEST_IDS.map((header) => [header, secret]));
        for (const error of [echo, words]) {
          servers.clear();
          servers.scriptAlways("", json({ ...body, error }, status, headers));
          results.push(await make(id));
        }
      }
    }
    expect(results.some(({ ok }) => !ok)).toBe(true);
    const said = JSON.stringify([results, under.logged]);
    expect(JSON.stringify(under.logged)).not.toContain(sampleText);
    for (const secret of secrets)
      for (const form of [secret, encodeURIComponent(secret)]) expect(said).not.toContain(form);
  });
});

/** Headers in which a provider names its request. */
const REQUEST_IDS =
  "x-slack-req-id x-notion-request-id x-hubspot-correlation-id x-request-id x-transaction-id x-li-uuid x-li-request-id".split(
    " ",
  );
