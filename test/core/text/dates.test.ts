import { findDates } from "@plumbline/core/text/dates.ts";
import { describe, expect, it } from "vitest";

describe("findDates", () => {
  it.each([
    ["on 6 March 1907", { year: 1907, month: 3, day: 6 }],
    ["on March 6th, 1907", { year: 1907, month: 3, day: 6 }],
    ["on 1907-03-06", { year: 1907, month: 3, day: 6 }],
    ["in Sept. 1888", { year: 1888, month: 9 }],
    ["in 1986.", { year: 1986 }],
  ])("reads %j", (text, parts) => {
    expect(findDates(text)).toEqual([expect.objectContaining({ ...parts, approximate: false })]);
  });

  it("gives the place as it was written", () => {
    const text = "born 12 May 1847 in Hull";
    const [date] = findDates(text);
    expect(text.slice(date?.start, date?.end)).toBe("12 May 1847");
  });

  it("marks rough dates", () => {
    expect(["c. 1583", "about 1583", "before 1583"].map((text) => findDates(text)[0]?.approximate)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("takes no price, decimal, share or long number for a year", () => {
    expect(findDates("$1999, 1500.5, 1,950, 2000% and 19995")).toEqual([]);
  });
});
