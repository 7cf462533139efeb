import { describe, expect, it } from "vitest";
import { AnswerGuard } from "../../../packages/grounding/guard/index.ts";
import { outcomeOf } from "./outcome-of.ts";

const BUILT = "Mara Holt built the lighthouse of Wick in 1931.";
const TAUGHT = "Mara Holt taught drawing at the school of Thurso.";

function told(answer: string) {
  const text = new AnswerGuard([outcomeOf([`${BUILT} ${TAUGHT}`])], ["Who was Mara Holt?"]).text();
  return [...text.push(answer), ...text.end()];
}

describe("a sentence that restates the evidence and is not supported", () => {
  it("gives way to the sentence it restates, quoted and cited, and is given out as unverified", () => {
    expect(told("Mara Holt built the lighthouse of Wick in 1934.")).toEqual([
      expect.objectContaining({ type: "withheld", text: "Mara Holt built the lighthouse of Wick in 1934." }),
      { type: "passed", text: `“${BUILT}”`, outcome: 0, citations: [0], how: "repaired" },
    ]);
  });

  it("brings no sentence that was said, nor one that shares the name alone", () => {
    const pieces = told(`${BUILT} Mara Holt built the lighthouse of Wick in 1934. Mara Holt robbed a bank.`);
    expect(pieces.map(({ type, text }) => [type, text.trim()])).toEqual([
      ["passed", BUILT],
      ["withheld", "Mara Holt built the lighthouse of Wick in 1934."],
      ["withheld", "Mara Holt robbed a bank."],
    ]);
  });
});

it("a paraphrase leaves in its own words with the sentence it rests on, and once", () => {
  const [piece, ...others] = told(
    "In 1931 Mara Holt built the lighthouse of Wick. In 1931, Mara Holt built it.",
  );
  expect(piece).toMatchObject({ type: "passed", how: "paraphrase", citations: [0], quote: BUILT });
  expect(others.filter(({ type }) => type === "passed")).toEqual([]);
});

