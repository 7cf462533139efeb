import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import { richTextArrays } from "./markdown/rich-text.ts";
import { linkedPage } from "./notes-id.ts";
import { isJsonObject } from "./property-value.ts";

/** Filled in by the provider (Notion API reference, "Page properties"). */
const READ_ONLY = new Set([
  "formula",
  "rollup",
  "created_time",
  "created_by",
  "last_edited_time",
  "last_edited_by",
  "unique_id",
  "button",
]);

/** Stands for the type of a property in a preview, which has not read the database. */
export const UNKNOWN_TYPE = "<type of the property>";

interface Shorthand {
  takes: string;
  /** Returns the provider's form of a plain value; `undefined` for a value that does not fit the type. */
  write(value: unknown): unknown;
}

const text: Shorthand = {
  takes: "a text",
  write: (value) => (typeof value === "string" ? value : undefined),
};
const option: Shorthand = {
  takes: "the name of an option",
  write: (value) => (typeof value === "string" ? { name: value } : undefined),
};
const ids: Shorthand = { takes: "an array of ids", write: (value) => each(value, (id) => ({ id })) };
const pages: Shorthand = {
  takes: "an array of ids or links of pages",
  write: (value) => each(value, (page) => ({ id: linkedPage(page) ?? page })),
};

const SHORTHANDS = new Map<string, Shorthand>([
  ["rich_text", { takes: "a text", write: richText }],
  ["number", { takes: "a number", write: (value) => (typeof value === "number" ? value : undefined) }],
  [
    "checkbox",
    { takes: "true or false", write: (value) => (typeof value === "boolean" ? value : undefined) },
  ],
  ["select", option],
  ["status", option],
  [
    "multi_select",
    { takes: "an array of option names", write: (value) => each(value, (name) => ({ name })) },
  ],
  [
    "date",
    {
      takes: "an ISO 8601 date",
      write: (value) => (typeof value === "string" ? { start: value } : undefined),
    },
  ],
  ["people", ids],
  ["relation", pages],
  ["url", text],
  ["email", text],
  ["phone_number", text],
]);

/**
 * A property of a new page as the provider takes it: an object in the provider's own form goes through, a
 * plain value becomes what its type asks for. Throws AdapterValidationError for a property that cannot be
 * set, or not to this value.
 */
export function propertyInput(name: string, type: string, value: unknown): Record<string, unknown> {
  if (READ_ONLY.has(type))
    throw new AdapterValidationError(
      `properties.${name}: is a ${type}, which the notes app (Notion) fills in itself.`,
    );
  if (isJsonObject(value) && Object.hasOwn(value, type)) return value;
  if (type === UNKNOWN_TYPE) return isJsonObject(value) ? value : { [UNKNOWN_TYPE]: value };
  const shorthand = SHORTHANDS.get(type);
  const written = shorthand?.write(value);
  if (written !== undefined) return { [type]: written };
  const own = `an object {"${type}": …} in the provider's form`;
  throw new AdapterValidationError(
    `properties.${name}: must be ${shorthand === undefined ? own : `${shorthand.takes}, or ${own}`}.`,
  );
}

function richText(value: unknown): unknown {
  return typeof value === "string" ? richTextArrays([{ text: value, style: {} }])[0] : undefined;
}

function each(value: unknown, write: (item: string) => unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  return value.every((item) => typeof item === "string") ? value.map(write) : undefined;
}

/** So many names are listed to whoever named a property wrongly. */
const NAMES_SHOWN = 30;

/** The id that the title property has in every database, and that goes for its name. */
const TITLE = "title";

/**
 * A database as far as it is read here: its properties by name. Only those that a page is given need be
 * readable.
 */
export const databaseAnswer = z.object({
  properties: optionalField(
    z.record(z.string(), z.object({ id: optionalText, type: optionalText }).catch({})),
  ),
});

/** A title as the provider takes it. */
export function titleInput(title: string) {
  return richTextArrays([{ text: title, style: {} }])[0];
}

/**
 * The properties of a new page in a database: its title under the name the database has for it, the others as
 * the provider takes them. Throws AdapterValidationError for one that the database does not have or that
 * cannot be set, and AdapterTransientError for one of which the notes app did not say enough.
 */
export function pageProperties(
  { properties: schema }: z.output<typeof databaseAnswer>,
  title: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = Object.entries(schema ?? {}).map(
    ([name, { id, type }]): Property => ({ name, id, type: type ?? (id === TITLE ? TITLE : undefined) }),
  );
  const titleName = known.find(({ type }) => type === TITLE)?.name ?? TITLE;
  if (schema === undefined && Object.keys(given).length > 0) throw unreadableDatabase();
  const inputs = Object.entries(given).map(([key, value]) => {
    const property = known.find(({ name }) => name === key) ?? known.find(({ id }) => id === key);
    if (property === undefined) throw unknownProperty(key, known);
    if (property.type === undefined) throw unreadableDatabase();
    if (property.type === TITLE)
      throw new AdapterValidationError(`properties.${key}: is the page's title; give it as \`title\` alone.`);
    return [key, propertyInput(key, property.type, value)] as const;
  });
  return { ...Object.fromEntries(inputs), [titleName]: { title: titleInput(title) } };
}

interface Property {
  name: string;
  id: string | undefined;
  type: string | undefined;
}

function unreadableDatabase() {
  return new AdapterTransientError(
    "The answer of the notes app (Notion) about the database could not be read.",
  );
}

function unknownProperty(key: string, known: readonly Property[]) {
  const names = known
    .filter(({ type }) => type !== TITLE)
    .map(({ name, type }) => (type === undefined ? name : `${name} (${type})`));
  const more = names.length > NAMES_SHOWN ? ", …" : "";
  const nextStep =
    names.length === 0
      ? "Leave out `properties`: the database has none beside its title."
      : `Use one of its own: ${names.slice(0, NAMES_SHOWN).join(", ")}${more}.`;
  return new AdapterValidationError(`properties.${key}: the database has no such property.`, { nextStep });
}
