import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { isJsonObject } from "@plumbline/core/text/parse-json.ts";
import { readScalar } from "@plumbline/core/tool/written-values.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { toRichTextArrays } from "./markdown/rich-text.ts";
import { findLinkedPage } from "./notes-id.ts";
import { toPlainText } from "./property-value.ts";

/** Types whose values the provider sets itself (Notion API reference, "Page properties"). */
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

/** Stand-in for a property's type in a preview, which does not read the database. */
export const UNKNOWN_TYPE = "<type of the property>";

interface Shorthand {
  takes: string;
  /** Converts a plain value to the provider's format; `undefined` if it does not match the type. */
  write(value: unknown): unknown;
}

const text: Shorthand = { takes: "a text", write: convertText };
const option: Shorthand = { takes: "the name of an option", write: convertOption };

const SHORTHANDS = new Map<string, Shorthand>([
  ["rich_text", { takes: "a text", write: toRichText }],
  ["number", { takes: "a number", write: createScalarConverter(z.number()) }],
  ["checkbox", { takes: "true or false", write: createScalarConverter(z.boolean()) }],
  ["select", option],
  ["status", option],
  [
    "multi_select",
    {
      takes: "an array of option names",
      write: (value) => convertEach(value, convertOption, OPTION_SEPARATOR),
    },
  ],
  ["date", { takes: 'an ISO 8601 date, or {"start": …, "end": …}', write: convertDate }],
  [
    "people",
    {
      takes: "an array of ids of people (no names or e-mail addresses)",
      write: (value) => convertEach(value, (id) => (isText(id) && !id.includes("@") ? { id } : undefined)),
    },
  ],
  [
    "relation",
    {
      takes: "an array of ids or links of pages",
      write: (value) =>
        convertEach(value, (page) => (isText(page) ? { id: findLinkedPage(page) ?? page } : undefined)),
    },
  ],
  ["url", text],
  ["email", text],
  ["phone_number", text],
]);

/**
 * Converts a property of a new page. Keeps an object in the provider's format. Converts a plain value (alone,
 * or under its type's name) by its type. Throws AdapterValidationError if the property cannot be set, or not
 * to this value.
 */
export function convertProperty(name: string, type: string, value: unknown): Record<string, unknown> {
  if (READ_ONLY.has(type))
    throw new AdapterValidationError(
      `properties.${name}: is a ${type}, which the notes app (Notion) fills in itself.`,
    );
  if (isJsonObject(value) && Object.hasOwn(value, type))
    return [value[type]].flat().every(isText) ? convertProperty(name, type, value[type]) : value;
  if (type === UNKNOWN_TYPE) return isJsonObject(value) ? value : { [UNKNOWN_TYPE]: value };
  const shorthand = SHORTHANDS.get(type);
  const written = shorthand?.write(value);
  if (written !== undefined) return { [type]: written };
  const own = `an object {"${type}": …} in the provider's form`;
  throw new AdapterValidationError(
    `properties.${name}: must be ${shorthand === undefined ? own : `${shorthand.takes}, or ${own}`}.`,
  );
}

const isText = (value: unknown): value is string => typeof value === "string";

function convertText(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : isText(value) ? value : undefined;
}

function toRichText(value: unknown): unknown {
  const plain = convertText(value);
  return plain === undefined ? undefined : toRichTextArrays([{ text: plain, style: {} }])[0];
}

/** Creates a converter for values of a type, or text that contains one. */
function createScalarConverter(type: z.ZodNumber | z.ZodBoolean) {
  return (value: unknown) => type.safeParse(value).data ?? readScalar(type.def, value);
}

/** Converts the name of an option, given alone or in an object. */
function convertOption(value: unknown): { name: string } | undefined {
  const name = convertText(isJsonObject(value) ? value.name : value);
  return name === undefined ? undefined : { name };
}

/** Separates options. Their names contain no commas. */
const OPTION_SEPARATOR = /\s*,\s*/;
/** Separates the ends of a range: ISO 8601's separator, and common ones. */
const RANGE_SEPARATOR = /\s*(?:\/|→|–|—|\s(?:-|to|until)\s)\s*/i;

