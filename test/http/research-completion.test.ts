import { listClaims } from "@plumbline/grounding";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { cutOff, speaking } from "@plumbline/sandbox/model/chat-reply.ts";
import { invention } from "@plumbline/sandbox/model/lying.ts";
import {
  modelBadKey,
  modelOverloaded,
  modelRateLimited,
  modelUnknown,
} from "@plumbline/sandbox/model/model-failures.ts";
import { truthful } from "@plumbline/sandbox/model/truthful.ts";
import { hangBeforeHeaders, htmlPage } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { completionAnswer } from "../../packages/http/endpoints/research-schemas.ts";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const UNGROUNDED = "Write a limerick about a teapot.";
const GROUNDED = "Who was Ada Lovelace?";
const LIMERICK = "There was an old teapot of clay.";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

describe("a prompt that needs no research", () => {
  test("is answered by the model, with what the caller adds", async () => {
    agent.turns({ text: LIMERICK });
    const { status, json } = await agent.complete({ prompt: UNGROUNDED, context: " It is blue. " });
    expect(status).toBe(200);
    expect(json).toEqual({
      conversation_id: expect.any(String),
      requires_grounding: false,
      gate: { score: expect.any(Number), reasons: expect.any(Array) },
      outcome: null,
      completion: { text: LIMERICK, model: "truthful", citations: [], unverified_sentences: [] },
    });
    const [{ messages = [], tools = [] } = {}] = agent.asked();
    expect(messages).toEqual([{ role: "user", content: `${UNGROUNDED}\n\nIt is blue.` }]);
    expect(tools).toEqual([]);
    expect(agent.sandbox.searchA.requests).toEqual([]);
  });
});

type Failure = [what: string, reply: ScriptedReply, code: string, retryAfter: string | null];

const FAILURES: Failure[] = [
  ["is limited in its rate", modelRateLimited(7), "model_rate_limited", "7"],
  ["is overloaded", modelOverloaded(), "model_unavailable", null],
  ["does not take the key", modelBadKey("plm-0815"), "model_refused_request", null],
  ["is unknown", modelUnknown("truthful"), "model_refused_request", null],
  ["is cut off", cutOff(truthful), "model_cut_off", null],
  ["is a web page", htmlPage("<h1>Welcome</h1>"), "model_bad_answer", null],
  ["says nothing", speaking(() => ({})), "model_bad_answer", null],
  ["is cut at its length", speaking(() => ({ text: "An", finishReason: "length" })), "model_cut_off", null],
];

describe.each(FAILURES)("a model that %s", (_what, reply, code, retryAfter) => {
  test("leaves an ungrounded prompt with a 503 that says why", async () => {
    agent.model(reply);
    const { status, json, headers, text } = await agent.complete({ prompt: UNGROUNDED });
    expect(status).toBe(503);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(headers.get("retry-after")).toBe(retryAfter);
    expect(json).toMatchObject({ error_code: code, detail: expect.stringMatching(/model/) });
    expect(text).not.toMatch(/127\.0\.0\.1|plm-0815|sandbox-model-key/);
    expect(agent.logged).toContainEqual(
      expect.objectContaining({ event: "model_failed", level: "warn", error_code: code }),
    );
  });

  test("leaves a grounded one with its outcome", async () => {
    agent.model(reply);
    const { status, json } = await agent.complete({ prompt: GROUNDED });
    expect(status).toBe(200);
    expect(researchOutcomeSchema.parse(json.outcome).ok).toBe(true);
    expect(json).toMatchObject({
      requires_grounding: true,
      completion: null,
      completion_error: { error_code: code, message: expect.stringMatching(/model/) },
    });
  });
});

describe("a grounded prompt", () => {
  test("is completed in the outcome's words", async () => {
    const { json } = await agent.complete({ prompt: GROUNDED });
    expect(json).toMatchObject({ completion: { model: "truthful", unverified_sentences: [] } });
    expect(json).not.toHaveProperty("completion_error");
    expect(agent.asked()[0]?.tools).toEqual([]);
  });

  test("is answered with the outcome's claims, its answer first, where the model makes everything up", async () => {
    agent.behave(() => ({ text: invention }));
    const { json } = await agent.complete({ prompt: GROUNDED });
    const outcome = researchOutcomeSchema.parse(json.outcome);
    const { text, citations } = completionAnswer.parse(json).completion ?? { text: "", citations: [] };
    expect(text.startsWith(`${outcome.answer?.text} [`)).toBe(true);
    expect(citations.map(({ start, end }) => text.slice(start, end))).toEqual(
      listClaims(outcome).map((claim) => claim.text),
    );
  });

  test("has marks of its citations, and says which part of the text they are of", async () => {
    agent.behave(({ messages }) => {
      const number = /\[\[(\d+)\]\] Ada Lovelace met /.exec(messages.map(({ text }) => text).join("\n"))?.[1];
      return { text: `[[1]] It rained.\n\n- [[${number}]]` };
    });
    const { json } = await agent.complete({ prompt: GROUNDED });
    const outcome = researchOutcomeSchema.parse(json.outcome);
    const { text, citations, unverified_sentences } = completionAnswer.parse(json).completion ?? {
      text: "",
      citations: [],
      unverified_sentences: [],
    };
    const first = `“${outcome.answer?.text}” [1]`;
    expect(text.replace(/\[\d+\]/g, "[1]")).toBe(
      `${first}\n\n- “Ada Lovelace met Charles Babbage in 1833 and took a lasting interest in his calculating engines.” [1]`,
    );
    expect(unverified_sentences).toMatchObject([{ text: "It rained." }]);
    for (const { start, end, indexes } of citations) {
      const quoted = /“(.+)”$/.exec(text.slice(start, end))?.[1] ?? "nothing";
      const [index = -1] = indexes;
      expect(outcome.citations[index]?.snippet).toContain(quoted);
      expect(text.slice(end)).toMatch(new RegExp(`^ \\[${index + 1}\\]`));
    }
  });

  test("whose research is refused asks no model", async () => {
    for (const server of [agent.sandbox.searchA, agent.sandbox.searchB])
      server.scriptAlways("", htmlPage("down", 502));
    const { json } = await agent.complete({ prompt: GROUNDED });
    expect(json).toMatchObject({ outcome: { ok: false }, completion: null });
    expect(json).not.toHaveProperty("completion_error");
    expect(agent.asked()).toEqual([]);
  });

  test("keeps its outcome when the time is over before the model has answered", async () => {
    agent.model(hangBeforeHeaders());
    const asked = agent.sandbox.model.waitForRequests(1);
    const request = agent.request("POST", "/api/v1/autonomy/research/complete", {
      body: { prompt: GROUNDED },
    });
    const answering = agent.fetch(request, { remainingMs: () => 28_000 });
    await asked;
    agent.clock.advance(28_000);
    expect(await (await answering).json()).toMatchObject({
      outcome: { ok: true },
      completion: null,
      completion_error: { error_code: "model_unavailable" },
    });
  });
});
