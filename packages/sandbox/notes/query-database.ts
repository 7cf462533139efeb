import { type Comparable, propertyOf, timestampOf } from "./comparable.ts";
import { invalid, NotesRefusal, notesMultipleSources } from "./failures.ts";
import { findProperty, readFilter } from "./filter.ts";
import { arrayAt, type JsonObject, objectAt } from "./json-value.ts";
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
