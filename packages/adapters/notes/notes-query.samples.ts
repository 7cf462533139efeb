import { richTextItem } from "@plumbline/sandbox/notes/rich-text.ts";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "notes_query",
  docs: { does: "pages of a database by filter, sorts and cursor, with their text on request", retried: "–" },
  promises: {
    credential: "required",
    effect: "read",
    idempotency: "read",
    reads: "outside",
    reach: "provider",
  },
  valid: [
    { database_id: "0123456789abcdef0123456789abcdef" },
    {
      database_id: "01234567-89ab-cdef-0123-456789abcdef",
      filter: { property: "Status", status: { equals: "Done" } },
      page_size: 10,
    },
    {
      database_id: "0123456789abcdef0123456789abcdef",
      filter: { or: [{ property: "Done", checkbox: { equals: true } }] },
      fetch_blocks: true,
    },
    {
      database_id: "0123456789abcdef0123456789abcdef",
      sorts: [
        { property: "Due", direction: "ascending" },
        { timestamp: "created_time", direction: "descending" },
      ],
      cursor: "next",
    },
  ],
  invalid: [
    { database_id: "0123456789abcdef0123456789abcdef", filter: "Done" },
    { database_id: "0123456789abcdef0123456789abcdef", sorts: [{ property: "Due" }] },
    { database_id: "0123456789abcdef0123456789abcdef", sorts: [{ property: "Due", direction: "up" }] },
    { database_id: "0123456789abcdef0123456789abcdef", page_size: 101 },
  ],
  refused: [
    { database_id: "Tasks" },
    { database_id: "0123456789abcdef0123456789abcdef", sorts: [{ direction: "ascending" }] },
    {
      database_id: "0123456789abcdef0123456789abcdef",
      sorts: [{ property: "Due", direction: "ascending", nulls: "last" }],
    },
  ],
  calls: {
    "a query": {
      connection: "notes",
      args: {
        database_id: sampleTasksDatabaseId,
        page_size: 1,
        sorts: [{ property: "Task", direction: "ascending" }],
      },
      result: { pages: [{ title: "Pay the rent 🏠" }], has_more: true },
    },
    "a query with texts": {
      connection: "notes",
      args: {
        database_id: sampleTasksDatabaseId,
        filter: { property: "Points", number: { equals: 3 } },
        fetch_blocks: true,
      },
      result: { pages: [{ properties: { Points: 3 }, blocks: "" }], has_more: false },
    },
  },
  plant({ sandbox }, text) {
    const { workspace } = sandbox.notes;
    workspace.pages.splice(0);
    workspace.addPage({
      parent: { database_id: sampleTasksDatabaseId },
      properties: { Task: { id: "title", type: "title", title: [richTextItem(text)] } },
    });
    return { database_id: sampleTasksDatabaseId };
  },
};
