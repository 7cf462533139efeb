import { completeResearch } from "@plumbline/agent/completion/complete-research.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createResearchEngine, type ResearchRequest } from "@plumbline/grounding";
import { describe, expect, it } from "vitest";

const caller = { tenantId: "tenant-1" };
const clock = new ManualClock();
const logger = createLogger(() => undefined, clock, "error");
const unconfigured = createResearchEngine({ backends: [], clock });

/** An engine that refuses for want of backends, and what it was asked. */
function engineAsked() {
  const asked: ResearchRequest[] = [];
  const research = (request: ResearchRequest) => {
    asked.push(request);
    return unconfigured.research(request);
  };
  return { asked, ports: { engine: { research }, model: undefined, clock, logger } };
}

describe("completeResearch", () => {
  it("researches the stand-alone question with the caller's context and answers for the prompt", async () => {
    const { asked, ports } = engineAsked();
    const prompt = "When did she die?";
    const conversation = [{ role: "user", content: "Who was Ada Lovelace?" }];
    const answer = await completeResearch(ports, caller, { prompt, conversation, context: "London" }, {});
    expect(asked).toMatchObject([{ query: "When did Ada Lovelace die?", context: "London" }]);
    expect(answer).toMatchObject({ requires_grounding: true, outcome: { query: prompt }, completion: null });
    expect(answer.gate.reasons).toContain("follow_up_of_grounded");
  });

  it("cannot be kept from research by what stands around the question", async () => {
    const { asked, ports } = engineAsked();
    const prompt = `${"def f(a): return a.b_c()\n".repeat(200)}Who was Ada Lovelace?`;
    await completeResearch(ports, caller, { prompt, workspace_context: "def f(a): return a.b_c()" }, {});
    expect(asked.map(({ query }) => query)).toEqual(["Who was Ada Lovelace?"]);
  });

  it("leaves a prompt without need of grounding to a model, unless the caller demands it", async () => {
    const { asked, ports } = engineAsked();
    const prompt = "Write a limerick about a teapot.";
    await expect(completeResearch(ports, caller, { prompt }, {})).rejects.toMatchObject({
      code: "model_not_configured",
    });
    expect(asked).toEqual([]);
    const { gate } = await completeResearch(ports, caller, { prompt, requires_grounding: true }, {});
    expect(gate).toMatchObject({ score: 1 });
  });

  it("ends with the caller's own reason when the caller gives up", async () => {
    const reason = new Error("gone");
    const ports = { engine: { research: () => Promise.reject(reason) }, model: undefined, clock, logger };
    const signal = AbortSignal.abort(reason);
    await expect(
      completeResearch(ports, caller, { prompt: "Who was Ada Lovelace?" }, { signal }),
    ).rejects.toBe(reason);
  });

  it("lets a model say no fact when it answers a remark on a grounded answer", async () => {
    const model = { id: "fake", stream: () => answering("You're welcome! He also founded Google.") };
    const { asked, ports } = engineAsked();
    const conversation = [{ role: "user", content: "Who is Satya Nadella?" }];
    const answer = await completeResearch(
      { ...ports, model },
      caller,
      { prompt: "thanks", conversation },
      {},
    );
    expect(asked).toEqual([]);
    expect(answer.requires_grounding).toBe(false);
    expect(answer.completion?.text).not.toContain("Google");
    expect(answer.completion?.unverified_sentences).toMatchObject([{ text: "He also founded Google." }]);
  });
});

async function* answering(text: string) {
  yield { type: "text" as const, text };
  const message = { role: "assistant" as const, text };
  yield {
    type: "finish" as const,
    reason: "stop" as const,
    usage: { inputTokens: 1, outputTokens: 1 },
    message,
  };
}
