import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startNotesUnderTest } from "./notes-under-test.ts";

const under = startedForFile(startNotesUnderTest);

afterEach(() => under.notes.clear());

/** A refusal of the arguments, which the notes app never hears of. */
async function reasonOf(tool: string, args: Record<string, unknown>): Promise<string> {
  const result = refused(await under.call(tool, args));
  expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
  expect(under.notes.requests).toEqual([]);
  return result.refusal_reason.replace(`Invalid arguments for ${tool}: `, "");
}

const anId = (what: string) =>
  `must be a UUID of 32 hexadecimal digits, with or without dashes, or the ${what}'s link at notion.so or notion.site that ends in one.`;
const equals = (value: unknown) => ({ property: "Status", status: { equals: value } });

describe("notes_query", () => {
  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    ["a path for an id", { database_id: "../users/me" }, `database_id: ${anId("database")}`],
    [
      "an id with more behind it",
      { database_id: `${sampleTasksDatabaseId}?v=1` },
      `database_id: ${anId("database")}`,
    ],
    [
      "a filter without a property",
      { filter: { status: { equals: "Done" } } },
      "filter: must have `property`, `timestamp`, `and` or `or`.",
    ],
    [
      "a filter of property and timestamp",
      { filter: { property: "A", timestamp: "created_time", created_time: {} } },
      "filter: must have `property`, `timestamp`, `and` or `or`.",
    ],
    [
      "a filter without a condition",
      { filter: { property: "Status" } },
      'filter: must have one condition by type, such as "status": {"equals": "Done"}.',
    ],
    [
      "a property that is no name",
      { filter: { property: 5, status: { equals: "Done" } } },
      "filter.property: must be the name of a property.",
    ],
    [
      "a timestamp that there is none of",
      { filter: { and: [{ timestamp: "due", due: {} }] } },
      "filter.and.0.timestamp: must be one of created_time, last_edited_time.",
    ],
    [
      "a condition that is no object",
      { filter: { property: "Status", status: "Done" } },
      'filter: must have one condition by type, such as "status": {"equals": "Done"}.',
    ],
    [
      "a timestamp with another's condition",
      { filter: { timestamp: "created_time", last_edited_time: { past_week: {} } } },
      "filter: must have its condition under the timestamp's name.",
    ],
    ["an empty compound", { filter: { and: [] } }, "filter.and: must be an array of 1 to 100 filters."],
    [
      "a compound with more",
      { filter: { or: [equals(1)], property: "A" } },
      "filter: must have nothing besides `or`.",
    ],
    [
      "a bad part of a compound",
      { filter: { and: [equals("Done"), { or: ["x"] }] } },
      "filter.and.1.or.0: must be an object.",
    ],
    [
      "three levels",
      { filter: { and: [{ or: [{ and: [equals("Done")] }] }] } },
      "filter.and.0.or.0: `and` and `or` can be nested at most two levels deep.",
    ],
    [
      "a sort by two things",
      { sorts: [{ property: "A", timestamp: "created_time", direction: "ascending" }] },
      "sorts.0: must have either a property or a timestamp.",
    ],
  ])("%s", async (_what, args, reason) => {
    expect(await reasonOf("notes_query", { database_id: sampleTasksDatabaseId, ...args })).toBe(reason);
  });
});

describe("notes_create_page", () => {
  const ONE_PARENT = "parent: must contain either database_id or page_id";
  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    ["no parent", { parent: {} }, `${ONE_PARENT}.`],
    [
      "two parents",
      { parent: { database_id: sampleTasksDatabaseId, page_id: sampleTasksDatabaseId } },
      `${ONE_PARENT}.`,
    ],
    [
      "the workspace for a parent",
      { parent: { workspace: true } },
      `parent.workspace: is not a known field; ${ONE_PARENT}.`,
    ],
    ["a parent that is no id", { parent: { page_id: "My page" } }, `parent.page_id: ${anId("page")}`],
    [
      "large properties",
      { properties: { Notes: "é".repeat(25_000) } },
      "properties: must be at most 50000 bytes of JSON.",
    ],
    ["content of many lines", { content: "x\r\n".repeat(3_000) }, "content: must have at most 3000 lines."],
  ])("%s", async (_what, args, reason) => {
    const parent = { database_id: sampleTasksDatabaseId };
    expect(await reasonOf("notes_create_page", { parent, title: "T", ...args })).toBe(reason);
  });

  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    [
      "properties below a page",
      { parent: { page_id: sampleTasksDatabaseId }, properties: { Status: "Done" } },
      "properties.Status: there is no such property.",
    ],
    [
      "content of more blocks than one call may write",
      { content: "- a\n".repeat(2_101) },
      "content: has so many blocks that it needs 22 requests; one call may make 20.",
    ],
  ])("%s", async (_what, args, reason) => {
    const result = refused(await under.create(args));
    expect(result).toMatchObject({ error_code: "validation", refusal_reason: reason });
    expect(under.notes.requests).toEqual([]);
  });
});
