import * as z from "zod";
import { AdapterValidationError } from "../../errors/adapter-error.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ActionContext, Tool } from "../../tool/tool.ts";
import { BlockReader, type BlockSource } from "./block-reader.ts";
import { foundPage, listedPage, readPage } from "./found-page.ts";
import { callNotes, NOTES_REQUEST_ID, type NotesConnection } from "./notes-client.ts";
import { notesId } from "./notes-id.ts";
import { filterArgument, sortsArgument } from "./query-arguments.ts";

/** When so little is left of the deadline, no more blocks are asked for. */
const RESERVE_MS = 5_000;

const queryAnswer = z.looseObject({
  results: z.array(listedPage),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
});
const blocksAnswer = z.looseObject({
  results: z.array(z.looseObject({ id: notesId, type: z.string(), has_children: z.boolean().optional() })),
  next_cursor: z.string().nullable(),
});

/** `notes_query`: pages of a database, filtered and sorted by the provider, with their text where that is asked for. */
export function notesQuery(baseUrl: string): Tool {
  return defineTool({
    name: "notes_query",
    description:
      "Lists the pages of one database in the notes app. Not for pages outside a database. " +
      "`database_id` is a UUID: the 32 hexadecimal digits in the database's link, before any `?`.",
    input: z.object({
      database_id: notesId.describe("UUID of the database."),
      filter: filterArgument
        .optional()
        .describe('The provider\'s filter, such as {"property": "Status", "status": {"equals": "Done"}}.'),
      sorts: sortsArgument.optional().describe("Sort keys, the most important first."),
      page_size: z.int().min(1).max(100).optional().describe("Pages in one answer, 1 to 100; default 100."),
      cursor: z.string().min(1).max(500).optional().describe("next_cursor of the answer before."),
      fetch_blocks: z
        .boolean()
        .default(false)
        .describe("Read the pages' text too: slow, so ask for few pages."),
    }),
    output: z.object({
      pages: z.array(foundPage),
      next_cursor: z.string().nullable(),
      has_more: z.boolean(),
    }),
    credential: { use: "required", kinds: ["notes"] },
    effect: "read",
    idempotency: "read",
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: NOTES_REQUEST_ID },
    async run({ database_id, filter, sorts, page_size, cursor, fetch_blocks }, context) {
      const connection = { baseUrl, token: context.credential.token };
      const path = `v1/databases/${database_id}/query`;
      const body = { filter, sorts, page_size, start_cursor: cursor };
      const call = { method: "POST", path, effect: "read", body, answer: queryAnswer } as const;
      const found = await context.once("query", () => callNotes(context, connection, call));
      const { next_cursor, has_more } = found;
      const pages = found.results.map(readPage);
      if (!fetch_blocks) return { pages, next_cursor, has_more };
      const reader = new BlockReader(blockSource(context, connection));
      for (const page of pages) {
        const text = await reader.read(page.id);
        page.blocks = text.toString();
        page.blocks_truncated = text.truncated;
      }
      return { pages, next_cursor, has_more };
    },
  });
}

function blockSource(
  context: Pick<ActionContext, "http" | "clock" | "once" | "remainingMs">,
  connection: NotesConnection,
): BlockSource {
  return {
    mayContinue: () => context.remainingMs() > RESERVE_MS,
    list: (parentId, cursor) =>
      context.once(`blocks of ${parentId} from ${cursor}`, async () => {
        const query = new URLSearchParams({ page_size: "100", ...(cursor && { start_cursor: cursor }) });
        const path = `v1/blocks/${parentId}/children?${query}`;
        try {
          return await callNotes(context, connection, {
            method: "GET",
            path,
            effect: "read",
            answer: blocksAnswer,
          });
        } catch (error) {
          // Deleted since the query, or not shared with the connection: the other pages are worth having.
          if (error instanceof AdapterValidationError && error.detail.providerCode === "object_not_found")
            return undefined;
          throw error;
        }
      }),
  };
}
