import type { FinishReason, Model, ModelEvent, ModelRequest } from "@plumbline/agent/model/model.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { expect, it } from "vitest";
import { readTurnText } from "../../../packages/agent/model/conversation.ts";

/** A model that says these pieces and stops for this reason; `asked` is what it was asked. */
function saying(pieces: readonly string[], reason: FinishReason = "stop") {
  const asked: ModelRequest[] = [];
  const model: Model = {
    id: "scripted",
    async *stream(request): AsyncGenerator<ModelEvent> {
      asked.push(request);
      for (const text of pieces) yield { type: "text", text };
      const message = { role: "assistant", text: pieces.join("") } as const;
      yield { type: "finish", reason, usage: { inputTokens: 1, outputTokens: 1 }, message };
    },
  };
  return { model, asked };
}

const request = { system: "Be brief.", messages: [], deadline: Deadline.in(1_000, new ManualClock()) };

it.each<FinishReason>(["stop", "other"])("is all that the model says until it ends: %s", async (reason) => {
  const { model, asked } = saying(["Two ", "words."], reason);
  expect(await readTurnText(model, request)).toBe("Two words.");
  expect(asked).toEqual([{ ...request, tools: [] }]);
});

it.each<[string, string[], FinishReason, string]>([
  ["exceeded its provider's length limit", ["Two wo"], "length", "model_cut_off"],
  ["held back by a filter", ["Two"], "content_filter", "model_refused_request"],
  ["nothing", [], "stop", "model_bad_answer"],
  ["blank", [" \n "], "stop", "model_bad_answer"],
])("is refused where it is %s", async (_what, pieces, reason, code) => {
  await expect(readTurnText(saying(pieces, reason).model, request)).rejects.toMatchObject({ code });
});
