import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { expect, test } from "vitest";
import { ResearchOfRun } from "../../../packages/agent/run/research-of-run.ts";
import { outcomeOf } from "./chunk-sequences.ts";

function entered(research: ResearchOfRun, id: string, outcome: ResearchOutcome): void {
  const result: DispatchResult = {
    ok: true,
    tool: "grounded_research",
    result: outcome,
    attempts: 1,
    elapsed_ms: 1,
  };
  research.addResult(id, result);
}

const told = (research: ResearchOfRun) =>
  [...research.yieldUnansweredClaims()].flatMap((chunk) =>
    typeof chunk === "object" && "type" in chunk && chunk.type === "text_delta" ? [chunk] : [],
  );

test("what was found begins with the answer, wherever it stands", () => {
  const research = new ResearchOfRun([]);
  const outcome = outcomeOf("Who?", ["a.example", "b.example", "c.example"]);
  const text = "A claim of b.example.";
  entered(research, "use-1", { ...outcome, answer: { claim: { section: 1, index: 0 }, text } });
  expect(told(research).map((chunk) => [chunk.text, chunk.citations])).toEqual([
    ["A claim of b.example.\n", [1]],
    ["A claim of a.example.\n", [0]],
    ["A claim of c.example.\n", [2]],
  ]);
});

test("a claim that two outcomes or two pages hold is said once", () => {
  const research = new ResearchOfRun([]);
  const first = outcomeOf("Who?", ["a.example", "b.example"]);
  const same = first.sections.map((section) => ({
    ...section,
    claims: section.claims.map((claim) => ({ ...claim, text: "The same." })),
  }));
  const answer = { claim: { section: 0, index: 0 }, text: "The same." };
  entered(research, "use-1", { ...first, sections: same, answer });
  entered(research, "use-2", { ...first, sections: same, answer });
  expect(told(research)).toEqual([
    { type: "text_delta", text: "The same.\n", citations: [0, 1], tool_use_id: "use-1" },
  ]);
});

test("a run that answers a remark on a grounded answer lets no fact pass", async () => {
  const research = new ResearchOfRun(["Who is Satya Nadella?", "thanks"], undefined, { guarded: true });
  const guarded = await research.createGuardedTurn();
  const pieces = [...guarded.push("You're welcome! He also founded Google."), ...(await guarded.end())];
  expect(pieces.filter(({ type }) => type === "withheld")).toMatchObject([
    { text: "He also founded Google." },
  ]);
});
