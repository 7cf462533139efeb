import { addBlocks, readBlocks } from "./block-input.ts";
import { createPage } from "./create-page.ts";
import { NotesRefusal, notesNotFound } from "./failures.ts";
import type { JsonObject } from "./json-value.ts";
import { queryDatabase, readPaging, refuseSeveralSources } from "./query-database.ts";
import { blockView, databaseView, listView, pageView } from "./views.ts";
import type { NotesBlock, NotesCapability, NotesDatabase, NotesToken, NotesWorkspace } from "./workspace.ts";

/** A request whose token was accepted. */
export interface ReceivedNotesCall {
  readonly workspace: NotesWorkspace;
  readonly caller: NotesToken;
  /** The ID in the path, or "". */
  readonly id: string;
  readonly body: JsonObject;
  readonly query: URLSearchParams;
}

/** One endpoint: its method and path, with the ID captured, and its required capability. */
export interface NotesRoute {
  readonly at: RegExp;
  readonly needs?: NotesCapability;
  answer(call: ReceivedNotesCall): Record<string, unknown>;
}

/** The supported endpoints. Any other is `invalid_request_url`. */
export const notesRoutes: readonly NotesRoute[] = [
  { at: /^GET \/v1\/users\/me$/, answer: describeBot },
  { at: /^GET \/v1\/databases\/([^/]+)$/, needs: "read_content", answer: describeDatabase },
  { at: /^POST \/v1\/databases\/([^/]+)\/query$/, needs: "read_content", answer: query },
  { at: /^POST \/v1\/pages$/, needs: "insert_content", answer: create },
  { at: /^GET \/v1\/pages\/([^/]+)$/, needs: "read_content", answer: describePage },
  { at: /^GET \/v1\/blocks\/([^/]+)\/children$/, needs: "read_content", answer: listChildren },
  { at: /^PATCH \/v1\/blocks\/([^/]+)\/children$/, needs: "insert_content", answer: appendChildren },
];

function describeBot({ caller, workspace }: ReceivedNotesCall) {
  return {
    object: "user",
    id: "5eed0000-0000-4000-8000-b07000000000",
    name: caller.botName,
    avatar_url: null,
    type: "bot",
    bot: { owner: { type: "workspace", workspace: true }, workspace_name: workspace.name },
  };
}

function describeDatabase(call: ReceivedNotesCall) {
  const database = databaseOf(call);
  refuseSeveralSources(database);
  return databaseView(database);
}

function query(call: ReceivedNotesCall) {
  return queryDatabase(call.workspace, databaseOf(call), call.body);
}

function create({ workspace, body }: ReceivedNotesCall) {
  return createPage(workspace, body);
}

function describePage({ workspace, id }: ReceivedNotesCall) {
  const page = workspace.page(id);
  if (page === undefined) throw new NotesRefusal(notesNotFound("page", id));
  return pageView(page);
}

function listChildren(call: ReceivedNotesCall) {
  const paging = readPaging(call.query.get("page_size"), call.query.get("start_cursor"));
  return { ...listView(childrenOf(call), paging, blockView), type: "block", block: {} };
}

function appendChildren(call: ReceivedNotesCall) {
  childrenOf(call);
  const added = addBlocks(call.workspace, call.id, readBlocks(call.body.children));
  return { object: "list", results: added.map(blockView), next_cursor: null, has_more: false };
}

function databaseOf({ workspace, id }: ReceivedNotesCall): NotesDatabase {
  const database = workspace.database(id);
  if (database === undefined) throw new NotesRefusal(notesNotFound("database", id));
  return database;
}

function childrenOf({ workspace, id }: ReceivedNotesCall): readonly NotesBlock[] {
  const children = workspace.childrenOf(id);
  if (children === undefined) throw new NotesRefusal(notesNotFound("block", id));
  return children;
}
