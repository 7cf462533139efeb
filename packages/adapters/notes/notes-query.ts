import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { isJsonObject } from "@plumbline/core/text/parse-json.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { reportUnreadable, toOptionalField, toReadableItems, unreadableItems } from "../answer-fields.ts";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { BlockReader, type BlockSource } from "./block-reader.ts";
import { callNotes, type NotesContext } from "./notes-client.ts";
import { databaseReference, notesId, STAND_IN_ID } from "./notes-id.ts";
import { foundPage, listedPage, readListedPage } from "./property-value.ts";
import { notes } from "./provider.ts";

/** Maximum nesting of compound filters (Notion API reference, "Filter database entries"). */
const MAX_COMPOUND_LEVELS = 2;
const MAX_CONDITIONS = 100;
const TIMESTAMPS = ["created_time", "last_edited_time"] as const;

/**
 * A filter in the provider's format. Only its structure is validated here. The provider validates the
 * conditions, because it knows the property types.
 */
const filterArgument = z.looseObject({}).superRefine((filter, context) => {
  const problem = findFilterProblem(filter, MAX_COMPOUND_LEVELS);
  if (problem !== undefined) context.addIssue({ code: "custom", ...problem });
});

const sortsArgument = z
  .array(
    z
      .strictObject({
        property: z.string().min(1).optional(),
        timestamp: z.enum(TIMESTAMPS).optional(),
        direction: z.enum(["ascending", "descending"]),
      })
      .refine(
        ({ property, timestamp }) => (property === undefined) !== (timestamp === undefined),
        "must have either a property or a timestamp",
      ),
  )
  .min(1)
  .max(100);

interface Problem {
  path: (string | number)[];
  message: string;
}

function findFilterProblem(filter: unknown, levels: number): Problem | undefined {
  if (!isJsonObject(filter)) return { path: [], message: "must be an object" };
  for (const compound of ["and", "or"]) {
    if (compound in filter) return findCompoundProblem(filter, compound, levels);
  }
  const { property, timestamp, type: _type, ...conditions } = filter;
  if ((property === undefined) === (timestamp === undefined))
    return { path: [], message: "must have `property`, `timestamp`, `and` or `or`" };
  if (property !== undefined && typeof property !== "string")
    return { path: ["property"], message: "must be the name of a property" };
  if (timestamp !== undefined && !TIMESTAMPS.some((name) => name === timestamp))
    return { path: ["timestamp"], message: `must be one of ${TIMESTAMPS.join(", ")}` };
  const [condition, ...others] = Object.entries(conditions);
  if (condition === undefined || others.length > 0 || !isJsonObject(condition[1]))
    return { path: [], message: 'must have one condition by type, such as "status": {"equals": "Done"}' };
  if (timestamp !== undefined && timestamp !== condition[0])
    return { path: [], message: "must have its condition under the timestamp's name" };
  return undefined;
}

function findCompoundProblem(
  filter: Record<string, unknown>,
  compound: string,
  levels: number,
): Problem | undefined {
  const parts = filter[compound];
  if (levels === 0) return { path: [], message: "`and` and `or` can be nested at most two levels deep" };
  if (Object.keys(filter).length > 1)
    return { path: [], message: `must have nothing besides \`${compound}\`` };
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > MAX_CONDITIONS)
    return { path: [compound], message: `must be an array of 1 to ${MAX_CONDITIONS} filters` };
  for (const [index, part] of parts.entries()) {
    const problem = findFilterProblem(part, levels - 1);
    if (problem !== undefined) return { ...problem, path: [compound, index, ...problem.path] };
  }
  return undefined;
}

/** Time before the deadline at which reading blocks stops. */
const RESERVE_MS = 5_000;

const paging = {
  next_cursor: z.string().min(1).nullable().catch(null),
  has_more: toOptionalField(z.boolean()),
};
const queryResponse = z.object({ results: toReadableItems(listedPage), ...paging });
const listedBlock = z.looseObject({
  id: toOptionalField(notesId),
  type: z.string(),
  has_children: toOptionalField(z.boolean()),
});
const blocksResponse = z.object({ results: toReadableItems(listedBlock), ...paging });

/**
 * Defines `notes_query`, which lists pages of a database, filtered and sorted by the provider, optionally
 * with their text.
 */
export function notesQuery(baseUrl: string): Tool {
  return defineTool({
    name: "notes_query",
    title: "Query a notes database",
    sentence: "Query|Queried a notes database",
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
      cursor: z.string().min(1).max(500).optional().describe("next_cursor of the previous response."),
      fetch_blocks: z.boolean().default(false).describe("Also reads the pages' text: slow, so request few."),
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
    ...atProvider(notes, baseUrl),
    effect: "read",
    idempotency: "read",
    reads: "outside",
    identifiers: ["database_id", "cursor"],
    async run({ database_id, filter, sorts, page_size, cursor, fetch_blocks }, context) {
      const path = `v1/databases/${database_id}/query`;
      const body = { filter, sorts, page_size, start_cursor: cursor };
      const call = { method: "POST", path, effect: "read", body, answer: queryResponse } as const;
      const found = await context.once("query", () => callNotes(context, baseUrl, call));
      const { next_cursor, has_more = next_cursor !== null } = found;
      const pages = found.results.items.map(readListedPage);
      const listed = { pages, next_cursor, has_more, ...reportUnreadable(found.results.unreadable) };
      if (!fetch_blocks) return listed;
      const reader = new BlockReader(createBlockSource(context, baseUrl));
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

function createBlockSource(
  context: NotesContext & Pick<ActionContext, "once" | "deadline">,
  baseUrl: string,
): BlockSource {
  return {
    mayContinue: () => context.deadline.remainingMs() > RESERVE_MS,
    list: (parentId, cursor) =>
      context.once(`blocks of ${parentId} from ${cursor}`, async () => {
        const query = new URLSearchParams({ page_size: "100", ...(cursor && { start_cursor: cursor }) });
        const path = `v1/blocks/${parentId}/children?${query}`;
        try {
          const call = { method: "GET", path, effect: "read", answer: blocksResponse } as const;
          const { results, next_cursor, has_more } = await callNotes(context, baseUrl, call);
          const incomplete = results.unreadable > 0 || (has_more === true && next_cursor === null);
          return { results: results.items, next_cursor, incomplete };
        } catch (error) {
          // The page was deleted after the query, or is not shared with the connection. Returns the others.
          if (error instanceof AdapterValidationError && error.detail.providerCode === "object_not_found")
            return undefined;
          throw error;
        }
      }),
  };
}
