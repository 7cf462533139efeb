import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { readScalar } from "@plumbline/core/tool/written-values.ts";
import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import { richTextArrays } from "./markdown/rich-text.ts";
import { linkedPage } from "./notes-id.ts";
import { isJsonObject, plainText } from "./property-value.ts";

/** Types that the provider fills in (Notion API reference, "Page properties"). */
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

/** Placeholder for a property's type in a preview, which does not read the database. */
export const UNKNOWN_TYPE = "<type of the property>";

interface Shorthand {
  takes: string;
  /** Converts a plain value to the provider's format; `undefined` if it does not match the type. */
  write(value: unknown): unknown;
}

const text: Shorthand = { takes: "a text", write: textInput };
const option: Shorthand = { takes: "the name of an option", write: optionInput };

const SHORTHANDS = new Map<string, Shorthand>([
  ["rich_text", { takes: "a text", write: richText }],
  ["number", { takes: "a number", write: scalarInput(z.number()) }],
  ["checkbox", { takes: "true or false", write: scalarInput(z.boolean()) }],
  ["select", option],
  ["status", option],
  [
    "multi_select",
    { takes: "an array of option names", write: (value) => each(value, optionInput, SEVERAL_OPTIONS) },
  ],
  ["date", { takes: 'an ISO 8601 date, or {"start": …, "end": …}', write: dateInput }],
  [
    "people",
    {
      takes: "an array of ids of people (no names or e-mail addresses)",
      write: (value) => each(value, (id) => (isText(id) && !id.includes("@") ? { id } : undefined)),
    },
  ],
  [
    "relation",
    {
      takes: "an array of ids or links of pages",
      write: (value) => each(value, (page) => (isText(page) ? { id: linkedPage(page) ?? page } : undefined)),
    },
  ],
  ["url", text],
  ["email", text],
  ["phone_number", text],
]);

/**
 * Converts a new page's property. An object in the provider's format is kept. A plain value (alone, or under
 * its type's name) is converted by its type. Throws AdapterValidationError if the property cannot be set, or
 * not to this value.
 */
export function propertyInput(name: string, type: string, value: unknown): Record<string, unknown> {
  if (READ_ONLY.has(type))
    throw new AdapterValidationError(
      `properties.${name}: is a ${type}, which the notes app (Notion) fills in itself.`,
    );
  if (isJsonObject(value) && Object.hasOwn(value, type))
    return [value[type]].flat().every(isText) ? propertyInput(name, type, value[type]) : value;
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

function textInput(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : isText(value) ? value : undefined;
}

function richText(value: unknown): unknown {
  const plain = textInput(value);
  return plain === undefined ? undefined : richTextArrays([{ text: plain, style: {} }])[0];
}

/** Returns a converter for a value of a type, or text that contains one. */
function scalarInput(type: z.ZodNumber | z.ZodBoolean) {
  return (value: unknown) => type.safeParse(value).data ?? readScalar(type.def, value);
}

/** Converts the name of an option, given alone or in an object. */
function optionInput(value: unknown): { name: string } | undefined {
  const name = textInput(isJsonObject(value) ? value.name : value);
  return name === undefined ? undefined : { name };
}

/** Separator of options. Their names contain no commas. */
const SEVERAL_OPTIONS = /\s*,\s*/;
/** Separators of a range's ends: that of ISO 8601, and common ones. */
const RANGE = /\s*(?:\/|→|–|—|\s(?:-|to|until)\s)\s*/i;

/** Converts a date or a range: as text, as a list, or as `{start, end?, time_zone?}`. */
function dateInput(value: unknown): unknown {
  if (isJsonObject(value)) {
    const { start, end, time_zone, ...more } = value;
    const given = Object.entries({ start, end, time_zone }).filter(([, part]) => part != null && part !== "");
    if (!isText(start) || Object.keys(more).length > 0 || !given.every(([, part]) => isText(part)))
      return undefined;
    return Object.fromEntries(given);
  }
  const parts = isText(value) ? value.trim().split(RANGE) : value;
  if (!Array.isArray(parts) || parts.length > 2) return undefined;
  const [start, end] = parts;
  return dateInput({ start, end });
}

/** Converts each entry of a list. A single value counts as a list, split by `split` if given. */
function each(value: unknown, write: (item: unknown) => unknown, split?: RegExp): unknown {
  const list = isText(value) && split ? value.split(split).filter((part) => part !== "") : [value].flat();
  const written = list.map(write);
  return written.includes(undefined) ? undefined : written;
}

/** Maximum number of names listed in the error for an unknown property. */
const NAMES_SHOWN = 30;

/** The ID of the title property in every database. It can be used instead of its name. */
const TITLE = "title";

/** The used part of a database: its properties by name. Only those that are set must be valid. */
export const databaseAnswer = z.object({
  properties: optionalField(
    z.record(z.string(), z.object({ id: optionalText, type: optionalText }).catch({})),
  ),
});

/**
 * Converts the properties of a new page: the title under its name in the database, the others in the
 * provider's format. Throws AdapterValidationError for a property that does not exist or cannot be set, and
 * AdapterTransientError if the notes app did not describe it sufficiently.
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
  const inputs = Object.entries(given).flatMap(([key, value]) => {
    // A new page has no value to clear.
    if (value === null) return [];
    const property =
      known.find(({ name }) => name === key) ??
      known.find(({ id }) => id === key || id === key.toLowerCase());
    if (property === undefined) throw unknownProperty(key, known);
    if (property.type === undefined) throw unreadableDatabase();
    if (property.type === TITLE) return demandSameTitle(key, value, title);
    return [[key, propertyInput(key, property.type, value)] as const];
  });
  return { ...Object.fromEntries(inputs), [titleName]: { title: richText(title) } };
}

/** Properties of a page below another page: only a title. */
export const TITLE_ALONE: z.output<typeof databaseAnswer> = {
  properties: { [TITLE]: { id: TITLE, type: TITLE } },
};

/** Checks that a title given a second time, as text or in the provider's format, is the same. */
function demandSameTitle(key: string, value: unknown, title: string): [] {
  const items = isJsonObject(value) ? value[TITLE] : value;
  const written = Array.isArray(items) ? items.map(contentOf).join("") : textInput(items);
  if (written?.trim() === title) return [];
  throw new AdapterValidationError(
    `properties.${key}: is the page's title and differs from \`title\`; give it as \`title\` alone.`,
  );
}

function contentOf(item: unknown): string {
  const { text: own } = isJsonObject(item) ? item : {};
  return isJsonObject(own) && isText(own.content) ? own.content : plainText([item]);
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
      ? "Leave out `properties`: the page has only a title, as has every page outside a database."
      : `Use one of its own: ${names.slice(0, NAMES_SHOWN).join(", ")}${more}.`;
  return new AdapterValidationError(`properties.${key}: there is no such property.`, { nextStep });
}
