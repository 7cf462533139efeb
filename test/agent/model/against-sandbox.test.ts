import { createModel } from "@plumbline/agent/model/configured-model.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { cutOff, slowly } from "@plumbline/sandbox/model/chat-reply.ts";
import { modelSandboxKey, startModel } from "@plumbline/sandbox/model/model.ts";
import {
  modelOverloaded,
  modelQuotaUsedUp,
  modelRateLimited,
} from "@plumbline/sandbox/model/model-failures.ts";
import { truthful } from "@plumbline/sandbox/model/truthful.ts";
import { expect, test } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForEach } from "../../support/started.ts";
import {
  eventsOf,
  failureOf,
  type ModelsUnderTest,
  modelsUnderTest,
  someTool,
  textIn,
} from "./model-under-test.ts";

const under = startedForEach(modelsUnderTest);

const server = startedForEach(startModel);

const EVIDENCE = "[0] Zoë Łącka wrote 3 novels — “Æther” was the last.\n[1] She lives in Kraków.";
const SENTENCES = "Zoë Łącka wrote 3 novels — “Æther” was the last. She lives in Kraków.";
const tools = [someTool("connections_list"), someTool("grounded_research")];

function turn(id: string, ...asking: Parameters<ModelsUnderTest["asking"]>) {
  const settings = {
    provider: "openai-compatible",
    id,
    baseUrl: server.apiUrl,
    apiKey: new Secret(modelSandboxKey),
  } as const;
  const ports = { http: under.egress.providerStreams, clock: under.clock, random: seededRandom("model") };
  return createModel(settings, ports).stream(under.asking(...asking));
}

test("a truthful model says what it was given", async () => {
  const events = await eventsOf(turn("truthful", EVIDENCE));
  expect(textIn(events)).toBe(SENTENCES);
  expect(events.at(-1)).toMatchObject({ reason: "stop", usage: { inputTokens: 18, outputTokens: 14 } });
});

test("a slow answer is the same, though its characters come in halves", async () => {
  server.script("", slowly(truthful, { bytesPerChunk: 61, intervalMs: 0 }));
  expect(textIn(await eventsOf(turn("truthful", EVIDENCE)))).toBe(SENTENCES);
});

test("a model that researches goes through its loop", async () => {
  const events = await eventsOf(turn("researching", "Who is she?", { tools }));
  expect(events.filter(({ type }) => type === "tool_call")).toMatchObject([
    { name: "connections_list", arguments: {} },
    { name: "grounded_research", arguments: { query: "Who is she?" } },
  ]);
  const finish = events.at(-1);
  if (finish?.type !== "finish") throw new Error("the turn did not finish");
  const content = { sections: [{ claims: [{ text: "She lives in Kraków.", citation_index: 0 }] }] };
  const results = (finish.message.toolCalls ?? []).map(({ id, name }) => ({
    toolCallId: id,
    name,
    content: name === "grounded_research" ? content : { items: [] },
    isError: false,
  }));
  const messages = [
    { role: "user", text: "Who is she?" } as const,
    finish.message,
    { role: "tool", results } as const,
  ];
  expect(textIn(await eventsOf(turn("researching", "", { messages, tools })))).toBe("She lives in Kraków.");
});

test("malformed arguments and empty answers are passed on as they are", async () => {
  expect((await eventsOf(turn("malformed-arguments", "Hello", { tools })))[0]).toMatchObject({
    type: "tool_call",
    malformed: '{"query": "half of a',
  });
  expect(await eventsOf(turn("empty", "Hello"))).toMatchObject([{ type: "finish", reason: "stop" }]);
});

test("an answer that is always cut off ends as such", async () => {
  const { events, error } = await failureOf(turn("cut-off", EVIDENCE));
  expect(error.code).toBe("model_cut_off");
  expect("Zoë Łącka wrote ".startsWith(textIn(events))).toBe(true);
  // The words may be lost with the connection before anybody read them; then none was given out, and it is
  // asked again.
  expect(server.requests).toHaveLength(textIn(events) === "" ? 3 : 1);
});

test("an answer cut off before its first word is asked for again", async () => {
  server.script("", cutOff(truthful, 1));
  expect(textIn(await eventsOf(turn("truthful", EVIDENCE)))).toBe(SENTENCES);
  expect(server.requests).toHaveLength(2);
});

test("waits and failures before the first word pass unseen", async () => {
  server.script("", modelRateLimited(2), modelOverloaded());
  expect(textIn(await eventsOf(turn("truthful", EVIDENCE)))).toBe(SENTENCES);
  expect(under.clock.waits[0]).toBe(2000);
  expect(under.clock.waits[1]).toBeGreaterThanOrEqual(900);
});

test("a quota that is used up is not waited for", async () => {
  server.script("", modelQuotaUsedUp());
  expect((await failureOf(turn("truthful", EVIDENCE))).error).toMatchObject({
    code: "model_rate_limited",
    message: "The quota of the model is used up.",
  });
  expect(server.requests).toHaveLength(1);
});

test("a wait in milliseconds counts before one in seconds", async () => {
  const limited = modelRateLimited(1);
  server.script("", { ...limited, headers: { ...limited.headers, "retry-after-ms": "150" } });
  await eventsOf(turn("truthful", EVIDENCE));
  expect(under.clock.waits).toEqual([150]);
});

test("an unknown model is refused", async () => {
  expect((await failureOf(turn("no-such-model", "Hello"))).error).toMatchObject({
    code: "model_refused_request",
    message: "The model's provider refused the request (status 404).",
    detail: { providerCode: "model_not_found" },
  });
});

test("who leaves while the next attempt is waited for is not kept", async () => {
  const cancel = new AbortController();
  server.script("", () => {
    cancel.abort();
    return modelRateLimited(2);
  });
  const { error } = await failureOf(turn("truthful", "Hello", { signal: cancel.signal }));
  expect(error).toMatchObject({ code: "model_cut_off", message: "The model was interrupted by its caller." });
  expect(server.requests).toHaveLength(1);
});
