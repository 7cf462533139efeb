import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { readScalar } from "@plumbline/core/tool/written-values.ts";
import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import { richTextArrays } from "./markdown/rich-text.ts";
import { linkedPage } from "./notes-id.ts";
import { isJsonObject, plainText } from "./property-value.ts";

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
 * A property of a new page as the provider takes it: an object in the provider's own form goes through, a
 * plain value (alone, or under its type's name) becomes what its type asks for. Throws
 * AdapterValidationError for a property that cannot be set, or not to this value.
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

/** Reads a value of a type, or text that means one. */
function scalarInput(type: z.ZodNumber | z.ZodBoolean) {
  return (value: unknown) => type.safeParse(value).data ?? readScalar(type.def, value);
}

/** The name of an option, alone or in an object. */
function optionInput(value: unknown): { name: string } | undefined {
  const name = textInput(isJsonObject(value) ? value.name : value);
  return name === undefined ? undefined : { name };
}

/** No option has a comma in its name, so a text with commas names several. */
const SEVERAL_OPTIONS = /\s*,\s*/;
/** Between the ends of a range: that of ISO 8601, and those of people. */
const RANGE = /\s*(?:\/|→|–|—|\s(?:-|to|until)\s)\s*/i;

/** One date or both ends of a range: as text, as a list, or as `{start, end?, time_zone?}`. */
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

/** Writes each entry of a list; one value for a list is a list of one, or what `split` makes of it. */
function each(value: unknown, write: (item: unknown) => unknown, split?: RegExp): unknown {
  const list = isText(value) && split ? value.split(split).filter((part) => part !== "") : [value].flat();
  const written = list.map(write);
  return written.includes(undefined) ? undefined : written;
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

/**
 * The properties of a new page: its title under the name the database has for it, the others as the provider
 * takes them. Throws AdapterValidationError for one that the database does not have or that
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
  const inputs = Object.entries(given).flatMap(([key, value]) => {
    // A new page has no value that could be cleared.
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

/** A page below another page has a title alone. */
export const TITLE_ALONE: z.output<typeof databaseAnswer> = {
  properties: { [TITLE]: { id: TITLE, type: TITLE } },
};

/** A title that is given a second time, as text or in the provider's form, must be the same. */
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
