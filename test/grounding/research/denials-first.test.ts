import { describe, expect, it } from "vitest";
import { researchPassages } from "../../eval/product.ts";

async function answer(query: string, ...pages: readonly string[]) {
  const outcome = await researchPassages(
    query,
    pages.map((text) => ({ title: "News", text })),
  );
  return outcome.answer?.text;
}

describe("what is quoted first", () => {
  it.each([
    [
      "Is Otto Brandt the author of the Wick Letters?",
      "Reporter claims that Otto Brandt is the author of the Wick Letters!",
      "In 2016 Otto Brandt denied that he is the author of the Wick Letters.",
    ],
    [
      "Did Mara Holt leak the report of the harbour board?",
      "A blogger alleges that Mara Holt leaked the report of the harbour board.",
      "Mara Holt has rejected the allegation that she leaked the report of the harbour board.",
    ],
    [
      "Did Mara Holt buy the lighthouse of Wick?",
      "Mara Holt reportedly bought the lighthouse of Wick.",
      "Mara Holt disputed on Monday that she bought the lighthouse of Wick.",
    ],
  ])("is the person's denial, not the rumour: %s", async (query, rumour, denial) => {
    expect(await answer(query, rumour, denial)).toBe(denial);
    expect(await answer(query, denial, rumour)).toBe(denial);
  });

  it("is a plain statement, not hearsay that is attributed to nobody", async () => {
    const plain = "Mara Holt bought the lighthouse of Wick in 1901.";
    const hearsay = "Mara Holt reportedly bought the lighthouse of Wick in 1905.";
    expect(await answer("When did Mara Holt buy the lighthouse of Wick?", hearsay, plain)).toBe(plain);
  });

  it("is not the denial of somebody else", async () => {
    const rumour = "Reporter claims that Otto Brandt is the author of the Wick Letters!";
    const other = "The publisher Karl Ek denied that he knows the author of the Wick Letters.";
    expect(await answer("Is Otto Brandt the author of the Wick Letters?", rumour, other)).toBe(rumour);
  });
});

it("leaves a court's finding before a denial", async () => {
  const finding = "Mara Holt was convicted of fraud in 1910.";
  const query = "Was Mara Holt convicted of fraud?";
  expect(await answer(query, finding, "Mara Holt denied that she was guilty of fraud.")).toBe(finding);
});
