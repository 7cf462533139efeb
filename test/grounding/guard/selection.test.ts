import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerGuard, type GuardedPiece } from "../../../packages/grounding/guard/index.ts";
import { numberSentences } from "../../../packages/grounding/prompt/quoted-outcome.ts";
import type { ResearchOutcome } from "../../../packages/grounding/research/outcome.ts";
import { outcomeOf, refused } from "./outcome-of.ts";

const BORN = "Mara Holt was born in 1901.";
const BUILT = "She built the lighthouse of Wick, which burned down in 1950.";
const TAUGHT = "Mara Holt taught Ida Fell.";
const LATER = "She died in 1977.";
const DENIED = "Mara Holt denied that she had stolen the plans; the court believed her.";

/** Of every sentence a claim, so that each has a number of its own: 1 to 5. */
const outcome = outcomeOf([`${BORN} ${BUILT}`, `${TAUGHT} ${LATER}`, DENIED], "Mara Holt");
const number = (text: string, found: ResearchOutcome = outcome, first = 1) =>
  numberSentences(found, first).find((one) => one.text === text)?.number ?? 0;
const at = (text: string) => `[[${number(text)}]]`;

function told(answer: string | readonly string[], found: readonly ResearchOutcome[] = [outcome]) {
  const text = new AnswerGuard(found, ["Who was Mara Holt?"]).text();
  const deltas = typeof answer === "string" ? [answer] : answer;
  return [...deltas.flatMap((delta) => text.push(delta)), ...text.end()];
}

const passed = (pieces: readonly GuardedPiece[]) =>
  pieces.map((piece) => (piece.type === "passed" ? piece.text : "")).join("");
const withheld = (pieces: readonly GuardedPiece[]) =>
  pieces.flatMap((piece) => (piece.type === "withheld" ? [piece.text] : []));

describe("a marker", () => {
  it("is replaced by the sentence of its number, in quotation marks and cited", () => {
    expect(told(at(TAUGHT))).toEqual([
      { type: "passed", text: `“${TAUGHT}”`, outcome: 0, citations: [1], how: "selected" },
    ]);
  });

  it.each([
    ["with a full stop behind it", `${at(BORN)}. ${at(TAUGHT)}.`],
    ["in quotation marks of the model's own", `"${at(BORN)}" “${at(TAUGHT)}.”`],
    ["joined by a word", `${at(BORN)} and ${at(TAUGHT)}`],
    ["behind a label with the name", `Mara Holt: ${at(BORN)} ${at(TAUGHT)}`],
    ["behind its author", `According to the almanac, ${at(BORN)} ${at(TAUGHT)}`],
    ["several in one", `[[${number(BORN)}, ${number(TAUGHT)}]]`],
    ["twice", `${at(BORN)} ${at(TAUGHT)} ${at(BORN)}`],
    ["beside its own sentence", `${at(BORN)} ${BORN} ${at(TAUGHT)}`],
  ])("%s leaves the quotations alone", (_what, answer) => {
    const pieces = told(answer);
    expect(passed(pieces)).toBe(`“${BORN}” “${TAUGHT}”`);
    expect(withheld(pieces)).toEqual([]);
  });

  it("stands in the items of a list and in paragraphs", () => {
    expect(passed(told(`- ${at(BORN)}\n- ${at(TAUGHT)}`))).toBe(`- “${BORN}”\n- “${TAUGHT}”`);
    expect(passed(told(`1. ${at(BORN)}\n2. ${at(TAUGHT)}`))).toBe(`1. “${BORN}”\n2. “${TAUGHT}”`);
    expect(passed(told(`${at(BORN)}\n\n${at(TAUGHT)}`))).toBe(`“${BORN}”\n\n“${TAUGHT}”`);
  });

  it("keeps its cell in a table, after a name or a row number", () => {
    const head = "| No. | Quotation |\n|---|---|\n";
    expect(passed(told(`${head}| 1 | ${at(BORN)} |\n| 2 | ${at(TAUGHT)} |`))).toBe(
      `${head}| 1 | “${BORN}” |\n| 2 | “${TAUGHT}” |`,
    );
    const named = told(`| Mara Holt | ${at(BORN)} |\n| Thief | ${at(TAUGHT)} |`);
    expect(passed(named)).toBe(`| Mara Holt | “${BORN}” |\n“${TAUGHT}” |`);
    expect(withheld(named).join()).toContain("Thief");
  });

  it("behind the model's own copy of the sentence only says where it is from", () => {
    expect(passed(told(`${BORN} ${at(BORN)}`))).toBe(BORN);
  });

  it("ends what stands ahead of it, which is judged for itself", () => {
    const pieces = told(`Mara Holt robbed a bank, and ${at(BORN)} and fled.`);
    expect(passed(pieces)).toBe(`“${BORN}”`);
    expect(withheld(pieces)).toEqual(["Mara Holt robbed a bank, and.", "and fled."]);
  });

  it.each(["[[99]]", "[[0]]", "[[7777]]"])(
    "with a number of no sentence is told as what it is: %s",
    (marker) => {
      expect(told(`${at(BORN)} ${marker}`).at(-1)).toMatchObject({
        type: "withheld",
        text: marker,
        verdict: "unclear",
        reason: expect.stringContaining("no sentence"),
      });
    },
  );

  it.each(["[[", "[[12", "[[x]]", "[[1:\n]]", "[1]", "[[1]"])("that is malformed is text: %s", (text) => {
    expect(passed(told(`${BORN} ${text}`)).replace(BORN, "")).not.toContain("“");
  });

  it("names the subject of a pronoun outside the quotation marks, and not behind its own predecessor", () => {
    const long = outcomeOf([`${BORN} ${BUILT} ${LATER}`], "Mara Holt");
    const [third] = numberSentences(long).filter(({ text }) => text.includes(LATER));
    expect(passed(told(`[[${third?.number}]]`, [long]))).toMatch(/^(?:Mara Holt: “She|“Mara Holt )/);
    expect(passed(told(`${at(BORN)} ${at(BUILT)}`))).toBe(`“${BORN}” “${BUILT}”`);
  });

  it("of a sentence that the page cut is withheld, and of a cut and a whole one only the whole is quoted", () => {
    const born = "Mara Holt, an engineer, was born in Wick.";
    const cut = { text: "ara Holt won the prize.", citation_index: 0 };
    const both = { text: `ara Holt won the prize. ${born}`, citation_index: 0 };
    const found = outcomeOf([both.text], "Mara Holt");
    const withClaim = (claim: typeof cut): ResearchOutcome => ({
      ...found,
      sections: found.sections.map((section) => ({ ...section, claims: [claim] })),
    });
    expect(told("[[1]]", [withClaim(cut)])).toMatchObject([{ type: "withheld", text: cut.text }]);
    expect(passed(told("[[1]]", [withClaim(both)]))).toBe(`“${born}”`);
  });

  it("of a later outcome has a later number", () => {
    const second = outcomeOf(["Ida Fell sailed to Oslo in 1930."], "Ida Fell");
    const first = numberSentences(outcome).length + 1;
    const sailed = number("Ida Fell sailed to Oslo in 1930.", second, first);
    expect(told(`[[${sailed}]]`, [outcome, second])).toMatchObject([{ outcome: 1, citations: [0] }]);
    expect(told(`[[${sailed}]]`, [refused(outcome), second])).toMatchObject([{ type: "withheld" }]);
  });
});

