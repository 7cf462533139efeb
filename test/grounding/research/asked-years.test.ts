import { describe, expect, it } from "vitest";
import { keepAskedYears } from "../../../packages/grounding/research/asked-years.ts";
import { snippet } from "./analysis/snippet-of.ts";

describe("evidenceOfAskedYears", () => {
  const of2023 = snippet("The regatta of 2023 went to Hull.");
  const of2024 = snippet("The regatta of 2024 went to Leeds.");
  const yearless = snippet("The regatta is rowed on the river.");

  it("leaves out what is only about other years", () => {
    expect(keepAskedYears("Who won the regatta in 2024?", [of2023, of2024, yearless])).toEqual([
      of2024,
      yearless,
    ]);
  });

  it("reads a title's year for the text's", () => {
    const titled = { ...yearless, title: "Regatta 2023" };
    expect(keepAskedYears("Who won the regatta in 2024?", [titled, of2024])).toEqual([of2024]);
  });

  it.each(["Who won the regatta?", "Who won the regatta in 1999?"])("keeps all for %j", (query) => {
    expect(keepAskedYears(query, [of2023, of2024])).toEqual([of2023, of2024]);
  });
});
