import { addBlocks, readBlocks } from "./block-input.ts";
import { invalid, NotesRefusal, notesNotFound } from "./failures.ts";
import { type JsonObject, objectAt } from "./json-value.ts";
import { readProperties, readTitleAlone } from "./property-input.ts";
import { refuseSeveralSources } from "./query-database.ts";
import { pageView } from "./views.ts";
import type { NotesWorkspace } from "./workspace.ts";

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
