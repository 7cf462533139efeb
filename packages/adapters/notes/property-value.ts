import { isJsonObject } from "@plumbline/core/text/parse-json.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { notesId } from "./notes-id.ts";

/**
 * Maximum nesting depth. Formulas and rollups contain values of other types, usually one or two levels deep.
 */
const MAX_NESTING = 4;
/** The provider's limit for references (people, related pages, mentions) in one property of a page. */
const MAX_REFERENCES = 25;

/** Functions that convert a property to a plain value, by type. */
const READERS = new Map<string, (value: unknown, levels: number) => unknown>([
  ["title", toPlainText],
  ["rich_text", toPlainText],
  ["string", toScalar],
  ["number", toScalar],
  ["boolean", toScalar],
  ["checkbox", toScalar],
  ["url", toScalar],
  ["email", toScalar],
  ["phone_number", toScalar],
  ["created_time", toScalar],
  ["last_edited_time", toScalar],
  ["select", (value) => getField(value, "name")],
  ["status", (value) => getField(value, "name")],
  ["verification", (value) => getField(value, "state")],
  ["multi_select", (value) => mapList(value, (option) => getField(option, "name"))],
  ["relation", (value) => mapList(value, (page) => getField(page, "id"))],
  ["people", (value) => mapList(value, convertPerson)],
  ["created_by", convertPerson],
  ["last_edited_by", convertPerson],
  ["files", (value) => mapList(value, convertFile)],
  ["date", formatDate],
  ["unique_id", formatUniqueId],
  ["formula", convertByType],
  ["rollup", convertByType],
  ["array", (value, levels) => mapList(value, (item) => convertByType(item, levels))],
]);

/**
 * Converts a page's property to a plain value: text, number, boolean, names of options, IDs of related pages,
 * `{id, name}` of people, `{name, url?}` of files, or a date as `start` or `start/end` (ISO 8601). Returns
 * `null` if it is empty or its type is unknown.
 */
export function toPlainValue(property: unknown): unknown {
  return convertByType(property, MAX_NESTING);
}

/** Returns whether the provider omitted references of the property. */
export function isTruncated(property: unknown): boolean {
  if (!isJsonObject(property) || typeof property.type !== "string") return false;
  const { type, [type]: value } = property;
  if (property.has_more === true) return true;
  if (!Array.isArray(value)) return false;
  if (type === "people" || type === "relation") return value.length >= MAX_REFERENCES;
  return value.filter((item) => getField(item, "type") === "mention").length >= MAX_REFERENCES;
}

function convertByType(property: unknown, levels: number): unknown {
  if (!isJsonObject(property) || typeof property.type !== "string" || levels === 0) return null;
  const { type, [type]: value } = property;
  return READERS.get(type)?.(value, levels - 1) ?? null;
}

function toScalar(value: unknown): string | number | boolean | null {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function getField(value: unknown, name: string): unknown {
  return isJsonObject(value) ? toScalar(value[name]) : null;
}

function mapList<Item>(value: unknown, read: (item: unknown) => Item): Item[] {
  return Array.isArray(value) ? value.map(read) : [];
}

function convertPerson(value: unknown) {
  return isJsonObject(value) ? { id: getField(value, "id"), name: getField(value, "name") } : null;
}

/**
 * Converts a file. Omits the URL of a file hosted by the provider, because it is signed and gives anyone who
 * has it access.
 */
function convertFile(value: unknown) {
  const url = isJsonObject(value) ? getField(value.external, "url") : null;
  return { name: getField(value, "name"), ...(url === null ? {} : { url }) };
}

function formatDate(value: unknown): unknown {
  const end = getField(value, "end");
  return end === null ? getField(value, "start") : `${getField(value, "start")}/${end}`;
}

function formatUniqueId(value: unknown): unknown {
  const prefix = getField(value, "prefix");
  return prefix === null ? getField(value, "number") : `${prefix}-${getField(value, "number")}`;
}

/** A page in the provider's format. If the connection may not read the page, only the ID is present. */
export const listedPage = z.object({
  id: notesId,
  url: optionalText,
  created_time: optionalText,
  last_edited_time: optionalText,
  archived: toOptionalField(z.boolean()),
  properties: z.record(z.string(), z.unknown()).catch({}),
});

/** A page as returned by the tool. */
export const foundPage = z.lazy(() =>
  z.object({
    id: z.string(),
    url: z.string().optional(),
    title: z.string(),
    created_time: z.string().optional(),
    last_edited_time: z.string().optional(),
    archived: z.boolean().optional(),
    properties: z.record(z.string(), z.unknown()).describe("Plain values by property name."),
    truncated_properties: z
      .array(z.string())
      .optional()
      .describe("Properties that the provider returned only in part."),
    blocks: z.string().optional().describe("The page's text, similar to Markdown."),
    blocks_truncated: z.boolean().optional().describe("Some of that text was left out."),
  }),
);

type FoundPage = z.output<typeof foundPage>;

/** Converts a listed page to plain values. */
export function readListedPage({ properties, ...page }: z.output<typeof listedPage>): FoundPage {
  const { id, url, created_time, last_edited_time, archived } = page;
  const entries = Object.entries(properties);
  const truncated = entries.filter(([, property]) => isTruncated(property)).map(([name]) => name);
  const title = entries.find(([, property]) => isJsonObject(property) && property.type === "title")?.[1];
  return {
    id,
    url,
    title: String(toPlainValue(title) ?? ""),
    created_time,
    last_edited_time,
    archived,
    properties: Object.fromEntries(entries.map(([name, property]) => [name, toPlainValue(property)])),
    ...(truncated.length === 0 ? {} : { truncated_properties: truncated }),
  };
}

/** Returns the text of a rich text array, without its styles. */
export function toPlainText(richText: unknown): string {
  if (!Array.isArray(richText)) return "";
  return richText
    .map((item) => (isJsonObject(item) && typeof item.plain_text === "string" ? item.plain_text : ""))
    .join("");
}
