import { createVisibleLineSchema, displayName, MAX_END_USER } from "@plumbline/core/access/display-name.ts";
import type { Tenants } from "@plumbline/core/access/tenants.ts";
import type { NamedConversation } from "@plumbline/core/conversations/conversations.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Context } from "hono";
import { routePath } from "hono/route";
import * as z from "zod";
import { createFieldError } from "../problems.ts";

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

const BLANKS = " \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const INVISIBLE =
  "\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff";
const VISIBLE_LINE = new RegExp(`^[${BLANKS}]*[^${BLANKS}${INVISIBLE}][^${INVISIBLE}]*$`, "u");

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

/** ID that a caller chooses for its conversation or run. */
export const chosenId = z.string().regex(/^[!-~]{1,200}$/, "must be 1 to 200 visible ASCII characters");

/** Argument of calls and runs. Allows destinations in addition to those in the user's messages. */
export const allowDestinations = z
  .array(z.string().trim().min(1).max(500))
  .max(100)
  .optional()
  .describe(
    "Destinations that count as named by the user: channels, addresses, URLs, accounts, names from the policy's " +
      "`places`; and `issue`, `note`, `event`, `contact` or `watch` for anything new.",
  );

/**
 * Reads the conversation of a tool call from headers. Throws ServiceError `bad_request` for an invalid ID.
 */
export function readNamedConversation(
  context: Context,
  allowed: readonly string[] | undefined,
): NamedConversation {
  return {
    conversationId: readHeader(context, "x-conversation-id", chosenId),
    runId: readHeader(context, "x-run-id", chosenId),
    allowed,
  };
}

/** The same in `_meta` of an MCP call. */
const metaSchema = z.looseObject({
  "plumbline/conversation-id": chosenId.optional(),
  "plumbline/run-id": chosenId.optional(),
  "plumbline/allow-destinations": allowDestinations,
});

/**
 * Reads the conversation of an MCP call from `_meta`. `client` is the program that the client reports. Throws
 * ServiceError `bad_request` for invalid values.
 */
export function readMetaConversation(meta: unknown, client: string | undefined): NamedConversation {
  const { data, error } = metaSchema.safeParse(meta ?? {});
  if (error) {
    const [issue] = error.issues;
    throw new ServiceError("bad_request", `_meta: ${issue?.path.join(".")} ${issue?.message}.`);
  }
  return {
    conversationId: data["plumbline/conversation-id"],
    runId: data["plumbline/run-id"],
    allowed: data["plumbline/allow-destinations"],
    client,
  };
}

/** Format of the `Idempotency-Key` header: visible ASCII, which proxies do not change. */
export const idempotencyKey = z.string().regex(/^[!-~]{1,255}$/, "must be 1 to 255 visible ASCII characters");

/**
 * Reads the `Idempotency-Key` header. Throws ServiceError `bad_request` if it is empty, too long, or sent
 * twice.
 */
export function readIdempotencyKey(context: Context): string | undefined {
  return readHeader(context, "Idempotency-Key", idempotencyKey);
}

/** Reads a header that may be missing. Throws ServiceError `bad_request` if it does not match the schema. */
export function readHeader(context: Context, name: string, schema: z.ZodString): string | undefined {
  const value = context.req.header(name);
  const rule = value === undefined ? undefined : schema.safeParse(value).error?.issues[0]?.message;
  if (rule === undefined) return value;
  throw createFieldError(name, rule, `The ${name} is not valid.`);
}

/** Response after deleting something whose record was modified or removed. */
export const deletedUnreadable = {
  description: "The call ended, but its record has been altered, so it is not shown.",
};

/** Adds descriptions to fields of a schema of the core, which has none: `{ origin: "The only …" }`. */
export function describeFields<Shape extends z.core.$ZodLooseShape>(
  { shape }: { shape: Shape },
  texts: { [Name in keyof Shape]?: string },
): Shape {
  const described = Object.entries(texts).map(([name, text]) => [name, shape[name].describe(text)]);
  return { ...shape, ...Object.fromEntries(described) };
}

/**
 * Returns the fields of a response's schema from a record, in the schema's order. A field that the record
 * lacks is null.
 */
export function pickFields(schema: z.ZodObject, record: object): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, values[name] ?? null]));
}
