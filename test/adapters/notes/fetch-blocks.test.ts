import { Deadline } from "@plumbline/core/clock/clock.ts";
import { notesNotFound, notesRateLimited, notesRestricted } from "@plumbline/sandbox/notes/failures.ts";
import { richTextItem } from "@plumbline/sandbox/notes/rich-text.ts";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

const under = startedForEach(startNotesUnderTest);

interface PageText {
  blocks: string;
  blocks_truncated: boolean;
}

/** The text of the pages that a query finds: of the first only, unless more are asked for. */
async function texts(args: Record<string, unknown> = { page_size: 1 }): Promise<PageText[]> {
  const { result } = succeeded(await under.query({ fetch_blocks: true, ...args }));
  return (result as { pages: PageText[] }).pages.map(({ blocks, blocks_truncated }) => ({
    blocks,
    blocks_truncated,
  }));
}

const words = (text: string, more = {}) => ({ rich_text: [richTextItem(text)], ...more });

/** An empty page of its own database-mate: the newest task. */
function newPage() {
  const title = { id: "title", type: "title", title: [richTextItem("New")] };
  const page = under.notes.workspace.addPage({
    parent: { database_id: sampleTasksDatabaseId },
    properties: { Task: title },
  });
  const newest = { page_size: 1, sorts: [{ timestamp: "created_time", direction: "descending" }] };
  const add = (type: string, content: Record<string, unknown> = {}, parent = page.id) =>
    under.notes.workspace.addBlock(parent, type, content).id;
  return { id: page.id, newest, add };
}

test("the text of each page is read, nested blocks indented", async () => {
  expect(await texts({})).toEqual([
    { blocks: "# Plants\n- Fern\n  - [x] twice a week", blocks_truncated: false },
    { blocks: "", blocks_truncated: false },
    { blocks: "", blocks_truncated: false },
  ]);
});

test("not unless it is asked for", async () => {
  await under.query();
  expect(under.asked()).toEqual([`POST /v1/databases/${sampleTasksDatabaseId}/query`]);
});

test("every kind of block has its line", async () => {
  const { newest, add } = newPage();
  add("paragraph", words("Text\nof two lines"));
  add("heading_3", words("Head"));
  add("numbered_list_item", words("one"));
  add("to_do", words("do", { checked: false }));
  add("quote", words("said"));
  add("code", words("a = 1", { language: "python" }));
  add("divider");
  add("equation", { expression: "e=mc^2" });
  const table = add("table", { table_width: 2 });
  add("table_row", { cells: [[richTextItem("a")], [richTextItem("b")]] }, table);
  add("image", {
    type: "external",
    external: { url: "https://x.example/i.png" },
    caption: [richTextItem("Fig")],
  });
  add("file", { type: "file", file: { url: "https://s3.example/signed" }, caption: [] });
  add("bookmark", { url: "https://x.example" });
  add("unsupported");
  const columns = add("column_list");
  add("paragraph", words("left"), add("column", {}, columns));
  expect(await texts(newest)).toEqual([
    {
      blocks: [
        "Text\nof two lines",
        "### Head",
        "1. one",
        "- [ ] do",
        "> said",
        "```python\na = 1\n```",
        "---",
        "$$e=mc^2$$",
        "| a | b |",
        "[image: Fig https://x.example/i.png]",
        "[file]",
        "[bookmark: https://x.example]",
        "[unsupported]",
        "left",
      ].join("\n"),
      blocks_truncated: false,
    },
  ]);
});

