import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DATE_FORMS, feedDate } from "../../../packages/adapters/rss/feed-date.js";

const NOW = Date.parse("2026-06-01T00:00:00Z");

const iso = (text: string) => {
  const at = feedDate(text, NOW);
  return at === null ? null : new Date(at).toISOString();
};

test.each(DATE_FORMS)("each form reads its example: $example", ({ example, instant }) => {
  expect(iso(example)).toBe(instant);
});

describe.each("en-US en-GB de fr es it pt nl ru tr ar ja ko zh".split(" "))("as %s writes it", (language) => {
  test.each(["full", "long", "medium"] as const)("%s", (dateStyle) => {
    // Digits alone may mean two days.
    if (language === "ar" && dateStyle === "medium") return;
    for (const timeStyle of [undefined, "short", "medium"] as const) {
      const format = new Intl.DateTimeFormat(language, { dateStyle, timeStyle, timeZone: "UTC" });
      const length = { none: 10, short: 16, medium: 19 }[timeStyle ?? "none"];
      const instant = "2026-03-10T15:05:09.000Z".slice(0, length);
      expect(iso(format.format(Date.parse(instant + (timeStyle ? "Z" : ""))))).toMatch(instant);
    }
  });
});

describe("is read", () => {
  test.each([
    ["Tue, 10 Mar 2026 10:00:00 GMT", "2026-03-10T10:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 +0130", "2026-03-10T08:30:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 -05:00", "2026-03-10T15:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 EST", "2026-03-10T15:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 PDT", "2026-03-10T17:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 CET", "2026-03-10T09:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 CEST", "2026-03-10T08:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 BST", "2026-03-10T09:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 JST", "2026-03-10T01:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 jst", "2026-03-10T01:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 IST", "2026-03-10T04:30:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 GMT+0200", "2026-03-10T08:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 +0000 (Coordinated Universal Time)", "2026-03-10T10:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 Europe/Berlin", "2026-03-10T09:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 A", "2026-03-10T10:00:00.000Z"],
    ["Tue, 10 Mar 2026 24:00:00 GMT", "2026-03-11T00:00:00.000Z"],
    ["Di, 10 Mär 2026 10:00:00 +0100", "2026-03-10T09:00:00.000Z"],
    ["mar., 10 mars 2026 10:00:00 +0100", "2026-03-10T09:00:00.000Z"],
    ["10 de marzo de 2026 10:00", "2026-03-10T10:00:00.000Z"],
    ["10 марта 2026", "2026-03-10T00:00:00.000Z"],
    ["2026-03-10 오후 10:00", "2026-03-10T22:00:00.000Z"],
    ["Tuesday, March 10, 2026 - 3:09pm", "2026-03-10T15:09:00.000Z"],
    ["3/10/2026 12:00:00 AM", "2026-03-10T00:00:00.000Z"],
    ["Fri, 27/02/2026", "2026-02-27T00:00:00.000Z"],
    ["2026-3-1T9:00:00Z", "2026-03-01T09:00:00.000Z"],
    ["2026-03-10T10:00:00-05:00Z", "2026-03-10T15:00:00.000Z"],
    ["Tue Mar 10 2026 10:00:00 GMT+0100 (CET)", "2026-03-10T09:00:00.000Z"],
    ["1773136800000", "2026-03-10T10:00:00.000Z"],
    ["1900-01-01", "1900-01-01T00:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00", "2026-03-10T10:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00 GMT", "2026-03-10T10:00:00.000Z"],
    ["Tuesday, 10 March 2026, 10:00:00 GMT", "2026-03-10T10:00:00.000Z"],
    ["10-Mar-26 10:00:00 GMT", "2026-03-10T10:00:00.000Z"],
    ["1 Sept 99 00:00:00 GMT", "1999-09-01T00:00:00.000Z"],
    ["10 Mar 2026", "2026-03-10T00:00:00.000Z"],
    ["  Tue, 10 Mar 2026 10:00:00 Z\n", "2026-03-10T10:00:00.000Z"],
    ["2026-03-10T10:00:00Z", "2026-03-10T10:00:00.000Z"],
    ["2026-03-10t10:00:00z", "2026-03-10T10:00:00.000Z"],
    ["2026-03-10T10:00:00.123456+01:00", "2026-03-10T09:00:00.123Z"],
    ["2026-03-10T10:00:00-0330", "2026-03-10T13:30:00.000Z"],
    ["2026-03-10T10:00+01", "2026-03-10T09:00:00.000Z"],
    ["2026-03-10 10:00:00", "2026-03-10T10:00:00.000Z"],
    ["2026-03-10 10:00:00 UTC", "2026-03-10T10:00:00.000Z"],
    ["2026-03-10 10:00:00 +0200", "2026-03-10T08:00:00.000Z"],
    ["2026-03-10", "2026-03-10T00:00:00.000Z"],
    ["2026-03", "2026-03-01T00:00:00.000Z"],
    ["2026", "2026-01-01T00:00:00.000Z"],
    ["2024-02-29T23:59:60Z", "2024-03-01T00:00:00.000Z"],
    ["1990-01-01", "1990-01-01T00:00:00.000Z"],
    ["2026-06-02T00:00:00Z", "2026-06-02T00:00:00.000Z"],
  ])("%s", (text, expected) => expect(iso(text)).toBe(expected));
});

describe("is missing, invalid, or cannot be true", () => {
  test.each([
    "",
    "0",
    "yesterday",
    "Tue, 10 Mar 2026 10:00:00 XYZ",
    "Tue, 10 Mar 2026 10:00:00 Mars/Olympus",
    "Tue, 10 Mar 2026 10:00:00 +2500",
    "03/04/2026 10:00",
    "2026-000",
    "31 Feb 2026 10:00:00 GMT",
    "2026-02-30",
    "2026-13-01",
    "2025-02-29T00:00:00Z",
    "2026-03-10T24:30:00Z",
    "2026-03-10T10:61:00Z",
    "32 Mar 2026",
    "10 Foo 2026 10:00:00 GMT",
    "0001-01-01T00:00:00Z",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "1899-12-31T23:59:59Z",
    "2026-06-02T00:00:01Z",
    "9999-12-31",
    `2026-03-10T10:00:00${" ".repeat(100)}Z`,
  ])("%j", (text) => expect(iso(text)).toBeNull());
});

test("does not depend on the zone of the machine", () => {
  expect(feedDate("2026-03-10 10:00:00", NOW)).toBe(Date.UTC(2026, 2, 10, 10));
});

test("agrees with every ISO and HTTP date there is", () => {
  const dates = fc.date({ min: new Date("1900-01-01T00:00:00Z"), max: new Date(NOW), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      fc.pre(Math.floor(date.getTime() / 1000) !== 0);
      expect(feedDate(date.toISOString(), NOW)).toBe(date.getTime());
      expect(feedDate(date.toUTCString(), NOW)).toBe(Math.floor(date.getTime() / 1000) * 1000);
    }),
  );
});

test("never throws", () => {
  const parts = fc.constantFrom(
    "2026",
    "-",
    "03",
    "10",
    " ",
    "T",
    ":",
    "Tue,",
    "Mar",
    "Z",
    "+",
    "99",
    "GMT",
    "é",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(parts, { maxLength: 20 }).map((some) => some.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const at = feedDate(text, NOW);
      expect(at === null || Number.isSafeInteger(at)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
