import { createVisibleLineSchema, displayName, MAX_END_USER } from "@plumbline/core/access/display-name.ts";
import type { Tenants } from "@plumbline/core/access/tenants.ts";
import type { NamedConversation } from "@plumbline/core/conversations/conversations.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "@plumbline/core/records/page.ts";
import type { Context } from "hono";
import { routePath } from "hono/route";
import * as z from "zod";
import { createFieldError } from "../problems.ts";

const DEFAULT_LIMIT = 50;

/** Creates the schema of a number in a query. Accepts only digits and a sign, so neither `0x10` nor ` 5`. */
export function digits<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
    schema,
  );
}

/** Query parameters of every list. */
export const pageQuery = z.strictObject({
  cursor: z
    .string()
    .min(1, { abort: true })
    .max(1024, { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/, "must be a next_cursor from an earlier response")
    .optional()
    .describe("The `next_cursor` of the previous page."),
  limit: digits(z.int().min(1).max(100).default(DEFAULT_LIMIT)).describe("The maximum number of items."),
});

/**
 * Converts query parameters to a page request. Throws `bad_request` for an invalid cursor. `name` is its
 * field.
 */
export function toPageRequest({ cursor, limit }: z.infer<typeof pageQuery>, name = "cursor"): PageRequest {
  if (cursor === undefined) return { limit };
  const after = decodeCursor(cursor);
  if (after !== undefined) return { after, limit };
  throw createFieldError(name, "must be a next_cursor from an earlier response", "The cursor is not valid.");
}

/**
 * Creates the schema of a page, which has the same format in every list. `parameter` is the query parameter
 * for the next page.
 */
export function createPageSchema<Item extends z.ZodType>(item: Item, parameter = "cursor") {
  return z.object({
    items: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .describe(`Send it as \`${parameter}\` to get the next page; null on the last page.`),
  });
}

/** Formats a page of a list. */
export function formatPage<T, Shown>(page: Page<T>, show: (item: T) => Shown) {
  return { items: page.items.map(show), next_cursor: page.next === null ? null : encodeCursor(page.next) };
}

/** Format of record IDs in a path. */
export const recordId = z.guid();

/**
 * Reads an ID from the path. Every ID is a UUID, so other text is `not_found`. Without this check, a store
 * would fail on an overlong key. The message identifies the kind of record by the part of the path before it.
 */
export function readPathId(context: Context, name = "id"): string {
  const id = recordId.safeParse(context.req.param(name));
  if (id.success) return id.data;
  const [, plural = ""] = new RegExp(`([a-z-]+)/:${name}\\b`).exec(routePath(context)) ?? [];
  const what = plural.replace(/ies$/, "y").replace(/(?<=ch)es$|s$/, "");
  throw new ServiceError(
    "not_found",
    `There is no such ${what || "record"}: an ID is a UUID, as lists show it.`,
  );
}

/**
 * Decodes a cursor to an event's sequence number. `name` is the parameter. Throws `bad_request` for an
 * invalid cursor.
 */
export function decodeSequence(name: string, cursor: string | undefined): number | undefined {
  const { after } = toPageRequest({ cursor, limit: 1 }, name);
  if (after === undefined) return undefined;
  if (/^\d{1,12}$/.test(after)) return Number(after);
  throw createCursorError(name);
}

export function createCursorError(name: string): ServiceError {
  const message = `\`${name}\` is not a valid cursor.`;
  return createFieldError(name, "must be a cursor from an earlier response", message);
}

const BLANKS = " \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const INVISIBLE =
  "\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff";
const VISIBLE_LINE = new RegExp(`^[${BLANKS}]*[^${BLANKS}${INVISIBLE}][^${INVISIBLE}]*$`, "u");

/** Name of a key, shown next to its ID. */
export const keyNameField = z
  .string()
  .nullable()
  .describe("The key's name; null if it is not known, as for a token of an OIDC issuer.");

/** Adds the names of keys to records; null for a key whose name is not known. */
export async function addKeyNames<Keyed extends { key_id?: string | null | undefined }>(
  tenants: Pick<Tenants, "listKeyNames">,
  tenantId: string,
  records: readonly Keyed[],
): Promise<(Keyed & { key_name: string | null })[]> {
  const ids = records.map(({ key_id = null }) => key_id);
  const names = await tenants.listKeyNames(tenantId, ids);
  return records.map((record) => ({ ...record, key_name: names.get(record.key_id ?? "") ?? null }));
}

/**
 * A display name as far as JSON Schema can describe it. Pattern and lengths apply before surrounding spaces
 * are removed. Only `displayName` rejects lone surrogates, which are not valid Unicode.
 */
export const visibleName = createLineSchema(120).pipe(displayName);

/** The caller's own name for an end user. */
export const endUserName = createLineSchema(MAX_END_USER).pipe(createVisibleLineSchema(MAX_END_USER));

function createLineSchema(maxCharacters: number) {
  return z
    .string()
    .min(1, { abort: true })
    .max(maxCharacters, { abort: true })
    .regex(VISIBLE_LINE, "must be visible text on one line");
}

const MAX_TURNS = 200;
/** Maximum number of characters in all turns together. */
export const MAX_CHARACTERS = 100_000;

/**
 * Creates the schema of a conversation: turns of user and assistant, oldest first. At most 200 turns with
 * 100,000 characters in total.
 */
export function createConversationSchema(content: z.ZodString) {
  return z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), content }))
    .max(MAX_TURNS)
    .refine(
      (turns) => turns.reduce((sum, turn) => sum + turn.content.length, 0) <= MAX_CHARACTERS,
      `must contain at most ${MAX_CHARACTERS} characters in total`,
    );
}

