import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { chatappFailure } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders, json, text } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, type CallOptions, readAnswer, startApi, startedWithTenants } from "./api-under-test.ts";

const POST = "/api/v1/tools/chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The board meets on the third floor." };

const api = startedWithTenants(startApi);

beforeEach(async () => {
  await connect();
});
const connect = (more: CallOptions = {}) => {
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  return api.call("POST", "/api/v1/credentials", { body, ...more });
};

const keyed = (key: string, args: unknown = MESSAGE, more: CallOptions = {}): CallOptions => ({
  body: { arguments: args },
  headers: { "idempotency-key": key },
  ...more,
});

const post = (key = "k", args: unknown = MESSAGE) => api.call("POST", POST, keyed(key, args));

const replayed = ({ headers }: Answer) => headers.get("idempotent-replayed");

describe("a call that is repeated", () => {
  test("with its key is answered from the first, and says so", async () => {
    const [first, second] = [await post(), await post()];
    expect([first.status, first.json.ok, replayed(first)]).toEqual([200, true, null]);
    expect([second.status, second.text, replayed(second)]).toEqual([200, first.text, "true"]);
    expect(api.posts()).toBe(1);
  });

  test("in another process is answered from the first", async () => {
    const first = await post();
    const other = api.anotherProcess();
    const app = createApp(other, createRoutes(other));
    const second = await readAnswer(await app.fetch(api.request("POST", POST, keyed("k"))));
    expect([second.text, replayed(second)]).toEqual([first.text, "true"]);
    expect(api.posts()).toBe(1);
  });

  test("without a key is made again", async () => {
    for (let turn = 0; turn < 2; turn++) await api.call("POST", POST, { body: { arguments: MESSAGE } });
    expect(api.posts()).toBe(2);
  });

  test("with other arguments is a 409", async () => {
    await post();
    const other = await post("k", { ...MESSAGE, text: "Other." });
    expect([other.status, other.json.error_code, other.headers.get("retry-after")]).toEqual([
      409,
      "conflict",
      null,
    ]);
    expect(api.posts()).toBe(1);
  });
});

describe("two calls at once with one key", () => {
  test("reach the provider once", async () => {
    const answers = await Promise.all([post(), post()]);
    expect(api.posts()).toBe(1);
    const first = answers.find((answer) => answer.status === 200 && replayed(answer) === null);
    const other = answers.find((answer) => answer !== first);
    expect(first?.json.ok).toBe(true);
    expect(other?.status === 409 || replayed(other!) === "true").toBe(true);
  });

  test("are told apart: the second is a 409 with Retry-After, and later gets what the first came to", async () => {
    api.sandbox.chatapp.scriptAlways("", hangBeforeHeaders());
    const asked = api.sandbox.chatapp.waitForRequests(1);
    const first = api.fetch(api.request("POST", POST, keyed("k")), { remainingMs: () => 5_000 });
    await asked;
    const second = await post();
    expect([second.status, second.json.error_code, second.headers.get("retry-after")]).toEqual([
      409,
      "conflict",
      "5",
    ]);
    api.clock.advance(5_000);
    const lost = await readAnswer(await first);
    expect(lost.json).toMatchObject({ ok: false, error_code: "transient", outcome_unknown: true });
    const third = await post();
    expect([third.text, replayed(third)]).toEqual([lost.text, "true"]);
    expect(api.posts()).toBe(1);
  });
});

describe("a post that the provider answered with a failure of its own", () => {
  const NEW_KEY = "use a new Idempotency-Key";

  test.each([
    ["three times 500", [json({}, 500), json({}, 500), json({}, 500)], "transient"],
    ["503, then 404", [json({}, 503), text("", 404)], "validation"],
    [
      "500, then a permission that is missing",
      [json({}, 500), chatappFailure("missing_scope")],
      "authentication",
    ],
    ["408", [text("", 408)], "transient"],
    ["425", [text("", 425)], "transient"],
  ])("and never took, is kept: %s", async (_what, replies, error_code) => {
    api.sandbox.chatapp.script("POST /api/chat.postMessage", ...replies);
    const first = await post();
    expect(first.json).toMatchObject({
      ok: false,
      error_code,
      outcome_unknown: true,
      attempts: replies.length,
    });
    expect(first.json.next_step).toContain("check at the provider whether it arrived");
    expect(first.json.next_step).toContain(NEW_KEY);
    const again = await post();
    expect([again.text, replayed(again)]).toEqual([first.text, "true"]);
    expect(api.posts()).toBe(replies.length);
    expect((await post("another")).json).toMatchObject({ ok: true });
  });

  test("tells a caller without a key to look, and speaks of no key", async () => {
    api.sandbox.chatapp.scriptAlways("POST /api/chat.postMessage", json({}, 500));
    const { json: result } = await api.call("POST", POST, { body: { arguments: MESSAGE } });
    expect(result).toMatchObject({ ok: false, outcome_unknown: true, attempts: 3 });
    expect(result.next_step).toContain("check at the provider before repeating it");
    expect(result.next_step).not.toContain("Idempotency-Key");
  });
});

describe("a key", () => {
  test.each([
    ["empty", ""],
    ["of 256 characters", "k".repeat(256)],
    ["with a space", "two words"],
    ["beyond ASCII", "schlüssel"],
  ])("%s is a 400, and nothing is done", async (_what, key) => {
    const { status, json } = await post(key);
    expect([status, json.error_code]).toEqual([400, "bad_request"]);
    expect(json.errors).toEqual([{ path: "Idempotency-Key", message: expect.stringContaining("255") }]);
    expect(api.posts()).toBe(0);
  });

  test.each([
    ["of one character", "!"],
    ["of 255 characters", "~".repeat(255)],
  ])("%s is taken", async (_what, key) => {
    expect((await post(key)).json.ok).toBe(true);
    expect(replayed(await post(key))).toBe("true");
  });

  test("is not used up by what was no call", async () => {
    const body = { arguments: MESSAGE };
    const headers = { "idempotency-key": "k" };
    const statuses = [
      await api.call("POST", POST, { body: { ...body, preview: true }, headers }),
      await api.call("POST", POST, { body: {}, headers }),
      await api.call("POST", "/api/v1/tools/nothing", { body, headers }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 404]);
    expect((await post()).json.ok).toBe(true);
  });
});