describe("what is bounded", () => {
  test("depth: the fourth level is left out, and the result says so", async () => {
    const { newest, add } = newPage();
    let parent = add("toggle", words("1"));
    for (const level of ["2", "3", "4"]) parent = add("toggle", words(level), parent);
    expect(await texts(newest)).toEqual([{ blocks: "- 1\n  - 2\n    - 3", blocks_truncated: true }]);
  });

  test("blocks of one parent: 300 in three lists", async () => {
    const { newest, add } = newPage();
    for (let index = 1; index <= 301; index++) add("paragraph", words(String(index)));
    const [page] = await texts(newest);
    expect(page?.blocks.split("\n").at(-1)).toBe("300");
    expect(page?.blocks_truncated).toBe(true);
    expect(under.notes.requests.slice(1).map(({ query }) => query.get("page_size"))).toEqual([
      "100",
      "100",
      "100",
    ]);
  });

  test("characters of one page, never half a character", async () => {
    const { newest, add } = newPage();
    for (let index = 0; index < 30; index++) add("paragraph", words("😀".repeat(999)));
    const [page] = await texts(newest);
    expect(page?.blocks.length).toBeGreaterThan(19_900);
    expect(page?.blocks.length).toBeLessThanOrEqual(20_000);
    expect(page?.blocks).not.toMatch(/\p{Cs}/u);
    expect(page?.blocks_truncated).toBe(true);
  });

  test("characters of all pages: the sixth of six long ones has no text, and is not asked for", async () => {
    for (let page = 0; page < 6; page++) {
      const { add } = newPage();
      for (let index = 0; index < 11; index++) add("paragraph", words("x".repeat(1_990)));
    }
    const found = await texts({
      page_size: 6,
      sorts: [{ timestamp: "created_time", direction: "descending" }],
    });
    expect(found.map(({ blocks }) => blocks.length)).toEqual([20_000, 20_000, 20_000, 20_000, 20_000, 0]);
    expect(found.every(({ blocks_truncated }) => blocks_truncated)).toBe(true);
    expect(under.asked()).toHaveLength(6);
  });

  test("calls in all: 60, two of them for the first page; pages that come after have no text", async () => {
    for (let index = 0; index < 60; index++) newPage();
    const found = await texts({});
    expect(under.asked()).toHaveLength(61);
    expect(found.map(({ blocks_truncated }) => blocks_truncated)).toEqual(
      found.map((_page, index) => index >= 59),
    );
  });

  test("time: with the deadline near, what is known is answered", async () => {
    under.notes.script("GET", async (request, handle) => {
      under.clock.advance(6_000);
      return handle(request);
    });
    const result = succeeded(
      await under.query({ fetch_blocks: true }, { deadline: Deadline.in(10_000, under.clock) }),
    );
    expect(result.result).toMatchObject({
      pages: [
        { blocks: "# Plants\n- Fern", blocks_truncated: true },
        { blocks: "", blocks_truncated: true },
        {},
      ],
    });
    expect(under.asked()).toHaveLength(2);
  });

  test("a block that holds itself comes to an end", async () => {
    const block = { id: SOME_ID, type: "toggle", has_children: true, toggle: words("again") };
    under.notes.scriptAlways(
      "GET",
      json({ object: "list", results: [block], next_cursor: null, has_more: false }),
    );
    expect(await texts()).toEqual([{ blocks: "- again\n  - again", blocks_truncated: false }]);
    expect(under.asked()).toHaveLength(3);
  });

  test("other pages, databases and copies are not entered", async () => {
    const results = [
      { id: SOME_ID, type: "child_page", has_children: true, child_page: { title: "Other" } },
      { id: SOME_ID, type: "child_database", has_children: true, child_database: { title: "Table" } },
      {
        id: SOME_ID,
        type: "synced_block",
        has_children: true,
        synced_block: { synced_from: { block_id: SOME_ID } },
      },
    ];
    under.notes.script("GET", json({ object: "list", results, next_cursor: null, has_more: false }));
    expect(await texts()).toEqual([
      { blocks: "[child_page: Other]\n[child_database: Table]", blocks_truncated: false },
    ]);
    expect(under.asked()).toHaveLength(2);
  });
});

describe("when a list fails", () => {
  test("a retry goes on where it stopped: nothing is read twice", async () => {
    under.notes.script((request) => request.path.includes("0002/children"), notesRateLimited(2));
    expect(await under.query({ fetch_blocks: true })).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual([2_000]);
    expect(under.asked().filter((asked) => asked.includes("0001/children"))).toHaveLength(1);
    expect(under.asked().filter((asked) => asked.startsWith("POST"))).toHaveLength(1);
  });

  test("a page that is gone is reported as left out, and the others are read", async () => {
    under.notes.script("GET", notesNotFound("block", "x"));
    expect(await texts({ page_size: 2 })).toEqual([
      { blocks: "", blocks_truncated: true },
      { blocks: "", blocks_truncated: false },
    ]);
  });

  test("the refusal says when a connection may not read content", async () => {
    under.notes.script("GET", notesRestricted());
    expect(refused(await under.query({ fetch_blocks: true }))).toMatchObject({
      error_code: "authentication",
    });
  });
});
