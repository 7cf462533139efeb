import { describe, expect, it } from "vitest";
import { findDates } from "../../../packages/grounding/text/dates.ts";

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

  it.each([
    ["* 17. Juli 1954 in Ulm", { year: 1954, month: 7, day: 17 }],
    ["am 3. März 1920", { year: 1920, month: 3, day: 3 }],
    ["el 12 de mayo de 1967", { year: 1967, month: 5, day: 12 }],
    ["le 1er août 1830", { year: 1830, month: 8, day: 1 }],
    ["il 2 giugno 1946", { year: 1946, month: 6, day: 2 }],
    ["a 7 de março de 1808", { year: 1808, month: 3, day: 7 }],
    ["op 5 mei 1945", { year: 1945, month: 5, day: 5 }],
    ["17 июля 1954 года", { year: 1954, month: 7, day: 17 }],
    ["8 Eylül 1946'da", { year: 1946, month: 9, day: 8 }],
    ["في 17 يوليو 1954", { year: 1954, month: 7, day: 17 }],
    ["في ١٧ يوليو ١٩٥٤", { year: 1954, month: 7, day: 17 }],
    ["生于1954年7月17日", { year: 1954, month: 7, day: 17 }],
    ["1954年7月に", { year: 1954, month: 7 }],
    ["1954년 7월 17일", { year: 1954, month: 7, day: 17 }],
    ["17.07.1954", { year: 1954, month: 7, day: 17 }],
    ["１９５４年", { year: 1954 }],
    ["Mars 2020 landed", { year: 2020 }],
  ])("reads the other languages' %j", (text, parts) => {
    const [date, ...others] = findDates(text);
    expect(others).toEqual([]);
    const { start, end, approximate, ...read } = date ?? { start: 0, end: 0, approximate: true };
    expect(read).toEqual(parts);
    expect(approximate).toBe(false);
    expect(end).toBeGreaterThan(start);
  });

  it("gives the place as it was written", () => {
    const text = "born 12 May 1847 in Hull";
    const [date] = findDates(text);
    expect(text.slice(date?.start, date?.end)).toBe("12 May 1847");
  });

  it("marks rough dates", () => {
    expect(["c. 1583", "um 1583", "около 1583"].map((text) => findDates(text)[0]?.approximate)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("takes no price, decimal, share or long number for a year", () => {
    expect(findDates("$1999, 1500.5, 1,950, 2000% and 19995")).toEqual([]);
  });
});