/** Names of the corresponding fields in `_meta` of an MCP call. */
const META_CONVERSATION_ID = "plumbline/conversation-id";
const META_RUN_ID = "plumbline/run-id";
const META_ALLOWED = "plumbline/allow-destinations";

const CHOSEN_ID = "must be 1 to 200 visible ASCII characters";

/** ID that a caller chooses for its conversation or run. */
export const chosenId = z.string().regex(/^[!-~]{1,200}$/, CHOSEN_ID);

/** Argument of calls and runs. Allows destinations in addition to those in the user's messages. */
export const allowDestinations = z
  .array(z.string().trim().min(1).max(500))
  .max(100)
  .optional()
  .describe(
    "Destinations that count as named by the user: channels, addresses, URLs, accounts, names from the policy's " +
      "`places`; and `issue`, `note`, `event`, `contact` or `watch` for anything new.",
  );

const metaSchema = z.looseObject({
  [META_CONVERSATION_ID]: chosenId.optional(),
  [META_RUN_ID]: chosenId.optional(),
  [META_ALLOWED]: allowDestinations,
});

/**
 * Reads the conversation of a tool call from headers. Throws ServiceError `bad_request` for an invalid ID.
 */
export function readNamedConversation(
  context: Context,
  allowed: readonly string[] | undefined,
): NamedConversation {
  return {
    conversationId: readIdHeader(context, "x-conversation-id"),
    runId: readIdHeader(context, "x-run-id"),
    allowed,
  };
}

function readIdHeader(context: Context, name: string): string | undefined {
  const id = context.req.header(name);
  if (id === undefined || chosenId.safeParse(id).success) return id;
  throw createFieldError(name, CHOSEN_ID, `The ${name} is not valid.`);
}

/**
 * Reads the conversation of an MCP call from `_meta`. `client` is the program that the client reports. Throws
 * ServiceError `bad_request` for invalid values.
 */
export function readMetaConversation(meta: unknown, client: string | undefined): NamedConversation {
  const parsed = metaSchema.safeParse(meta ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ServiceError("bad_request", `_meta: ${issue?.path.join(".")} ${issue?.message}.`);
  }
  const {
    [META_CONVERSATION_ID]: conversationId,
    [META_RUN_ID]: runId,
    [META_ALLOWED]: allowed,
  } = parsed.data;
  return { conversationId, runId, allowed, client };
}

/** Response after deleting something whose record was modified or removed. */
export const deletedUnreadable = {
  description: "The call ended, but its record has been altered, so it is not shown.",
};

const IDEMPOTENCY_KEY = "must be 1 to 255 visible ASCII characters";

/** Format of the `Idempotency-Key` header: visible ASCII, which proxies do not change. */
export const idempotencyKey = z.string().regex(/^[!-~]{1,255}$/, IDEMPOTENCY_KEY);

/**
 * Reads the `Idempotency-Key` header. Throws ServiceError `bad_request` if it is empty, too long, or sent
 * twice.
 */
export function readIdempotencyKey(context: Context): string | undefined {
  const key = context.req.header("idempotency-key");
  if (key === undefined || idempotencyKey.safeParse(key).success) return key;
  throw createFieldError("Idempotency-Key", IDEMPOTENCY_KEY, "The Idempotency-Key is not valid.");
}
