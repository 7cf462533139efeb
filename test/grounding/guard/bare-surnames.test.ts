import { verify } from "@plumbline/grounding/guard";
import { expect, test } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

function isSupported(text: string, sentence: string, title = "A page"): boolean {
  const [judged] = verify(sentence, outcomeOf([{ title, text }], "Vantor"));
  return judged?.verdict === "supported";
}

const CONVICTED = "Rosa Klein was convicted in 2011.";

test.each([
  ["Rosa Klein leads Vantor. Klein was convicted in 2011.", CONVICTED],
  ["Rosa Klein leads Vantor. She lives in Bonn. Klein was convicted in 2011.", CONVICTED],
  ["Rosa Klein leads Vantor. Vantor builds pumps. Klein was convicted in 2011.", CONVICTED],
  ["Vantor was founded by Rosa Klein. In 2011 Klein was convicted.", CONVICTED],
  ["Rosa Maria Klein leads Vantor. Klein studied law in Bonn.", "Rosa Klein studied law in Bonn."],
  ["Rosa Klein leads Vantor. Klein's firm was fined in 2011.", "Rosa Klein's firm was fined in 2011."],
])("a surname means the only person that was named with it: %j, %s", (text, sentence) => {
  expect(isSupported(text, sentence)).toBe(true);
});

test.each([
  ["Rosa Klein leads Vantor. Her brother Max Klein is a banker. Klein was convicted in 2011.", CONVICTED],
  ["Rosa Klein leads Vantor. Klein was convicted in 2011. Her brother Max Klein is a banker.", CONVICTED],
  ["Rosa Klein, the sister of Max Klein, leads Vantor. Klein was convicted in 2011.", CONVICTED],
  ["Rosa Klein and Max Klein lead Vantor. Klein was convicted in 2011.", CONVICTED],
  ["Rosa Klein leads Vantor. Mr Klein was convicted in 2011.", CONVICTED],
  ["Rosa Klein leads Vantor. Klein was convicted in 2011.", "Max Klein was convicted in 2011."],
])("a surname of two people, or of nobody named, shows no given name: %j, %s", (text, sentence) => {
  expect(isSupported(text, sentence)).toBe(false);
});

test("a surname means the person in the page's title, unless the sentence before is about another", () => {
  const sister = "Rosa Klein leads Vantor. She met Max Klein in 2001. Klein was convicted in 2011.";
  expect(isSupported(sister, CONVICTED, "Rosa Klein")).toBe(true);
  const brother = "Rosa Klein leads Vantor. Her brother Max Klein is a banker. Klein was convicted in 2011.";
  expect(isSupported(brother, CONVICTED, "Rosa Klein")).toBe(false);
});
