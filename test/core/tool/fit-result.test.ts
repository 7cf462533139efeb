import { fitResult } from "@plumbline/core/tool/fit-result.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";

const paged = { input: z.object({ limit: z.int(), cursor: z.string(), include_body: z.boolean() }) };
const mails = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => ({ id: String(n), body: `"${"ä".repeat(length)}"` }));

function fitted(result: unknown, max: number, tool?: Parameters<typeof fitResult>[0]) {
  const shown = fitResult(tool, result, max);
  expect(JSON.stringify(shown).length).toBeLessThanOrEqual(max);
  return Object(shown);
}

test("what fits is as it was", () => {
  const result = { messages: mails(3, 10), more: false };
  expect(fitResult(paged, result, 1_000)).toBe(result);
});

test.each([1_000, 20_000])("an object of many fields keeps its first ones in %d characters", (max) => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field_${at}`, at]));
  const shown = fitted({ id: "7", body: many }, max).body;
  const { "…": note, ...kept } = shown;
  const names = Object.keys(kept);
  expect(names).toEqual(Object.keys(many).slice(0, names.length));
  expect(names.length).toBeGreaterThan(max / 100);
  expect(note).toBe(`[cut: ${5_000 - names.length} of 5000 fields left out]`);
});

describe("a list", () => {
  test.each([1_000, 2_000, 5_000, 20_000, 100_000])("keeps whole items in %d characters", (max) => {
    const messages = mails(300, 500);
    const shown = fitted({ mailbox: "INBOX", messages, more: false }, max, paged);
    const kept = shown.messages;
    expect(kept).toEqual(messages.slice(0, kept.length));
    expect(shown).toMatchObject({
      mailbox: "INBOX",
      more: true,
      left_out: { messages: 300 - kept.length },
      to_get_the_rest: expect.stringContaining(`with limit: ${kept.length}, then continue with its cursor`),
    });
    // No room is wasted that a whole item would fit.
    expect(JSON.stringify(shown).length + JSON.stringify(messages[0]).length).toBeGreaterThan(max - 400);
  });

  test("deep within an answer is shortened where it stands", () => {
    const items = mails(50, 100);
    const shown = fitted({ status: 200, body: { data: { items, total: 50 } } }, 2_000);
    const kept = shown.body.data.items;
    expect(kept).toEqual(items.slice(0, kept.length));
    expect(shown).toMatchObject({
      status: 200,
      body: { data: { total: 50 } },
      left_out: { "body.data.items": 50 - kept.length },
    });
  });

  test("of which not one item fits gives the first with its texts cut", () => {
    const shown = fitted({ messages: mails(30, 50_000), more: false }, 1_000);
    expect(shown.messages).toHaveLength(1);
    expect(shown.messages[0]).toMatchObject({ id: "0", body: expect.stringMatching(/left out\]$/) });
    expect(shown.left_out).toEqual({ messages: 29 });
  });

  test("never gives a cursor that passes over what was left out", () => {
    const shown = fitted({ pages: mails(30, 500), next_cursor: "n" }, 3_000, paged);
    expect(shown.next_cursor).toBeNull();
  });

  test("whose items have cursors goes on behind the last that is shown", () => {
    const events = mails(30, 500).map((mail, n) => ({ ...mail, cursor: `c${n}` }));
    const shown = fitted({ events, more: false, next_cursor: "c29" }, 3_000, {
      input: z.object({ after: z.string(), limit: z.int() }),
    });
    expect(shown.next_cursor).toBe(shown.events.at(-1).cursor);
    expect(shown.to_get_the_rest).toBe("Call again with after: next_cursor.");
  });

  test("beside another shares the room", () => {
    const shown = fitted({ a: mails(100, 50), b: mails(100, 50) }, 4_000);
    expect(shown.a.length).toBeGreaterThan(3);
    expect(shown.b.length).toBeGreaterThan(3);
  });

  test.each([[mails(100, 50)], [[mails(100, 50)]], ["x".repeat(5_000)]])("alone is valid, too", (result) => {
    fitted(result, 1_000);
  });
});

test.each([["plain ".repeat(1_000)], ["😀".repeat(3_000)], ['\u0000\n"\\'.repeat(3_000)]])(
  "a long text is cut with a mark, in whole characters",
  (body) => {
    const shown = fitted({ status: 200, body }, 1_000);
    const [kept = "", mark = ""] = shown.body.split("… [cut: ");
    expect(body.startsWith(kept)).toBe(true);
    expect(mark).toBe(`${body.length - kept.length} of ${body.length} characters left out]`);
    expect(kept.isWellFormed?.() ?? true).toBe(true);
    expect(shown).not.toHaveProperty("more");
  },
);
