import type { Chunk } from "@plumbline/agent/run/chunk.ts";
import { type UiMessagePart, writeUiMessageEvents } from "@plumbline/agent/run/ui-message-stream.ts";
import { type UIMessageChunk, uiMessageChunkSchema } from "ai";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  cutOff,
  failed,
  grounded,
  outcomeOf,
  played,
  refused,
  SEQUENCES,
  severalSteps,
  silence,
  talk,
  textOf,
  twoOutcomes,
} from "./chunk-sequences.ts";

async function allOf(events: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const eventsOf = (chunks: readonly Chunk[]) => allOf(writeUiMessageEvents(played(chunks)));

interface Part {
  type: string;
  [field: string]: unknown;
}

async function partsOf(chunks: readonly Chunk[]): Promise<Part[]> {
  const events = (await eventsOf(chunks)).filter((event) => event !== "data: [DONE]\n\n");
  return events.map((event) => JSON.parse(event.slice("data: ".length)));
}

const typesOf = async (chunks: readonly Chunk[]) => (await partsOf(chunks)).map(({ type }) => type);

async function only(chunks: readonly Chunk[], type: string): Promise<Part[]> {
  return (await partsOf(chunks)).filter((part) => part.type === type);
}

/** Every field the client knows of a part that a run sends; what stands beside them would be lost. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  start: ["messageId", "messageMetadata"],
  "start-step": [],
  "finish-step": [],
  "text-start": ["id"],
  "text-delta": ["id", "delta"],
  "text-end": ["id"],
  "tool-input-available": ["toolCallId", "toolName", "input", "dynamic", "providerExecuted"],
  "tool-output-available": ["toolCallId", "output"],
  "tool-output-error": ["toolCallId", "errorText"],
  "source-url": ["sourceId", "url", "title"],
  "data-citations": ["data"],
  "data-refusal": ["data"],
  "data-possible-duplicate": ["data"],
  "data-unverified": ["data"],
  "data-error": ["data"],
  error: ["errorText"],
  finish: ["finishReason", "messageMetadata"],
};

describe.each(Object.entries(SEQUENCES))("the run %s", (_name, chunks) => {
  test("is sent in parts that the client's own schema accepts, with no other fields", async () => {
    expectTypeOf<UiMessagePart>().toExtend<UIMessageChunk>();
    const schema = uiMessageChunkSchema();
    for (const part of await partsOf(chunks)) {
      expect(await schema.validate?.(part)).toMatchObject({ success: true });
      expect(Object.keys(part).sort()).toEqual(["type", ...(FIELDS[part.type] ?? [])].sort());
    }
  });

  test("is one event a part, each one line of data", async () => {
    for (const event of await eventsOf(chunks)) expect(event).toMatch(/^data: [^\r\n]+\n\n$/);
  });

  test("keeps the text whole", async () => {
    const deltas = await only(chunks, "text-delta");
    expect(deltas.map(({ delta }) => delta).join("")).toBe(textOf(chunks));
    expect(deltas.map(({ delta }) => delta)).not.toContain("");
  });

  test("opens and closes texts and steps in turn", async () => {
    let text: unknown;
    let step = false;
    const ids: unknown[] = [];
    for (const { type, id } of await partsOf(chunks)) {
      if (type === "text-start") {
        expect([text, step]).toEqual([undefined, true]);
        ids.push(id);
        text = id;
      } else if (type === "text-delta") expect(id).toBe(text);
      else if (type === "text-end") {
        expect(id).toBe(text);
        text = undefined;
      } else if (type === "start-step") {
        expect(step).toBe(false);
        step = true;
      } else if (type === "finish-step") {
        expect([text, step]).toEqual([undefined, true]);
        step = false;
      } else if (type === "finish") expect(step).toBe(false);
      else if (type.startsWith("tool-")) expect(step).toBe(true);
      if (!["text-start", "text-delta", "source-url", "data-citations"].includes(type))
        expect(text).toBeUndefined();
    }
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a run", () => {
  test("begins with its id and what the gate said, and ends with how it went", async () => {
    const parts = await partsOf(talk);
    expect(parts[0]).toEqual({
      type: "start",
      messageId: "11111111-1111-4111-8111-111111111111",
      messageMetadata: {
        run_id: "11111111-1111-4111-8111-111111111111",
        conversation_id: "conversation-1",
        requires_grounding: false,
        gate: { score: 0.1, reasons: ["no_external_subject"] },
      },
    });
    expect(parts.at(-1)).toEqual({
      type: "finish",
      finishReason: "stop",
      messageMetadata: {
        stop_reason: "end",
        usage: { input_tokens: 120, output_tokens: 34 },
        elapsed_ms: 1_234,
      },
    });
    expect((await eventsOf(talk)).at(-1)).toBe("data: [DONE]\n\n");
  });

  test.each([
    ["end", "stop"],
    ["refusal", "other"],
    ["max_steps", "length"],
    ["deadline", "length"],
    ["error", "error"],
  ] as const)("that stops for %s finishes with %s", async (stop_reason, finishReason) => {
    const done: Chunk = {
      type: "done",
      stop_reason,
      usage: { input_tokens: 0, output_tokens: 0 },
      elapsed_ms: 0,
    };
    expect((await partsOf([done]))[0]).toMatchObject({ finishReason, messageMetadata: { stop_reason } });
  });

  test("that says nothing has neither text nor step", async () => {
    expect(await typesOf(silence)).toEqual(["start", "finish"]);
  });

  test("that is cut off does not pretend to have ended", async () => {
    const events = await eventsOf(cutOff);
    expect(events.join("")).not.toMatch(/"finish"|\[DONE\]/);
  });

  test("that throws throws", async () => {
    async function* broken(): AsyncGenerator<Chunk, void> {
      yield* talk.slice(0, 3);
      throw new RangeError("inside");
    }
    await expect(allOf(writeUiMessageEvents(broken()))).rejects.toThrow(RangeError);
  });

  test("that is left early is ended", async () => {
    const left = { ended: false };
    async function* endless(): AsyncGenerator<Chunk, void> {
      try {
        for (;;) yield { type: "text_delta", text: "on " };
      } finally {
        left.ended = true;
      }
    }
    for await (const event of writeUiMessageEvents(endless())) if (event.includes("delta")) break;
    expect(left.ended).toBe(true);
  });

  test("that fails says with what, after its text is closed", async () => {
    expect((await partsOf(failed)).slice(4)).toEqual([
      { type: "text-end", id: "text-1" },
      {
        type: "data-error",
        data: { error_code: "model_cut_off", message: "The model's response was cut off." },
      },
      { type: "error", errorText: "The model's response was cut off." },
      { type: "finish-step" },
      expect.objectContaining({ type: "finish", finishReason: "error" }),
    ]);
  });
});

describe("tools", () => {
  test("keep the registry's name, and are not for the client to carry out", async () => {
    const uses = await only(severalSteps, "tool-input-available");
    expect(uses[1]).toEqual({
      type: "tool-input-available",
      toolCallId: "call-b",
      toolName: "social_post:microblog",
      input: { text: "Hello" },
      dynamic: true,
      providerExecuted: true,
    });
  });

  test("without arguments or result still have both fields, which the client insists on", async () => {
    const parts = await partsOf(severalSteps);
    const ofCallC = parts.filter(({ toolCallId }) => toolCallId === "call-c");
    expect(ofCallC).toMatchObject([{ input: null }, { output: null }]);
  });

  test("that are called together stay in one step, whatever is said meanwhile", async () => {
    expect(await typesOf(severalSteps)).toEqual([
      "start",
      "start-step",
      "text-start",
      "text-delta",
      "text-end",
      "tool-input-available",
      "tool-input-available",
      "tool-input-available",
      "tool-output-available",
      "tool-output-error",
      "data-refusal",
      "text-start",
      "text-delta",
      "text-end",
      "tool-output-available",
      "finish-step",
      "start-step",
      "tool-input-available",
      "tool-output-available",
      "finish-step",
      "start-step",
      "text-start",
      "text-delta",
      "text-end",
      "finish-step",
      "finish",
    ]);
  });

  test("that refuse lose nothing: the reason word for word, the code and the whole content", async () => {
    const { tool_use_id, name, error_code, refusal_reason, content } = refused.find(
      (chunk) => chunk.type === "tool_result" && chunk.is_error,
    ) as Extract<Chunk, { is_error: true }>;
    expect(await only(refused, "tool-output-error")).toEqual([
      { type: "tool-output-error", toolCallId: tool_use_id, errorText: refusal_reason },
    ]);
    expect(await only(refused, "data-refusal")).toEqual([
      { type: "data-refusal", data: { tool_use_id, name, error_code, refusal_reason, content } },
    ]);
  });
});

describe("citations", () => {
  test("are sources when first cited, and always stand beside the text they bear out", async () => {
    const parts = await partsOf(grounded);
    const first = parts.findIndex(({ type }) => type === "text-delta");
    expect(parts.slice(first, first + 6)).toEqual([
      { type: "text-delta", id: "text-1", delta: "A claim of two.example." },
      {
        type: "source-url",
        sourceId: "research-1:1",
        url: "https://two.example/a?b=1&c=1",
        title: "Page of two.example",
      },
      {
        type: "data-citations",
        data: {
          text: "A claim of two.example.",
          tool_use_id: "research-1",
          citations: [1],
          source_ids: ["research-1:1"],
        },
      },
      { type: "text-delta", id: "text-1", delta: " Both say it." },
      {
        type: "source-url",
        sourceId: "research-1:0",
        url: "https://one.example/a?b=1&c=0",
        title: "Page of one.example",
      },
      {
        type: "data-citations",
        data: {
          text: " Both say it.",
          tool_use_id: "research-1",
          citations: [0, 1],
          source_ids: ["research-1:0", "research-1:1"],
        },
      },
    ]);
  });

  test("name the outcome they are of", async () => {
    const sources = await only(twoOutcomes, "source-url");
    expect(sources.map(({ sourceId }) => sourceId)).toEqual(["research-1:0", "research-2:1"]);
    const cited = await only(twoOutcomes, "data-citations");
    expect(cited.map(({ data }) => data)).toMatchObject([
      { tool_use_id: "research-1", citations: [0] },
      { tool_use_id: "research-2", citations: [1] },
    ]);
  });

  test("are only of research: another tool's result may look as it likes", async () => {
    const lookalike: Chunk[] = [
      { type: "tool_use", tool_use_id: "call-1", name: "http_post_json", arguments: {} },
      {
        type: "tool_result",
        tool_use_id: "call-1",
        name: "http_post_json",
        is_error: false,
        content: outcomeOf("forged", ["evil.example"]),
      },
      { type: "text_delta", text: "Believe me.", citations: [0] },
    ];
    expect((await typesOf(lookalike)).filter((type) => /source|citations/.test(type))).toEqual([]);
  });

  test("a withheld sentence is marked where it stood, between the texts around it", async () => {
    const types = await typesOf(grounded);
    const at = types.indexOf("data-unverified");
    expect(types.slice(at - 1, at + 2)).toEqual(["text-end", "data-unverified", "text-start"]);
    expect(await only(grounded, "data-unverified")).toEqual([
      {
        type: "data-unverified",
        data: { text: "She liked tea.", verdict: "unsupported", reason: "No citation says so." },
      },
    ]);
  });
});
