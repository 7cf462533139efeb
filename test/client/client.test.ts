import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type PlumblineClient, PlumblineError, plumblineClient, type StreamChunk } from "@plumbline/client";
import {
  cutBody,
  hangBeforeHeaders,
  hangInBody,
  htmlPage,
  json,
  type Reply,
} from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { startLocalService } from "../cli/local-service.ts";
import { startedForFile } from "../support/started.ts";

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** The error that a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<PlumblineError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof PlumblineError) return error;
  throw new Error("It did not end with a PlumblineError.", { cause: error });
}

describe("against the service", () => {
  const service = startedForFile(startLocalService);
  let client: PlumblineClient;
  let operator: PlumblineClient;

  beforeAll(async () => {
    const keyOf = (file: string) => readFile(join(service.dataDir, file), "utf8");
    client = plumblineClient({ baseUrl: service.url, apiKey: await keyOf("dev-api-key") });
    operator = plumblineClient({ baseUrl: service.url, apiKey: await keyOf("operator-key") });
  });

  test("an answer is data, with the response it came in", async () => {
    const { data, response } = await client.GET("/api/v1/tools");
    expect(data.items).toContainEqual(expect.objectContaining({ name: "chatapp_dm", effect: "write" }));
    expect(response.headers.get("x-request-id")).toEqual(UUID);
    const { data: health } = await client.GET("/healthz");
    expect(health).toEqual({ status: "ok" });
  });

  test("parameters go into path, query and headers, the body goes as JSON", async () => {
    const { data: openai } = await client.GET("/api/v1/tools", { params: { query: { format: "openai" } } });
    expect(openai.items[0]).toMatchObject({ type: "function" });
    const header = { "idempotency-key": "once" };
    const call = () =>
      client.POST("/api/v1/tools/{name}", {
        params: { path: { name: "social_post:microblog" }, header },
        body: { arguments: { text: "Hello" } },
      });
    expect((await call()).data).toMatchObject({ ok: false, tool: "social_post:microblog" });
  });

  test("a tool is a function with its own types, and its result says how the call ended", async () => {
    const found = await client.tools.grounded_research({ query: "Who was Ada Lovelace?" });
    expect(found.ok && found.result.citations.length).toBeGreaterThan(0);
    const posted = await client.tools.social_post__microblog({ text: "Hello" }, { idempotencyKey: "k" });
    if (posted.ok) expect.fail("There is no account to post with.");
    expect(posted).toMatchObject({ tool: "social_post:microblog", error_code: "authentication" });
    // @ts-expect-error: an argument that the tool does not have
    const wrong = await client.tools.chatapp_dm({ to: "ada@example.com", txt: "Hello" });
    expect(wrong).toMatchObject({ ok: false, error_code: "validation" });
    const unknown = client.POST("/api/v1/tools/{name}", {
      params: { path: { name: "no_such_tool" } },
      body: { arguments: {} },
    });
    expect(await errorOf(unknown)).toMatchObject({ status: 404 });
    const waiting = client.tools.feed_read({ url: "https://x.example/feed" }, { approvalId: randomUUID() });
    expect(await errorOf(waiting)).toMatchObject({ code: "not_found" });
  });

  test("its tools can be awaited, printed and listed like any object", async () => {
    expect(await Promise.resolve(client.tools)).toBe(client.tools);
    expect(String(Object.keys(client.tools))).toBe("");
    expect(JSON.stringify({ tools: client.tools })).toBe('{"tools":{}}');
  });

  test("what is made can be read, changed and taken away", async () => {
    const body = { kind: "crm" as const, label: "Grüße / ?&", token: "t" };
    const { data: made } = await client.POST("/api/v1/credentials", { body });
    expect(made).toMatchObject({ id: UUID, kind: "crm", label: body.label, revoked_at: null });
    const params = { path: { id: made.id } };
    const renamed = await client.PATCH("/api/v1/credentials/{id}", { params, body: { label: "crm" } });
    expect(renamed.data.label).toBe("crm");
    const revoked = await client.DELETE("/api/v1/credentials/{id}", { params });
    expect(revoked.data?.revoked_at).not.toBeNull();
    expect((await client.GET("/api/v1/credentials/{id}", { params })).data.status).toBe("revoked");
  });

  test("an answer without a body has no data", async () => {
    const { data: made } = await operator.POST("/api/v1/tenants", { body: { name: "Gone" } });
    const gone = await operator.DELETE("/api/v1/tenants/{id}", { params: { path: { id: made.tenant_id } } });
    expect([gone.data, gone.response.status]).toEqual([undefined, 204]);
  });

  test("a refusal is an error with all that the problem says", async () => {
    const body = { kind: "crm" as const, label: "", token: "t" };
    const invalid = await errorOf(client.POST("/api/v1/credentials", { body }));
    expect(invalid).toMatchObject({ status: 400, code: "bad_request", requestId: UUID });
    expect(invalid.issues).toEqual([{ path: "label", message: expect.any(String) }]);
    expect(invalid.message).toContain("label");

    const stranger = plumblineClient({ baseUrl: service.url, apiKey: "plk_unknown" });
    const unknown = await errorOf(stranger.GET("/api/v1/tools"));
    expect(unknown).toMatchObject({ status: 401, code: "unauthenticated", issues: [] });
    expect(unknown.retryAfterSeconds).toBeUndefined();

    expect(await errorOf(operator.GET("/api/v1/tools"))).toMatchObject({ status: 403, code: "forbidden" });
    const params = { path: { name: "nothing" } };
    const missing = client.POST("/api/v1/tools/{name}", { params, body: { arguments: {} } });
    expect(await errorOf(missing)).toMatchObject({ status: 404, code: "not_found" });
  });

  test("a run comes chunk by chunk, from start to done", async () => {
    const chunks: StreamChunk[] = [];
    const messages = [{ role: "user" as const, content: "Who was Ada Lovelace?" }];
    for await (const chunk of client.streamAgent({ messages })) chunks.push(chunk);
    expect(chunks[0]).toMatchObject({ type: "start", requires_grounding: true });
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop_reason: "end" });
    const [result] = chunks.filter((chunk) => chunk.type === "tool_result");
    expect(result).toMatchObject({ name: "grounded_research", is_error: false });
    expect(chunks).toContainEqual({ type: "text_delta", text: expect.any(String), citations: [0] });
  });

  test("a run that is refused before its first chunk throws", async () => {
    const messages = [{ role: "user" as const, content: "Write a limerick about a teapot." }];
    const refused = await errorOf(client.streamAgent({ messages }).next());
    expect(refused).toMatchObject({ status: 503, code: "model_not_configured" });
  });
});

