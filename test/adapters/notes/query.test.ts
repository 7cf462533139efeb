import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { succeeded } from "../adapter-under-test.ts";
import { type NotesUnderTest, SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

let under: NotesUnderTest;

beforeEach(async () => {
  under = await startNotesUnderTest();
});

afterEach(() => under.close());

async function titles(args: Record<string, unknown>): Promise<unknown[]> {
  const { result } = succeeded(await under.query(args));
  return (result as { pages: { title: string }[] }).pages.map(({ title }) => title);
}

test("a query gives pages with plain values", async () => {
  expect(await under.query({ page_size: 1 })).toEqual({
    ok: true,
    tool: "notes_query",
    credential: expect.objectContaining({ id: expect.any(String) }),
    result: {
      pages: [
        {
          id: "5eed0000-0000-4000-8000-000000000001",
          url: "https://notes.example/5eed0000000040008000000000000001",
          title: "Water the plants",
          created_time: "2026-01-01T10:00:00.000Z",
          last_edited_time: "2026-01-01T10:00:00.000Z",
          archived: false,
          properties: { Task: "Water the plants", Status: "To do", Points: 1, Score: 10 },
        },
      ],
      next_cursor: "5eed0000-0000-4000-8000-000000000002",
      has_more: true,
    },
    attempts: 1,
    elapsed_ms: 0,
  });
  const [request] = under.notes.requests;
  expect(request?.headers["notion-version"]).toBe("2022-06-28");
  expect(under.bodies("POST")).toEqual([{ page_size: 1 }]);
});

test("the cursor leads to the second page, Unicode whole, and the last says that it is the last", async () => {
  const first = succeeded(await under.query({ page_size: 2 }));
  expect(first.result).toMatchObject({ pages: [{}, { title: "Pay the rent 🏠" }], has_more: true });
  const { next_cursor: cursor } = first.result as { next_cursor: string };
  expect(succeeded(await under.query({ page_size: 2, cursor })).result).toMatchObject({
    pages: [{ title: "Übersetzung prüfen", properties: { Status: "Done" } }],
    next_cursor: null,
    has_more: false,
  });
});

test("a database id is taken without its dashes", async () => {
  expect(await titles({ database_id: "0da7aba5e00040008000000000000001" })).toHaveLength(3);
});

describe("filters and sorts are the provider's", () => {
  const status = (equals: string) => ({ property: "Status", status: { equals } });
  test.each<[what: string, args: Record<string, unknown>, found: string[]]>([
    ["one condition", { filter: status("Done") }, ["Übersetzung prüfen"]],
    ["nothing fits", { filter: { property: "Points", number: { greater_than: 9 } } }, []],
    [
      "two levels",
      {
        filter: {
          and: [{ property: "Points", number: { less_than: 3 } }, { or: [status("Done"), status("Doing")] }],
        },
      },
      ["Übersetzung prüfen"],
    ],
    [
      "a timestamp",
      { filter: { timestamp: "created_time", created_time: { after: "2026-01-01T10:01:30Z" } } },
      ["Übersetzung prüfen"],
    ],
    [
      "sorted by a property",
      { sorts: [{ property: "Points", direction: "descending" }] },
      ["Pay the rent 🏠", "Übersetzung prüfen", "Water the plants"],
    ],
    [
      "sorted by a time",
      { sorts: [{ timestamp: "created_time", direction: "descending" }] },
      ["Übersetzung prüfen", "Pay the rent 🏠", "Water the plants"],
    ],
  ])("%s", async (_what, args, found) => {
    expect(await titles(args)).toEqual(found);
  });
});

test("a page of which only the id may be read", async () => {
  under.notes.script(
    "POST",
    json({ object: "list", results: [{ object: "page", id: SOME_ID }], next_cursor: null, has_more: false }),
  );
  expect(succeeded(await under.query()).result).toEqual({
    pages: [{ id: SOME_ID, title: "", properties: {} }],
    next_cursor: null,
    has_more: false,
  });
});
