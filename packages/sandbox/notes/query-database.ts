import { type Comparable, propertyOf, timestampOf } from "./comparable.ts";
import { invalid, NotesRefusal, notesMultipleSources } from "./failures.ts";
import { arrayAt, isObject, type JsonObject, objectAt } from "./json-value.ts";
import { listView, pageView } from "./views.ts";
import type { NotesDatabase, NotesPage, NotesWorkspace } from "./workspace.ts";

/**
 * Answers `POST /v1/databases/{id}/query`: filters, sorts and returns one page of results. Oldest first by
 * default.
 */
export function queryDatabase(workspace: NotesWorkspace, database: NotesDatabase, body: JsonObject) {
  refuseSeveralSources(database);
  const { filter, sorts = [], start_cursor, page_size } = body;
  const test = filter === undefined ? () => true : readFilter(filter, database);
  const orders = arrayAt(sorts, "sorts").map((sort) => readSort(sort, database));
  const found = workspace.pages
    .filter((page) => page.parent.database_id === database.id && test(page))
    .sort((one, other) => orders.map((order) => order(one, other)).find((sign) => sign !== 0) ?? 0);
  const list = listView(found, readPaging(page_size, start_cursor), pageView);
  return { ...list, type: "page_or_database", page_or_database: {} };
}

/** Refuses a database with several data sources, because this API version supports only one. */
export function refuseSeveralSources({ dataSources = [] }: NotesDatabase): void {
  if (dataSources.length > 1) throw new NotesRefusal(notesMultipleSources(dataSources));
}

/** Reads `page_size` (1 to 100, default 100) and `start_cursor` from a body or a query. */
export function readPaging(pageSize: unknown, cursor: unknown): { pageSize: number; cursor: string | null } {
  const size = pageSize == null ? 100 : Number(pageSize);
  if (!Number.isInteger(size) || size < 1 || size > 100)
    throw invalid("body failed validation: body.page_size should be between 1 and 100.");
  return { pageSize: size, cursor: cursor == null ? null : String(cursor) };
}

function readSort(value: unknown, database: NotesDatabase): (one: NotesPage, other: NotesPage) => number {
  const { property, timestamp, direction } = objectAt(value, "sorts");
  if (direction !== "ascending" && direction !== "descending")
    throw invalid("body failed validation: body.sorts[0].direction should be `ascending` or `descending`.");
  const sign = direction === "ascending" ? 1 : -1;
  const key = typeof timestamp === "string" ? timestamp : undefined;
  const name = key === undefined ? findProperty(database, property)[0] : "";
  const read = (page: NotesPage) => (key === undefined ? propertyOf(page, name) : timestampOf(page, key));
  return (one, other) => sign * compare(read(one), read(other));
}

function compare(one: Comparable, other: Comparable): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one ?? "").localeCompare(String(other ?? ""), "en");
}

type PageTest = (page: NotesPage) => boolean;

type Condition = (value: Comparable, wanted: unknown) => boolean;

const isEmpty: Condition = (value) => value === null;
const equals: Condition = (value, wanted) => value === wanted || (wanted === false && value === null);
const text =
  (test: (value: string, wanted: string) => boolean): Condition =>
  (value, wanted) =>
    test(String(value ?? "").toLowerCase(), String(wanted).toLowerCase());
const contains: Condition = (value, wanted) =>
  Array.isArray(value) ? value.includes(wanted) : text((all, part) => all.includes(part))(value, wanted);
const numbers =
  (test: (value: number, wanted: number) => boolean): Condition =>
  (value, wanted) =>
    typeof value === "number" && test(value, Number(wanted));
const times =
  (test: (value: number, wanted: number) => boolean): Condition =>
  (value, wanted) =>
    typeof value === "string" && test(Date.parse(value), Date.parse(String(wanted)));
const not =
  (condition: Condition): Condition =>
  (value, wanted) =>
    !condition(value, wanted);

const emptiness = { is_empty: isEmpty, is_not_empty: not(isEmpty) };
const sameness = { equals, does_not_equal: not(equals) };
const having = { contains, does_not_contain: not(contains) };
const textConditions = {
  ...sameness,
  ...having,
  ...emptiness,
  starts_with: text((value, wanted) => value.startsWith(wanted)),
  ends_with: text((value, wanted) => value.endsWith(wanted)),
};
const numberConditions = {
  ...sameness,
  ...emptiness,
  greater_than: numbers((value, wanted) => value > wanted),
  less_than: numbers((value, wanted) => value < wanted),
  greater_than_or_equal_to: numbers((value, wanted) => value >= wanted),
  less_than_or_equal_to: numbers((value, wanted) => value <= wanted),
};
const dateConditions = {
  ...emptiness,
  equals: times((value, wanted) => value === wanted),
  before: times((value, wanted) => value < wanted),
  after: times((value, wanted) => value > wanted),
  on_or_before: times((value, wanted) => value <= wanted),
  on_or_after: times((value, wanted) => value >= wanted),
};

/** Conditions by property type. Conditions relative to today are not supported. */
const conditionsByType = new Map<string, Readonly<Record<string, Condition>>>([
  ...["title", "rich_text", "url", "email", "phone_number"].map((type) => [type, textConditions] as const),
  ["number", numberConditions],
  ["checkbox", sameness],
  ...["select", "status"].map((type) => [type, { ...sameness, ...emptiness }] as const),
  ...["multi_select", "people", "relation"].map((type) => [type, { ...having, ...emptiness }] as const),
  ...["date", "created_time", "last_edited_time"].map((type) => [type, dateConditions] as const),
]);

/**
 * Compiles a filter to a test of a page. Refuses a filter that does not fit the database. Compound filters
 * nest at most two levels.
 */
function readFilter(filter: unknown, database: NotesDatabase, levels = 2): PageTest {
  const { and, or, property, timestamp, type: _type, ...rest } = objectAt(filter, "filter");
  const compound = and ?? or;
  if (compound !== undefined) {
    if (levels === 0) throw invalid("body failed validation: body.filter is nested more than two levels.");
    const tests = arrayAt(compound, "filter").map((part) => readFilter(part, database, levels - 1));
    return (page) =>
      and === undefined ? tests.some((test) => test(page)) : tests.every((test) => test(page));
  }
  if (timestamp === "created_time" || timestamp === "last_edited_time") {
    const test = readCondition(rest, timestamp);
    return (page) => test(timestampOf(page, timestamp));
  }
  const [name, schema] = findProperty(database, property);
  const test = readCondition(rest, schema.type);
  return (page) => test(propertyOf(page, name));
}

/** Returns a property of the database by name or ID. */
function findProperty(database: NotesDatabase, key: unknown) {
  const found = Object.entries(database.properties).find(([name, { id }]) => name === key || id === key);
  if (found === undefined) throw invalid(`Could not find property with name or id: ${key}`);
  return found;
}

function readCondition(rest: JsonObject, type: string): (value: Comparable) => boolean {
  const [given = ""] = Object.keys(rest);
  if (given !== type) throw invalid(`database property ${type} does not match filter ${given}`);
  const asked = rest[given];
  const [name = "", wanted] = (isObject(asked) ? Object.entries(asked)[0] : undefined) ?? [];
  const condition = conditionsByType.get(type)?.[name];
  if (condition === undefined)
    throw invalid(`body failed validation: body.filter.${given}.${name} should be not present.`);
  return (value) => condition(value, wanted);
}
