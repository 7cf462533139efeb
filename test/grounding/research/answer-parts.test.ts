import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { auditOutcome, createResearchEngine } from "@plumbline/grounding";
import { describe, expect, it } from "vitest";
import { parseQuestion } from "../../../packages/grounding/question/parse-question.ts";
import { splitQuestion } from "../../../packages/grounding/question/question-parts.ts";

type Page = readonly [title: string, text: string];

async function research(query: string, pages: readonly Page[], maxClaims?: number) {
  const hits = pages.map(([title, text], index) => ({
    url: `https://site${index}.example/page`,
    title,
    quotes: [text],
  }));
  const backend = { name: "search_a" as const, search: async () => ({ hits, notes: [] }) };
  const clock = new ManualClock(Date.UTC(2026, 10, 28));
  const outcome = await createResearchEngine({ backends: [backend], clock }).research({ query, maxClaims });
  expect(auditOutcome(outcome).problems).toEqual([]);
  return outcome;
}

function claimsOf({ sections }: Awaited<ReturnType<typeof research>>): string {
  return sections.flatMap(({ claims }) => claims.map(({ text }) => text)).join("\n");
}

const MILL: Page = ["Tarn Mill", "Tarn Mill was founded in 1874 by Agnes Holm."];
const OWNER: Page = ["Tarn Mill", "The Brandt family owns Tarn Mill."];
const PLACE: Page = ["About us - Tarn Mill", "Tarn Mill is based in Selby."];
const CAFE: Page = ["Selby", "Selby has a market hall and a harbour."];

describe("a question that consists of several", () => {
  it.each([
    "When was Tarn Mill founded, where is it based and who owns it?",
    "When was Tarn Mill founded? Where is it based? Who owns it?",
    "1) When was Tarn Mill founded? 2) Where is it based? 3) Who owns it?",
    "Tell me when Tarn Mill was founded, where it is based and who owns it",
  ])("is answered in every part: %s", async (query) => {
    const outcome = await research(query, [CAFE, OWNER, PLACE, MILL]);
    expect(outcome.ok).toBe(true);
    const claims = claimsOf(outcome);
    for (const [, text] of [MILL, PLACE, OWNER]) expect(claims).toContain(text);
    expect(outcome.unverified_notes.map(({ kind }) => kind)).not.toContain("unanswered");
  });

  it.each<{ query: string; pages: Page[] }>([
    {
      query: "Wann wurde die Mühle Tarn gegründet und wem gehört sie?",
      pages: [
        ["Mühle Tarn", "Die Mühle Tarn wurde 1874 gegründet."],
        ["Mühle Tarn", "Die Mühle Tarn gehört der Familie Brandt."],
      ],
    },
    {
      query: "Wo wurde Gabriela Ruiz geboren und was hat sie studiert?",
      pages: [
        ["Gabriela Ruiz", "Gabriela Ruiz wurde 1889 in Vicuña geboren."],
        ["Gabriela Ruiz", "Gabriela Ruiz studierte Literatur in Santiago."],
      ],
    },
    {
      query: "¿Cuándo nació Gabriela Ruiz y qué premio ganó?",
      pages: [
        ["Gabriela Ruiz", "Gabriela Ruiz nació en 1889 en Vicuña."],
        ["Gabriela Ruiz", "Gabriela Ruiz ganó el premio Nobel de Literatura."],
      ],
    },
  ])("is answered in other languages too: $query", async ({ query, pages }) => {
    const claims = claimsOf(await research(query, pages));
    for (const [, text] of pages) expect(claims).toContain(text);
  });

  it("notes the part that nothing answers", async () => {
    const { ok, unverified_notes: notes } = await research("When was Tarn Mill founded and who owns it?", [
      MILL,
      CAFE,
    ]);
    expect(ok).toBe(true);
    expect(notes.filter(({ kind }) => kind === "unanswered").map(({ text }) => text)).toEqual([
      expect.stringContaining("owns"),
    ]);
  });

  it("shares the claims between its parts", async () => {
    const query = "When was Tarn Mill founded and who owns it?";
    const founded = ["first", "second", "third"].map(
      (which): Page => ["Tarn Mill", `The ${which} history says that Tarn Mill was founded in 1874.`],
    );
    const claims = claimsOf(await research(query, [...founded, OWNER], 2));
    expect(claims).toContain("1874");
    expect(claims).toContain("Brandt");
  });

  it("is refused if nothing answers any part", async () => {
    const outcome = await research("When was Tarn Mill founded and who owns it?", [CAFE]);
    expect(outcome.error_code).toBe("research_insufficient_evidence");
  });

  it.each([
    "When did Agnes Holm, who founded Tarn Mill, die?",
    "Who wrote the Wick Letters and when?",
    "Who was the miller when they built the harbour of Wick?",
    "What is the process by which the mill of Tarn makes paper?",
    "Who is Agnes Holm? (Tarn Mill)",
  ])("is not found in: %s", (prompt) => {
    expect(splitQuestion(parseQuestion({ prompt }))).toEqual([]);
  });
});