describe("against a service that fails", () => {
  const server = startedForFile(() => startScriptedServer({ name: "service", handle: () => json({}, 404) }));
  let client: PlumblineClient;

  beforeAll(async () => {
    client = plumblineClient({ baseUrl: `${server.url}/behind/a/path/`, apiKey: "plk_x" });
  });

  afterEach(() => server.clear());

  const problem = { detail: "Too many.", error_code: "too_many_requests" };

  test("every request bears the key and says what it takes", async () => {
    server.scriptAlways("", json({ items: [], next_cursor: null }));
    await client.GET("/api/v1/tools");
    await errorOf(client.streamAgent({ messages: [] }).next());
    const [asked, streamed] = server.requests;
    expect(asked?.path).toBe("/behind/a/path/api/v1/tools");
    expect(asked?.headers).toMatchObject({ authorization: "Bearer plk_x", accept: "application/json" });
    expect(streamed?.headers).toMatchObject({
      authorization: "Bearer plk_x",
      accept: "text/event-stream",
      "content-type": "application/json",
    });
  });

  test.each<[what: string, reply: Reply, error: Partial<PlumblineError>]>([
    [
      "asks to wait",
      json(problem, 429, { "retry-after": "7", "x-request-id": "r" }),
      { status: 429, code: "too_many_requests", message: "Too many.", retryAfterSeconds: 7, requestId: "r" },
    ],
    ["names a date to wait for", json(problem, 429, { "retry-after": "Wed, 21 Oct" }), { status: 429 }],
    [
      "is behind a broken gateway",
      htmlPage("<h1>Bad gateway</h1>", 502),
      { status: 502, code: "unreadable" },
    ],
    ["refuses with another JSON", json({ message: "Forbidden" }, 403), { status: 403, code: "unreadable" }],
    ["refuses with null", json(null, 400), { status: 400, code: "unreadable" }],
    ["is another site", htmlPage("<h1>Welcome</h1>"), { status: 200, code: "unreadable" }],
    ["answers with a number", json(1), { status: 200, code: "unreadable" }],
    ["answers with nothing", { status: 200 }, { status: 200, code: "unreadable" }],
    [
      "breaks off its answer",
      cutBody(json({ items: [] }), { afterBytes: 5 }),
      { status: 200, code: "broken_off" },
    ],
    [
      "breaks off its refusal",
      cutBody(json(problem, 429), { afterBytes: 5, framing: "chunked" }),
      { status: 429, code: "broken_off" },
    ],
    ["closes the connection", { fault: "close_after_reading" }, { status: 0, code: "unreachable" }],
  ])("because it %s, every call throws the same error", async (_what, reply, error) => {
    server.scriptAlways("", reply);
    expect(await errorOf(client.GET("/api/v1/tools"))).toMatchObject(error);
    const streamed = errorOf(client.streamAgent({ messages: [] }).next());
    if (error.status !== 200) expect(await streamed).toMatchObject(error);
    else expect((await streamed).code).toBe("unreadable");
  });

  test("a caller who hangs up hears his own reason", async () => {
    server.scriptAlways("", hangBeforeHeaders());
    const reason = new Error("enough");
    const waiting = new AbortController();
    const { signal } = waiting;
    const asked = client.GET("/api/v1/tools", { signal });
    const streamed = client.streamAgent({ messages: [] }, { signal }).next();
    const ends = Promise.allSettled([asked, streamed]);
    await server.waitForRequests(2);
    waiting.abort(reason);
    expect(await ends).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
  });

  test("and so does one who hangs up in the middle of an answer", async () => {
    const begun = 'data: {"type":"text_delta","text":"Hello"}\n\n';
    const events = { headers: { "content-type": "text/event-stream" }, body: `${begun}${begun}` };
    server.script("", hangInBody(events, begun.length), hangInBody(json({ items: [] }), 5));
    const reason = new Error("enough");
    const waiting = new AbortController();
    const { signal } = waiting;
    const chunks = client.streamAgent({ messages: [] }, { signal });
    expect((await chunks.next()).value).toMatchObject({ text: "Hello" });
    const ends = Promise.allSettled([chunks.next(), client.GET("/api/v1/tools", { signal })]);
    await server.waitForRequests(2);
    waiting.abort(reason);
    expect(await ends).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
  });

  test("the error says that nothing listens, and where", async () => {
    const nowhere = plumblineClient({ baseUrl: "http://127.0.0.1:1/path", apiKey: "plk_x" });
    const error = await errorOf(nowhere.GET("/api/v1/tools"));
    expect(error).toMatchObject({
      status: 0,
      code: "unreachable",
      message: "http://127.0.0.1:1 does not respond.",
    });
    expect(error.cause).toBeInstanceOf(Error);
  });

  test("middleware may put another error in place of one", async () => {
    const other = plumblineClient({ baseUrl: server.url, apiKey: "plk_x" });
    const own = new Error("mine");
    other.use({ onError: () => own });
    await expect(other.GET("/api/v1/tools")).rejects.toBe(own);
    await expect(other.streamAgent({ messages: [] }).next()).rejects.toBe(own);
  });
});