describe("a part of a sentence", () => {
  const part = (text: string, words: string) => passed(told(`[[${number(text)}: ${words}]]`));

  it("that ends where a clause does is quoted alone", () => {
    const named = outcomeOf(
      ["Mara Holt built the lighthouse of Wick, which burned down in 1950."],
      "Mara Holt",
    );
    expect(passed(told("[[1: Mara Holt built the lighthouse of Wick …]]", [named]))).toBe(
      "“Mara Holt built the lighthouse of Wick”",
    );
  });

  it.each([
    ["ends within a clause", BORN, "Mara Holt was born"],
    ["leaves out who denied it", DENIED, "she had stolen the plans"],
    ["leaves out that it was denied", DENIED, "Mara Holt"],
    ["leaves out what the court believed", DENIED, "the plans"],
    ["is not in it", TAUGHT, "Mara Holt shot Ida Fell"],
  ])("that %s gives way to the whole", (_what, text, words) => {
    expect(part(text, words)).toBe(`“${text}”`);
  });
});

describe("any answer of markers, quotes and lies", () => {
  const piece = fc.constantFrom(
    ...numberSentences(outcome).map((one) => `[[${one.number}]]`),
    ...[BORN, BUILT, TAUGHT, LATER, DENIED],
    ...[
      "She robbed a bank in 1922.",
      "[[99]]",
      "[[2: She built the lighthouse of Wick]]",
      "[[",
      "]]",
      "[",
      "1.",
    ],
    ...["\n\n", "\n- ", " ", ". ", "“", "and", "## Life\n", "The sources say this:"],
  );
  const answer = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(" "));
  const snippets = outcome.citations.map(({ snippet }) => snippet).join(" ");

  it("is the same however it is cut", () => {
    fc.assert(
      fc.property(answer, fc.integer({ min: 1, max: 9 }), (whole, size) => {
        const cut = whole.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
        expect(told(cut)).toEqual(told(whole));
      }),
      { numRuns: 150 },
    );
  });

  it("quotes only what stands there, nothing twice, and says no lie", () => {
    fc.assert(
      fc.property(answer, (whole) => {
        const text = passed(told(whole));
        for (const [, words = ""] of text.matchAll(/“([^“”]*)”/g)) expect(snippets).toContain(words);
        expect(text).not.toMatch(/robbed|99/);
        for (const sentence of [BORN, BUILT, TAUGHT, LATER, DENIED])
          expect(text.split(sentence).length, text).toBeLessThanOrEqual(2);
      }),
      { numRuns: 150 },
    );
  });
});
