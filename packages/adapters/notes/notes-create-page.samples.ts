import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "notes_create_page",
  docs: {
    does: "a page from Markdown, including images; beyond 100 blocks, the rest is appended in batches",
    retried: "the page no (*); a refused batch is sent again and continues where it stopped",
  },
  promises: {
    credential: "required",
    effect: "write",
    idempotency: "none",
    additive: true,
    reads: "nothing",
    reach: "provider",
  },
  valid: [
    {
      parent: { page_id: "01234567-89ab-cdef-0123-456789abcdef" },
      title: "Plan",
      content: "# Plan\n\n- first",
    },
    {
      parent: { database_id: "0123456789abcdef0123456789abcdef" },
      title: "Plan",
      properties: { Status: "Done", Tags: ["a"], Due: "2026-01-31" },
    },
  ],
  invalid: [
    { parent: "01234567-89ab-cdef-0123-456789abcdef", title: "Plan" },
    { parent: { page_id: "01234567-89ab-cdef-0123-456789abcdef" }, title: "Plan", properties: ["Done"] },
  ],
  refused: [
    { parent: {}, title: "Plan" },
    { parent: { page_id: "01234567-89ab-cdef-0123-456789abcdef", block_id: "b" }, title: "Plan" },
  ],
  calls: {
    "a page": {
      connection: "notes",
      args: { parent: { database_id: sampleTasksDatabaseId }, title: "Soap" },
      result: { title: "Soap" },
    },
    "a page below a database, in parts": {
      connection: "notes",
      args: {
        parent: { database_id: sampleTasksDatabaseId },
        title: "Soap",
        properties: { Status: "Doing", Points: 3 },
        content: "A line.\n\n".repeat(250),
      },
      result: { title: "Soap", blocks_added: 250 },
    },
  },
};
