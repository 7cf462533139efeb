import { invalid } from "./failures.ts";
import { richTextItem } from "./rich-text.ts";
import type { NotesBlock, NotesDatabase, NotesPage } from "./workspace.ts";

/** Returns a page as the provider shows it. */
export function pageView({ id, parent, createdTime, lastEditedTime, properties }: NotesPage) {
  const [type = "workspace"] = Object.keys(parent);
  return {
    object: "page",
    id,
    created_time: createdTime,
    last_edited_time: lastEditedTime,
    archived: false,
    in_trash: false,
    parent: { type, ...parent },
    properties,
    url: `https://notes.example/${id.replaceAll("-", "")}`,
  };
}

export function databaseView({ id, title, properties }: NotesDatabase) {
  const schemas = Object.entries(properties).map(([name, { id: propertyId, type, options }]) => [
    name,
    {
      id: propertyId,
      name,
      type,
      [type]: options === undefined ? {} : { options: options.map((option) => ({ name: option })) },
    },
  ]);
  return {
    object: "database",
    id,
    title: [richTextItem(title)],
    properties: Object.fromEntries(schemas),
    archived: false,
    url: `https://notes.example/${id.replaceAll("-", "")}`,
  };
}

export function blockView({ id, type, content, children }: NotesBlock) {
  return {
    object: "block",
    id,
    has_children: children.length > 0,
    archived: false,
    type,
    [type]: content,
  };
}

/** Returns one page of a list, starting at the entry that the cursor names, and the cursor of the rest. */
export function listView<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  { pageSize, cursor }: { pageSize: number; cursor: string | null },
  view: (entry: Entry) => unknown,
) {
  const start = cursor === null ? 0 : entries.findIndex(({ id }) => id === cursor);
  if (start === -1) throw invalid(`The start_cursor provided is invalid: ${cursor}`);
  const shown = entries.slice(start, start + pageSize);
  const next = entries[start + pageSize];
  return {
    object: "list",
    results: shown.map(view),
    next_cursor: next?.id ?? null,
    has_more: next !== undefined,
  };
}
