import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalField, readableItems, toldUnreadable, unreadableItems } from "../answer-fields.ts";
import { providerTitle } from "../define-adapter.ts";
import { BlockReader, type BlockSource } from "./block-reader.ts";
import { callNotes, NOTES_REQUEST_ID, type NotesConnection } from "./notes-client.ts";
import { databaseReference, notesId, STAND_IN_ID } from "./notes-id.ts";
import { foundPage, listedPage, readListedPage } from "./property-value.ts";
import { notes } from "./provider.ts";
import { filterArgument, sortsArgument } from "./query-arguments.ts";

/** When so little is left of the deadline, no more blocks are asked for. */
const RESERVE_MS = 5_000;

const paging = {
  next_cursor: z.string().min(1).nullable().catch(null),
  has_more: optionalField(z.boolean()),
};
const queryAnswer = z.object({ results: readableItems(listedPage), ...paging });
const listedBlock = z.looseObject({
  id: optionalField(notesId),
  type: z.string(),
  has_children: optionalField(z.boolean()),
});
const blocksAnswer = z.object({ results: readableItems(listedBlock), ...paging });

/**
 * `notes_query`: pages of a database, filtered and sorted by the provider, with their text where that is
 * asked for.
 */
export function notesQuery(baseUrl: string): Tool {
  return defineTool({
    name: "notes_query",
    title: "Query a notes database",
    description: `Lists the pages of one database in the ${providerTitle(notes)}. Not for other pages or a search of their text.`,
    input: z.object({
      database_id: databaseReference.describe("UUID or link."),
      filter: filterArgument
        .optional()
        .describe(
          'By property type, such as {"property":"Status","status":{"equals":"Done"}}; several in {"and":[…]} or {"or":[…]}.',
        ),
      sorts: sortsArgument.optional().describe("Most important first; each by either property or timestamp."),
      page_size: z.int().min(1).max(100).optional().describe("Default 100."),
      cursor: z.string().min(1).max(500).optional().describe("next_cursor of the answer before."),
      fetch_blocks: z.boolean().default(false).describe("Reads the pages' text too: slow, so ask for few."),
    }),
    example: {
      database_id: "0da7aba5-e000-4000-8000-000000000001",
      filter: { property: "Status", status: { equals: "Doing" } },
      page_size: 10,
    },
    output: z.object({
      pages: z.array(foundPage),
      next_cursor: z.string().nullable(),
      has_more: z.boolean(),
      unreadable: unreadableItems,
    }),
    credential: { use: "required", kinds: ["notes"] },
    effect: "read",
    idempotency: "read",
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: NOTES_REQUEST_ID },
    reads: "outside",
    identifiers: ["database_id", "cursor"],
    async run({ database_id, filter, sorts, page_size, cursor, fetch_blocks }, context) {
      const connection = { baseUrl, token: context.credential.token };
      const path = `v1/databases/${database_id}/query`;
      const body = { filter, sorts, page_size, start_cursor: cursor };
      const call = { method: "POST", path, effect: "read", body, answer: queryAnswer } as const;
      const found = await context.once("query", () => callNotes(context, connection, call));
      const { next_cursor, has_more = next_cursor !== null } = found;
      const pages = found.results.items.map(readListedPage);
      const listed = { pages, next_cursor, has_more, ...toldUnreadable(found.results.unreadable) };
      if (!fetch_blocks) return listed;
      const reader = new BlockReader(blockSource(context, connection));
      for (const page of pages) {
        const text = await reader.read(page.id);
        page.blocks = text.toString();
        page.blocks_truncated = text.truncated;
      }
      return listed;
    },
    previewAnswer(_request, index) {
      if (index > 0) return undefined;
      const body = { results: [{ id: STAND_IN_ID }], next_cursor: null, has_more: false };
      return { body, standIns: { [STAND_IN_ID]: "<id of each page found>" } };
    },
  });
}

function blockSource(
  context: Pick<ActionContext, "http" | "clock" | "once" | "deadline">,
  connection: NotesConnection,
): BlockSource {
  return {
    mayContinue: () => context.deadline.remainingMs() > RESERVE_MS,
    list: (parentId, cursor) =>
      context.once(`blocks of ${parentId} from ${cursor}`, async () => {
        const query = new URLSearchParams({ page_size: "100", ...(cursor && { start_cursor: cursor }) });
        const path = `v1/blocks/${parentId}/children?${query}`;
        try {
          const call = { method: "GET", path, effect: "read", answer: blocksAnswer } as const;
          const { results, next_cursor, has_more } = await callNotes(context, connection, call);
          const incomplete = results.unreadable > 0 || (has_more === true && next_cursor === null);
          return { results: results.items, next_cursor, incomplete };
        } catch (error) {
          // Deleted since the query, or not shared with the connection: the other pages are worth having.
          if (error instanceof AdapterValidationError && error.detail.providerCode === "object_not_found")
            return undefined;
          throw error;
        }
      }),
  };
}