describe("a repair", () => {
  const told = (page: string, answer: string) => {
    const text = new AnswerGuard([outcomeOf([page])], ["Who was Mara Holt?"]).text();
    return [...text.push(answer), ...text.end()];
  };
  const quoted = (page: string, answer: string) =>
    told(page, answer).flatMap((piece) => (piece.type === "passed" ? [piece.text] : []));

  it.each([
    ["a question", "Was it Mara Holt who built the lighthouse of Wick for the town in 1931?"],
    ["cut within a bracket", "Mara Holt built the lighthouse of Wick for the town in 1931.)"],
    ["a heading", "Mara Holt built the lighthouse of Wick for the town in 1931"],
  ])("brings no sentence that is %s", (_what, page) => {
    expect(quoted(page, "Mara Holt built the lighthouse of Wick for the town in 1934.")).toEqual([]);
  });

  it("quotes no item of a list with the one that its page joined to it", () => {
    const page =
      "Mara Holt drew the plans of the harbour.*Mara Holt built the lighthouse of Wick in 1931 (b) alone.";
    expect(quoted(page, "Mara Holt built the lighthouse of Wick in 1934 alone.")).toEqual([
      "“Mara Holt built the lighthouse of Wick in 1931 (b) alone.”",
    ]);
  });

  it("quotes the sentence before too where only both bear every fact", () => {
    const pages =
      "Mara Holt was born in Thurso in 1871. She built the lighthouse of Wick for the harbour board.";
    const answer = "In 1871 Mara Holt of Thurso built the lighthouse of Wick for the harbour board of Oslo.";
    expect(quoted(pages, answer)).toEqual([
      expect.stringContaining("She built the lighthouse of Wick"),
      expect.stringContaining("“Mara Holt was born in Thurso in 1871.”"),
    ]);
    const both =
      "Mara Holt of Thurso, born in 1871, never built the lighthouse of Wick for the harbour board.";
    expect(quoted(pages, both)).toEqual([`“${pages}”`]);
  });

  it("quotes two sentences of one page, each in marks of its own, where only both bear every fact", () => {
    const pages = `${BUILT} The sea was calm that summer. ${TAUGHT}`;
    const answer = "Mara Holt never built the lighthouse of Wick in 1931 for the people of Thurso.";
    expect(told(pages, answer)).toEqual([
      expect.objectContaining({ type: "withheld" }),
      { type: "passed", text: `“${BUILT}” “${TAUGHT}”`, outcome: 0, citations: [0], how: "repaired" },
    ]);
  });

  it("keeps the number of the list item once, where two sentences take its place", () => {
    const page = `${BUILT} The sea was calm that summer. ${TAUGHT}`;
    const answer = "2. Mara Holt never built the lighthouse of Wick in 1931 for the people of Thurso.";
    expect(quoted(page, answer)).toEqual([`2. “${BUILT}” “${TAUGHT}”`]);
  });

  it("gives each of two sentences of two snippets the citation of its own", () => {
    const pages = [
      { title: "Mara Holt", text: BUILT },
      { title: "Mara Holt", text: TAUGHT },
    ];
    const text = new AnswerGuard([outcomeOf(pages)], ["Who was Mara Holt?"]).text();
    const answer = "Mara Holt never built the lighthouse of Wick in 1931 for the people of Thurso.";
    expect([...text.push(answer), ...text.end()].slice(1)).toEqual([
      { type: "passed", text: `“${BUILT}”`, outcome: 0, citations: [0], how: "repaired" },
      { type: "passed", text: ` “${TAUGHT}”`, outcome: 0, citations: [1], how: "repaired" },
    ]);
  });

  it("takes no sentence of a namesake's page for the missing fact", () => {
    const pages = [
      { title: "Mara Holt (engineer)", text: BUILT },
      { title: "Mara Holt (singer)", text: "Mara Holt toured with the choir of Thurso." },
    ];
    const text = new AnswerGuard([outcomeOf(pages)], ["Who was Mara Holt?"], { answering: [] }).text();
    const answer = "Mara Holt never built the lighthouse of Wick in 1931 for the people of Thurso.";
    const pieces = [...text.push(answer), ...text.end()];
    expect(pieces.flatMap((piece) => (piece.type === "passed" ? [piece.text] : []))).toEqual([`“${BUILT}”`]);
  });

  it.each([
    ["whose first letter the page lost", "efore 1931 Mara Holt built the lighthouse of Wick."],
    ["that breaks off", "Mara Holt built the lighthouse of Wick in 1931 for the …"],
    ["that never ends", "Plans 1931 Mara Holt built the lighthouse of Wick"],
    ["with a caption in it", "Mara Holt built Figure 3: The lighthouse of Wick in 1931."],
  ])("quotes no sentence %s", (_what, page) => {
    expect(quoted(page, "Mara Holt built the lighthouse of Wick in 1934.")).toEqual([]);
  });

  it.each([
    ["behind a cut one", `t was cold. ${BUILT}`],
    ["glued to a cut one", `The board met in Wick.t was cold. ${BUILT}`],
    ["glued to the next", `${BUILT}The sea was calm.`],
    ["with the number of a list", `1  ${BUILT}`],
    ["behind a heading with its number", `Lighthouses and their engineers 1  ${BUILT}`],
  ])("quotes the whole sentence alone that stands %s", (_what, page) => {
    expect(quoted(page, "Mara Holt built the lighthouse of Wick in 1934.")).toEqual([`“${BUILT}”`]);
  });

  it("takes another sentence than the one that is cut", () => {
    const page = `nd Mara Holt built the lighthouse of Wick in 1931 for Thurso. ${BUILT}`;
    const answer = "Mara Holt built the lighthouse of Wick in 1934 for Thurso.";
    expect(quoted(page, answer)).toEqual([`“${BUILT}”`]);
  });

  it("takes no address apart", () => {
    const page = "Mara Holt built the lighthouse shown at www.lighthouses.example in 1931.";
    expect(quoted(page, "Mara Holt built the lighthouse in 1934.")).toEqual([]);
  });

  it("quotes nothing that was cut within a title, and nothing in place of what leads to a list", () => {
    const page = 'Mara Holt hosted the evening show "Ready! Steady" at the lighthouse of Wick.';
    expect(quoted(page, "Mara Holt hosted the evening show at the castle of Wick.")).toEqual([]);
    expect(quoted(BUILT, "Mara Holt built in 1934 the lighthouse of Wick and:")).toEqual([]);
  });
});

describe("a quote that begins with a pronoun", () => {
  const quoteFrom = (page: string) => {
    const text = new AnswerGuard([outcomeOf([page])], ["Who was Karl Voss?"]).text();
    const pieces = [...text.push("He was arrested in Hamburg in 2004."), ...text.end()];
    return pieces.map(({ text }) => text);
  };
  const ARRESTED = "He was arrested in Hamburg in 2004.";

  it("says who it is, over another sentence with the same pronoun", () => {
    const page = `Karl Voss was born in Wick. He studied law in Oslo. ${ARRESTED}`;
    expect(quoteFrom(page)).toEqual([`Karl Voss: “${ARRESTED}”`]);
  });

  it("is quoted with all that comes before, where somebody else is named between", () => {
    const page = `Karl Voss was born in Wick. He met Otto Brandt in Oslo. ${ARRESTED}`;
    expect(quoteFrom(page)).toEqual([`“${page}”`]);
  });
});
