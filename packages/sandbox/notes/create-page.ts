import { addBlocks, readBlocks } from "./block-input.ts";
import { invalid, NotesRefusal, notesNotFound } from "./failures.ts";
import { arrayAt, type JsonObject, objectAt, textAt } from "./json-value.ts";
import { refuseSeveralSources } from "./query-database.ts";
import { readRichText } from "./rich-text.ts";
import { pageView } from "./views.ts";
import type { NotesDatabase, NotesWorkspace, PropertySchema, PropertyValue } from "./workspace.ts";

/** Answers `POST /v1/pages`. Every call creates a page, because the provider has no idempotency key. */
export function createPage(workspace: NotesWorkspace, body: JsonObject) {
  const { database_id: databaseId, page_id: pageId } = objectAt(body.parent, "parent");
  const blocks = body.children === undefined ? [] : readBlocks(body.children);
  const target =
    typeof databaseId === "string"
      ? inDatabase(workspace, databaseId, body.properties)
      : belowPage(workspace, pageId, body.properties);
  const page = workspace.addPage(target);
  addBlocks(workspace, page.id, blocks);
  return pageView(page);
}

function inDatabase(workspace: NotesWorkspace, id: string, properties: unknown) {
  const database = workspace.database(id);
  if (database === undefined) throw new NotesRefusal(notesNotFound("database", id));
  refuseSeveralSources(database);
  return { parent: { database_id: database.id }, properties: readProperties(database, properties) };
}

function belowPage(workspace: NotesWorkspace, id: unknown, properties: unknown) {
  if (typeof id !== "string") throw invalid("body failed validation: body.parent should be defined.");
  const page = workspace.page(id);
  if (page === undefined) throw new NotesRefusal(notesNotFound("page", id));
  return { parent: { page_id: page.id }, properties: readTitleAlone(properties) };
}

type Read = (value: unknown, path: string, schema: PropertySchema) => unknown;

const reads: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["title", readRichText],
  ["rich_text", readRichText],
  ["number", (value, path) => only(typeof value === "number", value, path, "a number")],
  ["checkbox", (value, path) => only(typeof value === "boolean", value, path, "a boolean")],
  ["url", (value, path) => textAt(value, path)],
  ["email", (value, path) => textAt(value, path, 200)],
  ["phone_number", (value, path) => textAt(value, path, 200)],
  ["select", readOption],
  ["status", readStatus],
  ["multi_select", (value, path) => arrayAt(value, path).map((option) => readOption(option, path))],
  ["date", readDate],
  ["people", (value, path) => readIds(value, path).map((id) => ({ object: "user", id }))],
  ["relation", readIds],
  ["files", (value, path) => arrayAt(value, path).map((file) => readFile(file, path))],
]);

/**
 * Returns the values of a new page in a database. Keys are names or IDs of its properties. Each value must
 * have the format of its type.
 */
function readProperties(database: NotesDatabase, value: unknown): Record<string, PropertyValue> {
  const given = Object.entries(objectAt(value, "properties")).map(([key, property]) => {
    const found = Object.entries(database.properties).find(([name, { id }]) => name === key || id === key);
    if (found === undefined) throw invalid(`${key} is not a property that exists.`);
    const [name, schema] = found;
    return [name, readProperty(schema, property, key)] as const;
  });
  return Object.fromEntries(given);
}

/** Returns the title of a page below another page, which has no other property. */
function readTitleAlone(value: unknown): Record<string, PropertyValue> {
  const { title, ...others } = objectAt(value, "properties");
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw invalid(`body failed validation: body.properties.${other} should be not present.`);
  return { title: readProperty({ id: "title", type: "title" }, title, "title") };
}

function readProperty(schema: PropertySchema, value: unknown, key: string): PropertyValue {
  const path = `properties.${key}`;
  const { id, type } = schema;
  const read = reads.get(type);
  const property = objectAt(value, path);
  if (read === undefined || !(type in property)) throw invalid(`${key} is expected to be ${type}.`);
  return { id, type, [type]: read(property[type], `${path}.${type}`, schema) };
}

function only(good: boolean, value: unknown, path: string, what: string): unknown {
  if (!good) throw invalid(`body failed validation: body.${path} should be ${what}.`);
  return value;
}

function readOption(value: unknown, path: string): JsonObject {
  const name = textAt(objectAt(value, path).name, `${path}.name`, 100);
  if (name.includes(",")) throw invalid("Invalid select option, commas not allowed.");
  return { id: name.toLowerCase(), name, color: "default" };
}

function readStatus(value: unknown, path: string, { options = [] }: PropertySchema): JsonObject {
  const option = readOption(value, path);
  if (options.includes(String(option.name))) return option;
  throw invalid(`Invalid status option. Status option "${option.name}" does not exist.`);
}

function readDate(value: unknown, path: string): JsonObject {
  const { start, end = null, time_zone = null } = objectAt(value, path);
  const isDate = (part: unknown) => typeof part === "string" && !Number.isNaN(Date.parse(part));
  const bad = isDate(start) ? end !== null && !isDate(end) && "end" : "start";
  if (bad)
    throw invalid(`body failed validation: body.${path}.${bad} should be a valid ISO 8601 date string.`);
  return { start, end, time_zone };
}

function readIds(value: unknown, path: string): { id: string }[] {
  return arrayAt(value, path).map((item) => ({ id: textAt(objectAt(item, path).id, `${path}.id`) }));
}

function readFile(value: unknown, path: string): JsonObject {
  const { name, external } = objectAt(value, path);
  const url = textAt(objectAt(external, `${path}.external`).url, `${path}.external.url`);
  return { name: textAt(name, `${path}.name`, 100), type: "external", external: { url } };
}
