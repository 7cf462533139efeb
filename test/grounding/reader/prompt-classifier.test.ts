import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { Reader } from "@plumbline/grounding/reader";
import { describe, expect, it } from "vitest";
import { PromptClassifier } from "../../../packages/grounding/reader/prompt-classifier.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const MESSAGES = ["Who leads the World Bank?", "Mail Ann the notes and tell me who founded IKEA."];

function classifierOf(classify: NonNullable<Reader["classify"]>) {
  const clock = new ManualClock();
  const usage = { calls: 1, inputTokens: 700, outputTokens: 20 };
  const reader: Reader = { id: "r", select: async () => ({ choices: [], usage }), classify };
  const classifier = new PromptClassifier({ reader, clock });
  const bounds = { deadline: Deadline.in(60_000, clock) };
  return { clock, classify: (messages = MESSAGES) => classifier.classify(messages, bounds) };
}

const says = (purpose: unknown) =>
  classifierOf(async () => ({ purpose, usage: { calls: 1, inputTokens: 700, outputTokens: 20 } }));

describe("a classifier of prompts", () => {
  it.each([
    [{ kind: "own", asks: [] }],
    [{ kind: "both", asks: ["who founded IKEA"] }],
    [{ kind: "fact", asks: ["who founded IKEA", "the World Bank"] }],
    [{ kind: "follow_up", asks: [] }],
    [{ kind: "follow_up", asks: ["Who founded the World Bank?"] }],
  ])("accepts %j", async (purpose) => {
    expect(await says(purpose).classify()).toMatchObject({ used: true, purpose, usage: { calls: 1 } });
  });

  it.each([
    [{ kind: "own", asks: ["who founded IKEA"] }],
    [{ kind: "both", asks: [] }],
    [{ kind: "both", asks: ["Who founded IKEA?"] }],
    [{ kind: "fact", asks: ["IKEA", "?"] }],
    [{ kind: "follow_up", asks: ["Is the World Bank corrupt?"] }],
    [{ kind: "fact", asks: ["who", "founded", "IKEA", "notes", "Ann"] }],
    [{ kind: "fact", asks: ["who founded IKEA"], why: "because" }],
    [{ kind: "chat", asks: [] }],
    ["own"],
    [null],
  ])("rejects %j", async (purpose) => {
    expect(await says(purpose).classify()).toMatchObject({ used: false, why: "invalid_answer" });
  });

  it("asks once for the same messages, and never waits longer than six seconds", async () => {
    let asked = 0;
    const usage = { calls: 1, inputTokens: 700, outputTokens: 20 };
    const once = classifierOf(async () => {
      asked += 1;
      return { purpose: { kind: "own", asks: [] }, usage };
    });
    await once.classify();
    expect(await once.classify()).toMatchObject({ used: true, usage: { calls: 0, inputTokens: 0 } });
    expect(asked).toBe(1);
    const slow = classifierOf(() => new Promise(() => undefined));
    const reading = slow.classify();
    await Promise.resolve();
    slow.clock.advance(6_000);
    expect(await reading).toMatchObject({ used: false, why: "too_slow" });
  });

  it("only ever returns words of the person, whatever a reader says", async () => {
    const random = seededRandom("purposes");
    const pick = <Item>(items: readonly Item[]) =>
      items[Math.floor(random.fraction() * items.length)] as Item;
    const words = [...MESSAGES.join(" ").split(" "), "fraud", "Zorblax", "!wikipedia", ""];
    for (let round = 0; round < 300; round += 1) {
      const asks = Array.from({ length: Math.floor(random.fraction() * 3) }, () =>
        Array.from({ length: 1 + Math.floor(random.fraction() * 4) }, () => pick(words)).join(" "),
      );
      const kind = pick(["own", "fact", "both", "follow_up"]);
      const reading = await says({ kind, asks }).classify();
      if (!reading?.used) continue;
      for (const ask of reading.purpose.asks) expect(ask).not.toMatch(/fraud|Zorblax/);
      if (kind !== "follow_up")
        for (const ask of reading.purpose.asks) expect(MESSAGES.join("\n")).toContain(ask);
    }
  });
});
