import { filterSearch, type SearchAbilities } from "@plumbline/core/adapters/mail/filter/filter-search.ts";
import { parseFilter } from "@plumbline/core/adapters/mail/filter/parse-filter.ts";
import { describe, expect, test } from "vitest";

const NOW = Date.parse("2026-03-31T12:30:00Z");
const PLAIN = { gmail: false, within: false };
const search = (query: string, abilities: SearchAbilities = PLAIN) =>
  filterSearch(parseFilter(query, NOW), abilities, NOW);

describe("what the server is asked", () => {
  test.each<[query: string, asked: object]>([
    ["in:INBOX", { all: true }],
    ["is:unread", { seen: false }],
    ["from:a from:b -cc:c", { from: "a", or: [{ from: "b", or: [{ not: { cc: "c" } }] }] }],
    ["message-id:<a@b>", { header: { "Message-ID": "<a@b>" } }],
    ["-larger:1K", { not: { larger: 1024 } }],
    ["newer_than:24h", { since: new Date("2026-03-29T12:30:00Z") }],
    ["older_than:7d", { before: new Date("2026-03-25T12:30:00Z") }],
    ["after:2030-01-01", { since: new Date("2026-03-30T12:30:00Z") }],
    // What no server could be asked is held against each message alone.
    ["older_than:1h", { all: true }],
    ["before:2030-01-01", { all: true }],
    ["after:1969-12-31", { all: true }],
    ["newer_than:99999y", { all: true }],
    ["older_than:99999y", { before: new Date("1970-01-03T00:00:00Z") }],
    ["has:attachment", { all: true }],
  ])("%s", (query, asked) => {
    expect(search(query).query).toEqual(asked);
  });

  test("on a server with WITHIN, times almost to the second", () => {
    const within = { gmail: false, within: true };
    expect(search("newer_than:24h", within).query).toEqual({ since: new Date("2026-03-30T12:15:00Z") });
    expect(search("older_than:1h", within).query).toEqual({ before: new Date("2026-03-31T11:45:00Z") });
    expect(search("older_than:15h", within).keeps).toBeDefined();
    expect(search("before:2026-04-01", within).query).toEqual({ all: true });
  });

  test("on a server that knows attachments, it is asked for them", () => {
    const gmail = { gmail: true, within: false };
    expect(search("has:attachment", gmail)).toEqual({
      query: { gmraw: "has:attachment" },
      needsStructure: false,
    });
    expect(search("-has:attachment", gmail).query).toEqual({ not: { gmraw: "has:attachment" } });
  });
});

describe("what is held against each message", () => {
  const message = (time: string, hasAttachment?: boolean) => ({
    receivedAt: Date.parse(time),
    hasAttachment,
  });
  const unknown = { receivedAt: undefined, hasAttachment: undefined };

  test("nothing, where the server's word is exact", () => {
    expect(search("is:unread from:a larger:5M")).toEqual({ query: expect.anything(), needsStructure: false });
  });

  test("the moment of a span", () => {
    const { keeps, needsStructure } = search("newer_than:24h");
    expect(needsStructure).toBe(false);
    expect(keeps?.(message("2026-03-30T12:30:00Z"))).toBe(true);
    expect(keeps?.(message("2026-03-30T12:29:59Z"))).toBe(false);
    expect(keeps?.(unknown)).toBe(false);
    expect(search("older_than:24h").keeps?.(message("2026-03-30T12:30:00Z"))).toBe(false);
    expect(search("older_than:24h").keeps?.(message("2026-03-30T12:29:59Z"))).toBe(true);
    expect(search("older_than:24h").keeps?.(unknown)).toBe(false);
  });

  test("attachments", () => {
    const { keeps, needsStructure } = search("has:attachment");
    expect(needsStructure).toBe(true);
    expect([true, false, undefined].map((has) => keeps?.({ ...unknown, hasAttachment: has }))).toEqual([
      true,
      false,
      false,
    ]);
    const without = search("-has:attachment").keeps;
    expect([true, false, undefined].map((has) => without?.({ ...unknown, hasAttachment: has }))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
