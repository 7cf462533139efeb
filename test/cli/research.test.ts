import type { Schemas } from "@plumbline/client/schemas.ts";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { describe, expect, test } from "vitest";
import { printCompletion } from "../../packages/cli/print-completion.ts";
import { printOutcome } from "../../packages/cli/print-outcome.ts";
import { startedForFile } from "../support/started.ts";
import { fakeTerminal, type RunOptions } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

type ResearchOutcome = Schemas["ResearchOutcome"];

const SCREEN = { columns: 80, rows: 24 };
const WATCHED: RunOptions = { watched: { out: true }, environment: { NO_COLOR: "1" } };

const service = startedForFile(startLocalService);

/** Rows that a terminal takes for what was printed. */
function rowsOf(out: string, { columns } = SCREEN): number {
  return out
    .replace(/\n$/, "")
    .split("\n")
    .reduce((rows, line) => rows + Math.max(1, Math.ceil([...line].length / columns)), 0);
}

/** An answered outcome with one claim a page. */
function outcomeOf(claims: readonly string[], more: Partial<ResearchOutcome> = {}): ResearchOutcome {
  const [text = ""] = claims;
  return {
    ok: true,
    query: "Who was Ada Lovelace?",
    summary: `${claims.length} snippets from ${claims.length} distinct domains by search_a.`,
    answer: { claim: { section: 0, index: 0 }, text },
    sections: claims.map((claim, index) => ({
      heading: `site${index}.example`,
      claims: [{ text: claim, citation_index: index }],
    })),
    citations: claims.map((snippet, index) => ({
      url: `https://site${index}.example/a/page`,
      title: `Page ${index} ${"of a long title ".repeat(index)}`,
      snippet,
      retrieved_at: "2026-01-02T03:04:05.000+00:00",
      snippet_hash: "0".repeat(16),
      rank: index + 1,
      domain: `site${index}.example`,
    })),
    unverified_notes: [],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 0.75,
    provider_used: "search_a",
    provider_chain: [],
    ...more,
  };
}

function printed(outcome: ResearchOutcome, screen?: typeof SCREEN, options: RunOptions = WATCHED): string {
  const run = { out: "", err: "" };
  printOutcome(fakeTerminal(run, options), outcome, { screen });
  return outcome.ok ? run.out : run.err;
}

describe("plumbline research", () => {
  test("shows the answer, then the quotes, then the sources", async () => {
    const { out } = await service.run("research", "Who was Ada Lovelace?");
    const { out: json } = await service.run("research", "Who was Ada Lovelace?", "--json");
    const { answer } = researchOutcomeSchema.parse(JSON.parse(json));
    expect(out.startsWith(`Answer\n  “${answer?.text}” [1]`)).toBe(true);
    expect(out.split(answer?.text ?? "?")).toHaveLength(2);
    const parts = [
      "Answer\n",
      "\nQuotes\n",
      "\nSources (numbered by page; --json and HTTP number the 9 snippets)\n",
      " snippets from ",
    ].map((part) => out.indexOf(part));
    expect(parts).toEqual(parts.toSorted((one, other) => one - other));
    expect(parts).not.toContain(-1);
  });

  test("marks what a model wrote with the numbers of the sources below it", () => {
    const outcome = outcomeOf(["Ada Lovelace wrote notes.", "Ada Lovelace was a countess."]);
    outcome.answer = { claim: { section: 1, index: 0 }, text: "Ada Lovelace was a countess." };
    const text = "Ada Lovelace was a countess. [2] She wrote notes. [1]";
    const citations = [
      { start: 0, end: 28, indexes: [1] },
      { start: 33, end: 49, indexes: [0] },
    ];
    const completion = { text, citations, model: "scripted", unverified_sentences: [] };
    const run = { out: "", err: "" };
    const gate = { score: 1, reasons: [] };
    printCompletion(fakeTerminal(run), {
      conversation_id: "c-1",
      requires_grounding: true,
      gate,
      outcome,
      completion,
    });
    expect(run.out).toBe("Ada Lovelace was a countess. [1] She wrote notes. [2]\n\n");
    expect(printed(outcome)).toContain("[1] Page 1");
  });

  test("fits on one screen where a person watches, and says how to see the rest", async () => {
    const command = ["research", "Tell me about Marie Curie", "--max-claims", "50"];
    const { out } = await service.runAt(WATCHED, ...command);
    expect(rowsOf(out)).toBeLessThan(SCREEN.rows);
    const hidden = Number(/^… (\d+) more quotes?.*: --all$/m.exec(out)?.[1]);
    expect(hidden).toBeGreaterThan(0);
    const all = await service.runAt(WATCHED, ...command, "--all");
    expect(all.out).not.toContain("--all");
    expect(all.out).toBe((await service.run(...command)).out);
    const count = (text: string) => text.match(/^ {2}“/gm)?.length ?? 0;
    expect(count(out) + hidden).toBe(count(all.out));
  });

  test("asks for as many claims as --max-claims says", async () => {
    const { out } = await service.run("research", "Tell me about Marie Curie", "--max-claims", "1");
    expect(out.match(/“/g)).toHaveLength(1);
    expect(out).not.toContain("Quotes");
    for (const count of ["0", "51", "x"]) {
      const { code, err } = await service.run("research", "Who was Ada Lovelace?", "--max-claims", count);
      expect([code, err]).toEqual([2, expect.stringContaining("from 1 to 50")]);
    }
  });

  test("--why says what was searched, of a refusal too", async () => {
    const { out } = await service.run("research", "Who was Ada Lovelace?", "--why");
    expect(out).toMatch(/\nSearched\n {2}Who was Ada Lovelace\?\n {2}subjects: Ada Lovelace\n/);
    expect(out).toMatch(/\nScores\n/);
    const refused = await service.run("research", "Who is Zorblax Quimby?", "--why");
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("\nSearched\n")]);
    const json = await service.run("research", "Who was Ada Lovelace?", "--why", "--json");
    expect(JSON.parse(json.out)).toHaveProperty("explanation.question.text");
    expect((await service.run("research", "Who was Ada Lovelace?")).out).not.toContain("Searched");
  });
});

