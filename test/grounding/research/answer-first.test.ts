import { afterEach, describe, expect, it } from "vitest";
import { createResearchEngine, type ResearchRequest } from "../../../packages/grounding/research/engine.ts";
import { type ResearchOutcome, researchOutcomeSchema } from "../../../packages/grounding/research/outcome.ts";
import { auditOutcome } from "../../../packages/grounding/research/outcome-audit.ts";
import { startedForFile } from "../../support/started.ts";
import { startSearchSandbox } from "./search-sandbox.ts";

const sandbox = startedForFile(startSearchSandbox);
afterEach(() => sandbox.clear());
function research(request: ResearchRequest): Promise<ResearchOutcome> {
  return createResearchEngine({ backends: sandbox.backends("a"), clock: sandbox.clock }).research(request);
}

const claimsOf = (outcome: ResearchOutcome) => outcome.sections.flatMap((section) => section.claims);

describe("the answer of an outcome", () => {
  it("is one of its claims, in a section that stands first", async () => {
    const outcome = await research({ query: "Who was Ada Lovelace?" });
    expect(outcome.answer?.claim.section).toBe(0);
    const { section, index } = outcome.answer?.claim ?? { section: -1, index: -1 };
    expect(outcome.sections[section]?.claims[index]?.text).toBe(outcome.answer?.text);
    expect(auditOutcome(outcome)).toEqual({ ok: true, problems: [] });
  });

  it.each(["Who is Zorblax Quimby?", "Who is Steve McQueen?"])("is null in a refusal: %s", async (query) => {
    expect(await research({ query })).toMatchObject({ ok: false, answer: null });
  });

  it("is null where nothing is configured", async () => {
    const engine = createResearchEngine({ backends: [], clock: sandbox.clock });
    expect(await engine.research({ query: "Who was Ada Lovelace?" })).toMatchObject({ answer: null });
  });
});

describe("claims", () => {
  it("are eight at most, unless the caller asks for another number", async () => {
    const query = "Tell me about Marie Curie";
    const all = claimsOf(await research({ query, maxClaims: 50 }));
    expect(all.length).toBeGreaterThan(8);
    expect(claimsOf(await research({ query }))).toHaveLength(8);
    const one = await research({ query, maxClaims: 1 });
    expect(claimsOf(one)).toEqual([expect.objectContaining({ text: one.answer?.text })]);
  });
});

describe("an explanation", () => {
  it("is there only where it was asked for, of an answer and of a refusal", async () => {
    for (const query of ["Who was Ada Lovelace?", "Who is Zorblax Quimby?"]) {
      expect(await research({ query })).not.toHaveProperty("explanation");
      expect(await research({ query, explain: false })).not.toHaveProperty("explanation");
      const outcome = await research({ query, explain: true });
      expect(researchOutcomeSchema.parse(outcome)).toEqual(outcome);
      expect(auditOutcome(outcome)).toEqual({ ok: true, problems: [] });
    }
  });

  it("says what was searched", async () => {
    const { explanation } = await research({ query: "Who was Ada Lovelace?", explain: true });
    expect(explanation?.question.subjects).toEqual(["Ada Lovelace"]);
    expect(sandbox.servers.a.requests[0]?.query.get("q")).toBe(explanation?.question.text);
  });
});
