import { expect, it } from "vitest";
import { createEvidence } from "../../../packages/grounding/guard/evidence.ts";
import { GuardedText } from "../../../packages/grounding/guard/guarded-text.ts";
import { outcomeOf } from "./outcome-of.ts";

const FIRST = "Mara Holt was born in 1901.";
const SECOND = "Mara Holt built the lighthouse of Wick.";
const LIE = "Mara Holt was convicted in 1922.";

const outcome = outcomeOf([`${FIRST} ${SECOND}`], "Mara Holt");

function guarded(...deltas: string[]) {
  const text = new GuardedText(createEvidence([outcome], []));
  return [...deltas.flatMap((delta) => text.push(delta)), ...text.end()];
}

const passed = (text: string) => ({ type: "passed", text, outcome: 0, citations: [0], how: "verbatim" });
const withheld = expect.objectContaining({
  type: "withheld",
  text: LIE,
  verdict: expect.stringMatching(/^un/),
});

it.each([
  ["a truth", [FIRST], [passed(FIRST)]],
  ["two, with the space between them", [`${FIRST}  ${SECOND}`], [passed(FIRST), passed(`  ${SECOND}`)]],
  ["a paragraph", [`${FIRST}\n\n${SECOND}`], [passed(FIRST), passed(`\n\n${SECOND}`)]],
  ["a lie between truths", [`${FIRST} ${LIE} ${SECOND}`], [passed(FIRST), withheld, passed(` ${SECOND}`)]],
  [
    "a lie that ends a paragraph",
    [`${FIRST} ${LIE}\n\n${SECOND}`],
    [passed(FIRST), withheld, passed(`\n\n${SECOND}`)],
  ],
  [
    "a lie that begins one",
    [`${FIRST}\n\n${LIE} ${SECOND}`],
    [passed(FIRST), withheld, passed(`\n\n${SECOND}`)],
  ],
  ["a lie before all else", [`\n${LIE}\n${FIRST}`], [withheld, passed(FIRST)]],
  ["marks of citations", [`${FIRST} [3] ${SECOND} [0]`], [passed(FIRST), passed(` ${SECOND}`)]],
  ["a mark alone on its line", [`${FIRST}\n[3]\n${SECOND}`], [passed(FIRST), passed(`\n${SECOND}`)]],
  ["nothing", [""], []],
  ["white space", ["\n \n"], []],
])("of %s lets pass what is supported by the evidence", (_what, deltas, pieces) => {
  expect(guarded(...deltas)).toEqual(pieces);
  // However it is cut.
  expect(guarded(...deltas.join("").split(""))).toEqual(pieces);
});

it("gives a sentence out before the next one is whole", () => {
  const text = new GuardedText(createEvidence([outcome], []));
  expect(text.push(`${FIRST} Mara `)).toEqual([passed(FIRST)]);
});