/** Converts a date or a range: as text, as a list, or as `{start, end?, time_zone?}`. */
function convertDate(value: unknown): unknown {
  if (isJsonObject(value)) {
    const { start, end, time_zone, ...more } = value;
    const given = Object.entries({ start, end, time_zone }).filter(([, part]) => part != null && part !== "");
    if (!isText(start) || Object.keys(more).length > 0 || !given.every(([, part]) => isText(part)))
      return undefined;
    return Object.fromEntries(given);
  }
  const parts = isText(value) ? value.trim().split(RANGE_SEPARATOR) : value;
  if (!Array.isArray(parts) || parts.length > 2) return undefined;
  const [start, end] = parts;
  return convertDate({ start, end });
}

/** Converts each entry of a list. Treats a single value as a list, split by `split` if given. */
function convertEach(value: unknown, write: (item: unknown) => unknown, split?: RegExp): unknown {
  const list = isText(value) && split ? value.split(split).filter((part) => part !== "") : [value].flat();
  const written = list.map(write);
  return written.includes(undefined) ? undefined : written;
}

/** Maximum number of property names listed in an error for an unknown one. */
const MAX_LISTED_NAMES = 30;

/** ID of the title property, the same in every database. It can be used instead of the property's name. */
const TITLE_ID = "title";

/** The used part of a database: its properties by name. Validates only those that are set. */
export const databaseResponse = z.object({
  properties: toOptionalField(
    z.record(z.string(), z.object({ id: optionalText, type: optionalText }).catch({})),
  ),
});

/**
 * Converts the properties of a new page: the title under its name in the database, the others in the
 * provider's format. Throws AdapterValidationError for a property that does not exist or cannot be set, and
 * AdapterTransientError if the provider's description of it is incomplete.
 */
export function convertProperties(
  { properties: schema }: z.output<typeof databaseResponse>,
  title: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = Object.entries(schema ?? {}).map(
    ([name, { id, type }]): Property => ({
      name,
      id,
      type: type ?? (id === TITLE_ID ? TITLE_ID : undefined),
    }),
  );
  const titleName = known.find(({ type }) => type === TITLE_ID)?.name ?? TITLE_ID;
  if (schema === undefined && Object.keys(given).length > 0) throw createUnreadableError();
  const inputs = Object.entries(given).flatMap(([key, value]) => {
    // A new page has no value that could be cleared.
    if (value === null) return [];
    const property =
      known.find(({ name }) => name === key) ??
      known.find(({ id }) => id === key || id === key.toLowerCase());
    if (property === undefined) throw createUnknownPropertyError(key, known);
    if (property.type === undefined) throw createUnreadableError();
    if (property.type === TITLE_ID) return requireSameTitle(key, value, title);
    return [[key, convertProperty(key, property.type, value)] as const];
  });
  return { ...Object.fromEntries(inputs), [titleName]: { title: toRichText(title) } };
}

/** Properties of a page below another page: only a title. */
export const TITLE_ALONE: z.output<typeof databaseResponse> = {
  properties: { [TITLE_ID]: { id: TITLE_ID, type: TITLE_ID } },
};

/** Checks that a title given a second time, as text or in the provider's format, equals the first. */
function requireSameTitle(key: string, value: unknown, title: string): [] {
  const items = isJsonObject(value) ? value[TITLE_ID] : value;
  const written = Array.isArray(items) ? items.map(getContent).join("") : convertText(items);
  if (written?.trim() === title) return [];
  throw new AdapterValidationError(
    `properties.${key}: is the page's title and differs from \`title\`; give it only as \`title\`.`,
  );
}

function getContent(item: unknown): string {
  const { text: own } = isJsonObject(item) ? item : {};
  return isJsonObject(own) && isText(own.content) ? own.content : toPlainText([item]);
}

interface Property {
  name: string;
  id: string | undefined;
  type: string | undefined;
}

function createUnreadableError() {
  return new AdapterTransientError(
    "The response of the notes app (Notion) about the database could not be read.",
  );
}

function createUnknownPropertyError(key: string, known: readonly Property[]) {
  const names = known
    .filter(({ type }) => type !== TITLE_ID)
    .map(({ name, type }) => (type === undefined ? name : `${name} (${type})`));
  const more = names.length > MAX_LISTED_NAMES ? ", …" : "";
  const nextStep =
    names.length === 0
      ? "Leave out `properties`: like every page outside a database, this page only has a title."
      : `Use one of the database's properties: ${names.slice(0, MAX_LISTED_NAMES).join(", ")}${more}.`;
  return new AdapterValidationError(`properties.${key}: there is no such property.`, { nextStep });
}
