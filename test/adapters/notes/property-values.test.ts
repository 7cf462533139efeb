import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { succeeded } from "../adapter-under-test.ts";
import { type NotesUnderTest, SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

let under: NotesUnderTest;

beforeEach(async () => {
  under = await startNotesUnderTest();
});

afterEach(() => under.close());

/** The page that a query finds when the provider answers with these properties. */
async function pageWith(properties: Record<string, unknown>) {
  const results = [{ object: "page", id: SOME_ID, properties }];
  under.notes.script("POST", json({ object: "list", results, next_cursor: null, has_more: false }));
  const { result } = succeeded(await under.query());
  return (result as { pages: { properties: Record<string, unknown>; truncated_properties?: string[] }[] })
    .pages[0];
}

const words = (plain_text: string) => ({ type: "text", plain_text });

test.each<[type: string, value: unknown, plain: unknown]>([
  ["title", [words("A "), words("b")], "A b"],
  ["rich_text", [], ""],
  ["number", 0, 0],
  ["number", null, null],
  ["checkbox", false, false],
  ["select", { id: "1", name: "Red" }, "Red"],
  ["select", null, null],
  ["status", { name: "Done" }, "Done"],
  ["multi_select", [{ name: "a" }, { name: "b" }], ["a", "b"]],
  ["date", { start: "2026-01-31", end: null }, "2026-01-31"],
  ["date", { start: "2026-01-31", end: "2026-02-02" }, "2026-01-31/2026-02-02"],
  ["date", null, null],
  [
    "people",
    [
      { object: "user", id: "u1", name: "Ada" },
      { object: "user", id: "u2" },
    ],
    [
      { id: "u1", name: "Ada" },
      { id: "u2", name: null },
    ],
  ],
  ["relation", [{ id: "r1" }], ["r1"]],
  [
    "files",
    [
      { name: "a.pdf", type: "file", file: { url: "https://s3.example/signed?X-Signature=1" } },
      { name: "b", type: "external", external: { url: "https://x.example/b" } },
    ],
    [{ name: "a.pdf" }, { name: "b", url: "https://x.example/b" }],
  ],
  ["url", "https://x.example", "https://x.example"],
  ["email", null, null],
  ["phone_number", "+49 1", "+49 1"],
  ["formula", { type: "string", string: "x" }, "x"],
  ["formula", { type: "boolean", boolean: true }, true],
  ["formula", { type: "date", date: { start: "2026-01-31" } }, "2026-01-31"],
  ["rollup", { type: "number", number: 3, function: "sum" }, 3],
  [
    "rollup",
    {
      type: "array",
      array: [
        { type: "title", title: [words("t")] },
        { type: "number", number: 2 },
      ],
    },
    ["t", 2],
  ],
  ["rollup", { type: "unsupported", unsupported: {} }, null],
  ["created_time", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
  ["created_by", { object: "user", id: "u1", name: "Ada" }, { id: "u1", name: "Ada" }],
  ["unique_id", { prefix: "TASK", number: 7 }, "TASK-7"],
  ["unique_id", { prefix: null, number: 7 }, 7],
  ["verification", { state: "verified", date: null }, "verified"],
  ["button", {}, null],
  ["constructor", {}, null],
  ["title", "not an array", ""],
  ["multi_select", null, []],
  ["date", "not an object", null],
])("%s %j is returned as %j", async (type, value, plain) => {
  expect(await pageWith({ P: { id: "x", type, [type]: value } })).toMatchObject({ properties: { P: plain } });
});

test("a property that is no object, and values nested without end, are returned as empty", async () => {
  let nested: unknown = { type: "number", number: 1 };
  for (let level = 0; level < 50; level++) nested = { type: "rollup", rollup: nested };
  expect((await pageWith({ A: "text", B: nested }))?.properties).toEqual({ A: null, B: null });
});

test("properties the provider gave only in part are named", async () => {
  const people = Array.from({ length: 25 }, (_, index) => ({ id: `u${index}` }));
  const mentions = people.map(() => ({ type: "mention", plain_text: "@x" }));
  const page = await pageWith({
    Team: { id: "a", type: "people", people },
    Text: { id: "b", type: "rich_text", rich_text: mentions },
    Links: { id: "c", type: "relation", relation: [{ id: "r" }], has_more: true },
    Few: { id: "d", type: "people", people: people.slice(1) },
    Long: { id: "e", type: "rich_text", rich_text: Array(30).fill(words("x")) },
  });
  expect(page?.truncated_properties).toEqual(["Team", "Text", "Links"]);
});