describe("a question what something is", () => {
  it.each(["What is Tarnex?", "Tell me about Tarnex"])("begins with its definition: %s", async (query) => {
    const { answer } = await research(query, [
      ["Agnes Holm", "Agnes Holm wrote her first novel at Tarnex in 1874."],
      ["Tarnex", "In 1990 Tarnex was renovated. Tarnex, the paper factory, is a museum in Selby."],
    ]);
    expect(answer?.text).toBe("Tarnex, the paper factory, is a museum in Selby.");
  });
});

describe("a comparison", () => {
  const better: Page = ["Tarn University", "Tarn University is ranked #17 in the World Rankings 2026."];
  const worse: Page = ["Selby University", "Selby University is ranked #42 in the World Rankings 2026."];

  it.each([
    "Which university ranks higher, Tarn University or Selby University?",
    "Tarn University vs Selby University: which university ranks higher?",
    "Compare how Tarn University, Selby University and Wick University are ranked",
  ])("is answered for each of the things compared: %s", async (query) => {
    const claims = claimsOf(await research(query, [CAFE, better, worse]));
    expect(claims).toContain("#17");
    expect(claims).toContain("#42");
  });

  it.each([
    "Compare Tarn Mill and Selby Hall in a table",
    "Compare Tarn Mill with Selby Hall",
    "What is the difference between Tarn Mill and Selby Hall?",
    "Vergleiche Tarn Mill mit Selby Hall",
  ])("describes each of the things: %s", async (query) => {
    const mill: Page = ["Tarn Mill", "Tarn Mill is a paper mill in Selby."];
    const hall: Page = ["Selby Hall", "Selby Hall is a market hall in Selby."];
    const both: Page = ["Selby", "Tarn Mill and Selby Hall were renovated in 1990."];
    const claims = claimsOf(await research(query, [both, mill, hall]));
    for (const [, text] of [mill, hall]) expect(claims).toContain(text);
  });

  it.each<[query: string, ...answers: string[]]>([
    ["Who is older, Agnes Holm or Otto Brandt?", "Agnes Holm (born", "Otto Brandt (born"],
    ["Who became mayor of Selby first, Agnes Holm or Otto Brandt?", "from 1861", "from 1877"],
    ["Wer wurde früher geboren, Agnes Holm oder Otto Brandt?", "Agnes Holm (born", "Otto Brandt (born"],
  ])("asks for what is compared: %s", async (query, ...answers) => {
    const claims = claimsOf(
      await research(query, [
        CAFE,
        [
          "Agnes Holm",
          "Agnes Holm (born 3 May 1821) was a miller. She was mayor of Selby from 1861 to 1870.",
        ],
        [
          "Otto Brandt",
          "Otto Brandt (born 9 June 1830) was a printer. He was mayor of Selby from 1877 to 1882.",
        ],
      ]),
    );
    for (const text of answers) expect(claims).toContain(text);
  });

  it("does not answer which came first by the date of one", async () => {
    const { ok } = await research("Who became mayor of Selby first, Agnes Holm or Otto Brandt?", [
      ["Agnes Holm", "Agnes Holm was mayor of Selby from 1861 to 1870."],
      ["Otto Brandt", "Otto Brandt was a printer in Selby."],
    ]);
    expect(ok).toBe(false);
  });

  it("does not ask about two people one by one who did something together", async () => {
    const { ok } = await research("When did Agnes Holm and Otto Brandt marry?", [
      ["Agnes Holm", "Agnes Holm married Karl Lind in 1870."],
      ["Otto Brandt", "Otto Brandt married Ida Voss in 1881."],
    ]);
    expect(ok).toBe(false);
  });
});