describe("an outcome on a screen", () => {
  const long = "Ada Lovelace wrote of the analytical engine at great length and with much care. "
    .repeat(8)
    .trim();

  test.each([
    ["a short one", ["Ada Lovelace was a mathematician."]],
    ["many short ones", Array.from({ length: 12 }, (_, n) => `Sentence number ${n} about her.`)],
    ["long ones", Array.from({ length: 12 }, () => long)],
    ["one without spaces", [`${"x".repeat(500)}`]],
  ])("fits, whatever it holds: %s", (_what, claims) => {
    for (const screen of [SCREEN, { columns: 100, rows: 30 }, { columns: 60, rows: 24 }]) {
      const out = printed(outcomeOf(claims), screen);
      expect(rowsOf(out, screen)).toBeLessThan(screen.rows);
      expect(out).toMatch(/^Answer\n {2}“/);
      expect(out).toContain("https://site0.example/a/page");
    }
  });

  test("is whole where it fits, and then says nothing of --all", () => {
    const out = printed(outcomeOf(["She was born in 1815.", "She died in 1852."]), SCREEN);
    expect(out).toContain("Quotes\n  “She died in 1852.” [2]\n");
    expect(out).not.toContain("--all");
  });

  test("marks what it cuts, and cuts nothing where nobody watches", () => {
    const outcome = outcomeOf([long]);
    expect(printed(outcome, SCREEN)).toMatch(/…” \[1\]\n/);
    expect(printed(outcome, SCREEN)).toContain("… longer texts: --all");
    expect(printed(outcome)).toContain(`“${long}” [1]`);
  });

  test("counts columns as a terminal does", () => {
    const claims = Array.from({ length: 9 }, (_, n) => `${n}阿达洛芙莱斯是一位数学家`.repeat(12));
    const out = printed(outcomeOf(claims), SCREEN);
    for (const line of out.split("\n").filter((text) => text.includes("阿达")))
      expect(
        [...line].reduce((width, mark) => width + (/\p{Script=Han}/u.test(mark) ? 2 : 1), 0),
      ).toBeLessThanOrEqual(80);
    expect(out.match(/“/g)?.length).toBeGreaterThan(1);
  });

  test("shows a sentence of several pages once, with all of them", () => {
    const outcome = outcomeOf(["She died in 1852.", "She was born in 1815.", "She died in 1852."]);
    expect(printed(outcome)).toContain("“She died in 1852.” [1][2]");
    expect(printed(outcome).match(/She died/g)).toHaveLength(1);
  });

  test("begins with the answer, wherever the outcome has it", () => {
    const answer = { claim: { section: 1, index: 0 }, text: "She died in 1852." };
    const out = printed(outcomeOf(["She was born in 1815.", "She died in 1852."], { answer }));
    expect(out).toMatch(
      /^Answer\n {2}“She died in 1852\.” \[1\]\n\nQuotes\n {2}“She was born in 1815\.” \[2\]\n/,
    );
  });

  test("of a refusal shows what was found instead", () => {
    const out = printed(
      outcomeOf([], {
        ok: false,
        answer: null,
        refusal_reason: "The sources speak of another.",
        error_code: "research_insufficient_evidence",
        unverified_notes: [{ kind: "related", text: "“Byron was a poet.”, site.example" }],
      }),
    );
    expect(out).toBe(
      "refused (research_insufficient_evidence)\nThe sources speak of another.\n" +
        "note (related): “Byron was a poet.”, site.example\n",
    );
  });

  test("offers nobody as context who does not fit what was asked", () => {
    const refused: Partial<ResearchOutcome> = {
      ok: false,
      answer: null,
      refusal_reason: "No.",
      disambiguation_candidates: [{ url: "https://a.example/1", title: "Ada", domain: "a.example" }],
    };
    const ambiguous = outcomeOf([], { ...refused, error_code: "research_ambiguous_name" });
    const unfit = outcomeOf([], { ...refused, error_code: "research_insufficient_evidence" });
    expect(printed(ambiguous)).toContain("--context 'Ada'");
    expect(printed(unfit)).toMatch(/1\. Ada — a\.example\n +https:\/\/a\.example\/1\n$/);
  });

  test("tells who may be meant once, with the page of each", () => {
    const reason =
      "The sources describe 2 different people named Ada. Which one do you mean? (1) “Ada, painter”, a.example: Ada painted. " +
      "(2) “Ada, judge”, b.example: Ada judged. Please ask again with an employer, a role or a location.";
    const shown = printed(
      outcomeOf([], {
        ok: false,
        answer: null,
        error_code: "research_ambiguous_name",
        refusal_reason: reason,
        disambiguation_candidates: [
          { url: "https://a.example/1", title: "Ada, painter", domain: "a.example" },
          { url: "https://b.example/2", title: "Ada, judge", domain: "b.example" },
        ],
      }),
    );
    expect(shown.split("Ada, judge")).toHaveLength(2);
    expect(shown).toContain(
      "Which one do you mean?\n  1. Ada, painter: Ada painted. — a.example\n     https://a.example/1\n",
    );
    expect(shown).toContain("--context 'Ada, painter'");
  });

  test("keeps a source's title on a narrow screen, and breaks a refusal between words", () => {
    const run = { out: "", err: "" };
    const said = outcomeOf(["She was born in 1815."]);
    const [citation] = said.citations;
    if (citation) Object.assign(citation, { title: "Ada Lovelace", domain: "biographies.example" });
    printOutcome(fakeTerminal(run), said, { screen: { columns: 44, rows: 24 } });
    expect(run.out).toContain("[1] Ada Lovelace — biographies.example\n");
    const refused = { out: "", err: "" };
    const reason = "The sources found speak of Ada Lovelace, but none answers this.";
    printOutcome(
      fakeTerminal(refused),
      outcomeOf([], { ok: false, refusal_reason: reason, error_code: "research_insufficient_evidence" }),
      { screen: { columns: 44, rows: 24 } },
    );
    expect(refused.err).toContain("The sources found speak of Ada Lovelace, but\nnone answers this.\n");
  });

  test("tells the score of each sentence", async () => {
    const { printExplanation } = await import("../../packages/cli/print-outcome.ts");
    const run = { out: "", err: "" };
    printExplanation(fakeTerminal(run), {
      question: {
        text: "When was Ada Lovelace born?",
        subjects: ["Ada Lovelace"],
        constraints: { role: "mathematician", place: null, employer: null, years: [1815] },
        expected: "date",
      },
      sentences: [
        {
          text: "She was born.",
          url: "https://a.example/",
          citation_index: 0,
          score: 0.914,
          reasons: ["date"],
        },
        { text: "She died.", url: "https://b.example/", score: -0.2, reasons: [] },
      ],
    });
    expect(run.out).toBe(
      "\nSearched\n  When was Ada Lovelace born?\n  subjects: Ada Lovelace\n  role: mathematician\n  years: 1815\n" +
        "  expects: date\n\nScores\n  0.91  “She was born.” (date)\n        https://a.example/, cited\n" +
        "  -0.20  “She died.”\n        https://b.example/\n",
    );
  });
});
