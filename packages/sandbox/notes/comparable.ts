import { isObject } from "./json-value.ts";
import { plainTextOf } from "./rich-text.ts";
import type { NotesPage } from "./workspace.ts";

/**
 * The value to compare a property by: its text, number, boolean, or the names or IDs in it. `null` if it is
 * empty.
 */
export type Comparable = string | number | boolean | readonly string[] | null;

/** Returns the value to compare a page's property by, or `null` if the page has no such property. */
export function propertyOf(page: NotesPage, name: string): Comparable {
  const property = page.properties[name];
  if (property === undefined) return null;
  const { type, [type]: value } = property;
  if (type === "title" || type === "rich_text") return plainTextOf(value) || null;
  if (type === "multi_select" || type === "people" || type === "relation") return namesOf(value);
  if (type === "date") return isObject(value) ? textOrNull(value.start) : null;
  if (isObject(value)) return textOrNull(value.name);
  return typeof value === "number" || typeof value === "boolean" ? value : textOrNull(value);
}

/** Returns one of a page's two timestamps, for comparison. */
export function timestampOf(page: NotesPage, timestamp: string): string {
  return timestamp === "created_time" ? page.createdTime : page.lastEditedTime;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function namesOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.map((item) => String(item.name ?? item.id));
}
