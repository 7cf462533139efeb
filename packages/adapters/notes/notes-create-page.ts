import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { createNewDestination } from "@plumbline/core/tool/destination.ts";
import type { ActionContext, ActionRequest, PreviewAnswer, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { addCompletedSteps } from "../partly-done.ts";
import { type Block, batchBlocks, blockRequest, countBlocks } from "./markdown/block.ts";
import { callNotes, type NotesContext } from "./notes-client.ts";
import { databaseReference, notesId, pageReference, STAND_IN_ID } from "./notes-id.ts";
import { convertProperties, databaseResponse, TITLE_ALONE, UNKNOWN_TYPE } from "./property-input.ts";
import { notes } from "./provider.ts";

const loadMarkdown = loadOnce(() => import("./markdown/markdown-blocks.ts"));

const MAX_CONTENT = 100_000;
const MAX_LINES = 3_000;
const MAX_PROPERTIES_BYTES = 50_000;
/** Maximum number of requests for one page's blocks. The provider accepts about three per second. */
const MAX_BATCHES = 20;

const parentArgument = z
  .strictObject({ database_id: databaseReference.optional(), page_id: pageReference.optional() })
  .refine(
    ({ database_id, page_id }) => (database_id === undefined) !== (page_id === undefined),
    "must contain either database_id or page_id",
  );
const createdPage = z.object({ id: notesId, url: optionalText });
/** The list of appended blocks. Either field proves that the response is one. Its content is not needed. */
const appendResponse = z
  .object({ object: optionalText, results: toOptionalField(z.array(z.unknown())) })
  .refine(({ object, results }) => object === "list" || results !== undefined);

/**
 * Defines `notes_create_page`, which creates a page from Markdown. Content that does not fit into one request
 * is appended with further requests.
 */
export function notesCreatePage(baseUrl: string): Tool {
  return defineTool({
    name: "notes_create_page",
    title: "Create a notes page",
    sentence: "Create|Created the page “{title}”",
    description: `Creates a page in the ${providerTitle(notes)}, in a database or below another page. Not for changing a page. Ids are UUIDs or links.`,
    input: z.object({
      parent: parentArgument.describe("Either database_id or page_id."),
      title: z.string().trim().min(1).max(2_000).describe("Page title."),
      properties: z
        .record(z.string(), z.unknown())
        .refine(
          (properties) => Buffer.byteLength(JSON.stringify(properties)) <= MAX_PROPERTIES_BYTES,
          `must be at most ${MAX_PROPERTIES_BYTES} bytes of JSON`,
        )
        .optional()
        .describe(
          'By name, such as {"Status":"Done","Tags":["a"],"Due":{"start":"2026-01-30","end":"2026-01-31"}}.',
        ),
      content: z
        .string()
        .max(MAX_CONTENT)
        .refine(
          (text) => text.split(/\r\n|\r|\n/).length <= MAX_LINES,
          `must have at most ${MAX_LINES} lines`,
        )
        .default("")
        .describe("Markdown."),
    }),
    example: {
      parent: { database_id: "0da7aba5-e000-4000-8000-000000000001" },
      title: "Minutes of Monday",
      content: "## Decided\n\n- Ship on Friday",
    },
    output: z.object({
      id: z.string(),
      url: z.string().optional(),
      title: z.string(),
      blocks_added: z.int().describe("Including nested ones."),
    }),
    ...atProvider(notes, baseUrl),
    effect: "write",
    idempotency: "none",
    additive: true,
    reads: "nothing",
    destinations: () => [createNewDestination("note", notes.speaksTo)],
    identifiers: ["parent"],
    texts: ({ content }) => (content ? [{ argument: "content", form: "markdown", text: content }] : []),
    async run({ parent, title, properties, content }, context) {
      const { database_id } = parent;
      const batches = await splitContent(content);
      const database = database_id ? await readDatabase(context, baseUrl, database_id) : TITLE_ALONE;
      const own = convertProperties(database, title, properties ?? {});

      const [first = [], ...more] = batches;
      const children = first.length === 0 ? {} : { children: first.map(blockRequest) };
      const body = { parent, properties: own, ...children };
      const call = { method: "POST", path: "v1/pages", effect: "write", body, answer: createdPage } as const;
      const { id, url } = await context.once("page", () => callNotes(context, baseUrl, call));
      const total = countBlocks(batches.flat());
      let written = countBlocks(first);
      for (const [index, batch] of more.entries()) {
        try {
          await context.once(`blocks ${index + 2}`, () => appendBlocks(context, baseUrl, id, batch));
        } catch (error) {
          throw addCompletedSteps(error, {
            done: `The page ${url ?? id} was created, and ${written} of its ${total} blocks were added.`,
            nextStep:
              "Open the page and add the missing content; creating it again would make a second page.",
          });
        }
        written += countBlocks(batch);
      }
      return { id, url, title, blocks_added: written };
    },
    previewAnswer: previewCreation,
  });
}

async function splitContent(content: string): Promise<Block[][]> {
  if (content.trim() === "") return [];
  // Loads the lexer only for a page with text, because it is larger than the rest of this adapter.
  const { convertToBlocks } = await loadMarkdown();
  const batches = batchBlocks(convertToBlocks(content));
  if (batches.length <= MAX_BATCHES) return batches;
  throw new AdapterValidationError(
    `content: has so many blocks that it needs ${batches.length} requests; one call may make ${MAX_BATCHES}.`,
    { nextStep: "Shorten the content, or split it into several pages." },
  );
}

function readDatabase(context: NotesContext & Pick<ActionContext, "once">, baseUrl: string, id: string) {
  const call = { method: "GET", path: `v1/databases/${id}`, effect: "read" } as const;
  return context.once("database", () => callNotes(context, baseUrl, { ...call, answer: databaseResponse }));
}

function appendBlocks(context: NotesContext, baseUrl: string, id: string, blocks: readonly Block[]) {
  return callNotes(context, baseUrl, {
    method: "PATCH",
    path: `v1/blocks/${id}/children`,
    effect: "write",
    body: { children: blocks.map(blockRequest) },
    answer: appendResponse,
  });
}

/** Predicts the responses to creating a page: reading its database, creating it, and appending blocks. */
function previewCreation(
  { method }: ActionRequest,
  _index: number,
  { properties = {} }: { properties?: Readonly<Record<string, unknown>> | undefined },
): PreviewAnswer {
  if (method === "GET") {
    const given = Object.keys(properties).map((name) => [name, { id: name, type: UNKNOWN_TYPE }]);
    const title = { "<name of the title property>": { id: "title", type: "title" } };
    return { body: { id: STAND_IN_ID, properties: { ...Object.fromEntries(given), ...title } } };
  }
  if (method === "PATCH") return { body: { results: [] } };
  return { body: { id: STAND_IN_ID }, standIns: { [STAND_IN_ID]: "<id of the page>" } };
}
