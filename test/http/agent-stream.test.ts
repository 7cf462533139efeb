import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type CallOptions, startApi } from "./api-under-test.ts";
import { StreamReader, type WireEvent } from "./stream-reader.ts";

const STREAM = "/api/v1/agent/stream";

const api = startedForFile(startApi);

afterEach(() => {
  for (const server of [api.sandbox.searchA, api.sandbox.searchB]) server.clear();
});

const ask = (content: string): CallOptions => ({ body: { messages: [{ role: "user", content }] } });

async function open(sent: CallOptions): Promise<{ response: Response; reader: StreamReader }> {
  const response = await api.fetch(api.request("POST", STREAM, sent));
  return { response, reader: new StreamReader(response.body) };
}

async function run(sent: CallOptions): Promise<WireEvent[]> {
  return (await open(sent)).reader.rest();
}

const dataOf = (events: readonly WireEvent[], type: string) =>
  events.filter(({ event }) => event === type).map(({ data }) => data);

describe("a grounded run", () => {
  test("is an event stream that nothing on the way keeps back", async () => {
    const { response, reader } = await open(ask("Who was Ada Lovelace?"));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    await reader.rest();
  });

  test("says start, the research as a tool call, the cited text, done", async () => {
    const events = await run(ask("Who was Ada Lovelace?"));
    const types = events.map(({ event }) => event);
    expect(types.slice(0, 3)).toEqual(["start", "tool_use", "tool_result"]);
    expect(new Set(types.slice(3, -1))).toEqual(new Set(["text_delta"]));
    expect(types.at(-1)).toBe("done");
    for (const { event, data } of events) expect(data.type).toBe(event);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  });

  test("has the fields of the contract in every chunk", async () => {
    const events = await run(ask("Who was Ada Lovelace?"));
    const [start, use, result] = events.map(({ data }) => data);
    expect(start).toEqual({
      type: "start",
      run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requires_grounding: true,
      gate: { score: expect.any(Number), reasons: expect.any(Array) },
    });
    expect(use).toEqual({
      type: "tool_use",
      tool_use_id: expect.any(String),
      name: "grounded_research",
      title: "Look up “Who was Ada Lovelace?”",
      title_done: "Looked up “Who was Ada Lovelace?”",
      arguments: { query: "Who was Ada Lovelace?" },
    });
    expect(result).toEqual({
      type: "tool_result",
      tool_use_id: use?.tool_use_id,
      name: "grounded_research",
      is_error: false,
      content: expect.objectContaining({ ok: true }),
    });
    expect(events.at(-1)?.data).toEqual({
      type: "done",
      stop_reason: "end",
      usage: { input_tokens: 0, output_tokens: 0 },
      elapsed_ms: expect.any(Number),
    });
  });

  test("says nothing that is not verbatim in the citation it names", async () => {
    const events = await run(ask("Who was Ada Lovelace?"));
    const { citations } = researchOutcomeSchema.parse(dataOf(events, "tool_result")[0]?.content);
    const said = dataOf(events, "text_delta");
    expect(said.length).toBeGreaterThan(0);
    for (const { text, citations: indexes } of said) {
      const snippets = Array.isArray(indexes)
        ? indexes.map((index) => citations[Number(index)]?.snippet)
        : [];
      expect(snippets).toEqual([expect.stringContaining(String(text).trim())]);
    }
  });

  test("begins with the answer, and says no claim twice", async () => {
    const events = await run(ask("Tell me about Marie Curie"));
    const { answer, sections } = researchOutcomeSchema.parse(dataOf(events, "tool_result")[0]?.content);
    const said = dataOf(events, "text_delta").map(({ text }) => String(text).trim());
    expect(said[0]).toBe(answer?.text);
    expect(said).toHaveLength(new Set(said).size);
    expect(new Set(said)).toEqual(new Set(sections.flatMap(({ claims }) => claims.map(({ text }) => text))));
  });
});

describe("a refusal", () => {
  test.each([
    ["for want of evidence", "Who is Zorblax Quimby?", "research_insufficient_evidence"],
    ["of a shared name", "Who is Steve McQueen?", "research_ambiguous_name"],
  ])("%s is shown word for word", async (_what, prompt, error_code) => {
    const events = await run(ask(prompt));
    expect(events.map(({ event }) => event)).toEqual([
      "start",
      "tool_use",
      "tool_result",
      "text_delta",
      "done",
    ]);
    const [result] = dataOf(events, "tool_result");
    const refusal_reason = researchOutcomeSchema.parse(result?.content).refusal_reason;
    expect(result).toMatchObject({ is_error: true, error_code, refusal_reason, content: { ok: false } });
    expect(dataOf(events, "text_delta")).toEqual([{ type: "text_delta", text: refusal_reason }]);
    expect(events.at(-1)?.data.stop_reason).toBe("refusal");
  });
});

describe("before the first byte", () => {
  test.each([
    [
      "a prompt that needs no grounding",
      ask("Write a limerick about a teapot."),
      503,
      "model_not_configured",
    ],
    [
      "a model by name",
      { body: { model: "some-model", messages: [{ role: "user", content: "Who was Ada Lovelace?" }] } },
      503,
      "model_not_configured",
    ],
    ["no message", { body: { messages: [] } }, 400, "bad_request"],
  ])("%s is a problem, not a stream", async (_what, sent, status, error_code) => {
    const answer = await api.call("POST", STREAM, sent);
    expect([answer.status, answer.json.error_code]).toEqual([status, error_code]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(api.sandbox.searchA.requests).toEqual([]);
  });
});

describe("a run that waits", () => {
  test("shows the call while it is under way, and a comment every 15 s of silence", async () => {
    for (const server of [api.sandbox.searchA, api.sandbox.searchB])
      server.scriptAlways("", hangBeforeHeaders());
    const askedA = api.sandbox.searchA.waitForRequests(1);
    const askedB = api.sandbox.searchB.waitForRequests(1);
    const { reader } = await open(ask("Who was Ada Lovelace?"));
    await reader.until("tool_use");
    const waiting = reader.next();
    await askedA;
    api.clock.advance(8_000);
    await askedB;
    api.clock.advance(7_000);
    expect((await waiting)?.event).toBe("comment");
    api.clock.advance(1_000);
    const [result, ...after] = await reader.rest();
    expect(result).toMatchObject({
      event: "tool_result",
      id: 3,
      data: { error_code: "research_provider_failure" },
    });
    expect(after.map(({ event }) => event)).toEqual(["text_delta", "done"]);
  });
});

test("a run that breaks ends with an error and done, and its cause is in the log alone", async () => {
  const { dispatcher } = api.service;
  const research = dispatcher.run;
  dispatcher.run = () => Promise.reject(new RangeError("inside 4711"));
  try {
    const events = await run(ask("Who was Ada Lovelace?"));
    expect(events.map(({ event }) => event)).toEqual(["start", "tool_use", "error", "done"]);
    expect(dataOf(events, "error")).toEqual([
      { type: "error", error_code: "internal", message: expect.any(String) },
    ]);
    expect(events.at(-1)?.data).toMatchObject({ stop_reason: "error" });
    expect(JSON.stringify(events)).not.toContain("4711");
    expect(api.logged).toContainEqual(
      expect.objectContaining({ event: "run_failed", level: "error", error_name: "RangeError" }),
    );
    expect(JSON.stringify(api.logged)).not.toContain("4711");
  } finally {
    dispatcher.run = research;
  }
});
