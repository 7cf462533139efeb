import { inspect } from "node:util";
import { notesInvalid, notesRateLimited } from "@plumbline/sandbox/notes/failures.ts";
import { htmlPage, json, type Reply, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

/** Shaped like nobody's token, so that only knowing it keeps it inside. */
const TOKEN = "Zx9-nothing-like-a-token/4711";

const under = startedForEach(() => startNotesUnderTest({ token: TOKEN }));

beforeEach(() => {
  const capabilities = ["read_content", "insert_content"] as const;
  under.notes.workspace.tokens.set(TOKEN, { botName: "Plumbline", capabilities });
});

describe("testing a credential", () => {
  const credentialId = async () => {
    const { items } = await under.credentialStore.list(under.caller.tenantId, { limit: 1 });
    return items[0]?.id ?? "";
  };

  test("names the bot and its workspace", async () => {
    expect(await under.testCredential(await credentialId())).toMatchObject({
      ok: true,
      result: { account: "Plumbline @ Sandbox" },
    });
    expect(under.asked()).toEqual(["GET /v1/users/me"]);
  });

  test.each<[what: string, reply: Reply, expected: object]>([
    ["a bot without a name", json({ object: "user", name: null, bot: {} }), { ok: true, result: {} }],
    [
      "a token that was withdrawn",
      json({ object: "error", code: "unauthorized" }, 401),
      { ok: false, error_code: "authentication" },
    ],
    ["a page", htmlPage("<h1>Hello</h1>"), { ok: true, attempts: 2 }],
    ["a limit", notesRateLimited(1), { ok: true, attempts: 2 }],
  ])("%s", async (_what, reply, expected) => {
    under.notes.script("GET", reply);
    expect(await under.testCredential(await credentialId())).toMatchObject(expected);
  });
});

describe("the token and the text are in no result, refusal or log line", () => {
  const SECRET_TEXT = "the board meets on the third floor";
  test.each<[what: string, reply: Reply]>([
    ["a refusal that quotes the token", notesInvalid(`bad token ${TOKEN}`)],
    ["a code that is the token", json({ object: "error", code: TOKEN, message: "" }, 400)],
    ["a page that shows the request", htmlPage(`<pre>Bearer ${TOKEN} ${SECRET_TEXT}</pre>`, 502)],
    ["a request id that is the token", json({}, 400, { "x-notion-request-id": TOKEN })],
    ["a link with the token", json({ object: "page", id: SOME_ID, url: `https://x.example/${TOKEN}` })],
    ["an answer that cannot be read", json({ token: TOKEN, text: SECRET_TEXT })],
    ["no answer", resetAfterReading()],
  ])("%s", async (_what, reply) => {
    under.notes.scriptAlways("POST", reply);
    const parent = { page_id: under.notes.workspace.pages[0]?.id };
    const result = await under.create({ parent, content: SECRET_TEXT });
    const said = `${JSON.stringify(under.logged)}\n${inspect(result, { depth: null })}`;
    expect(under.notes.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(said).not.toContain(TOKEN);
    expect(said).not.toContain(SECRET_TEXT);
  });
});
