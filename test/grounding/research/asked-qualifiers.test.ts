import { describe, expect, it } from "vitest";
import { claimsAsRead, researchPassages } from "../../eval/product.ts";
import { OTHER_NUMBERS } from "../../fixtures/asked/other-numbers.ts";
import { OTHER_QUALIFIERS } from "../../fixtures/asked/other-qualifiers.ts";
import type { QualifiedPair } from "../../fixtures/asked/qualified-pair.ts";

/** Returns the first claim from pages that each hold one text; null where research refused. */
async function firstClaim({ question, title }: QualifiedPair, ...texts: readonly string[]) {
  const outcome = await researchPassages(
    question,
    texts.map((text) => ({ title, text })),
  );
  return outcome.ok ? (claimsAsRead(outcome)[0]?.text ?? null) : null;
}

const PAIRS = [...OTHER_NUMBERS, ...OTHER_QUALIFIERS];
const both = PAIRS.flatMap((pair) => {
  const { other, right } = pair;
  return other === null || right === null ? [] : [{ ...pair, pair, other, right }];
});
const withOther = PAIRS.flatMap((pair) =>
  pair.other === null ? [] : [{ ...pair, pair, other: pair.other }],
);
const withRight = PAIRS.flatMap((pair) =>
  pair.right === null ? [] : [{ ...pair, pair, right: pair.right }],
);

describe("a question for one of several things of a kind", () => {
  it.each(withOther)("“$question” is not answered by “$other”", async ({ pair, other }) => {
    expect(await firstClaim(pair, other)).toBeNull();
  });

  it.each(withRight)("“$question” is answered by “$right”", async ({ pair, right }) => {
    expect(await firstClaim(pair, right)).toBe(right);
  });

  it.each(both)("“$question” is answered by “$right” of a page", async ({ pair, other, right }) => {
    expect(await firstClaim(pair, `${other} ${right}`)).toBe(right);
    expect(await firstClaim(pair, `${right} ${other}`)).toBe(right);
  });

  it.each(both)("“$question” is answered by “$right” of two pages", async ({ pair, other, right }) => {
    expect(await firstClaim(pair, other, right)).toBe(right);
  });
});
