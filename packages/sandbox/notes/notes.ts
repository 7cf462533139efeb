import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { addBlocks, readBlocks } from "./block-input.ts";
import { createPage } from "./create-page.ts";
import {
  invalid,
  NotesRefusal,
  notesError,
  notesNotFound,
  notesRestricted,
  notesUnauthorized,
} from "./failures.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import { queryDatabase, readPaging, refuseSeveralSources } from "./query-database.ts";
import { sampleNotesWorkspace } from "./sample-workspace.ts";
import { blockView, databaseView, listView, pageView } from "./views.ts";
import type { NotesBlock, NotesCapability, NotesDatabase, NotesToken, NotesWorkspace } from "./workspace.ts";

/** The notes app's server and its state. */
export type NotesServer = ScriptedServer & { readonly workspace: NotesWorkspace };

/** The supported API version. */
const version = "2022-06-28";
/** Maximum size of a body, in bytes. */
const largestPayload = 500_000;

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/**
 * Starts a server that speaks the Notion REST API, version 2022-06-28, on 127.0.0.1: databases and queries,
 * pages and their blocks, with the provider's own limits and refusals.
 */
export async function startNotes(
  options: { workspace?: NotesWorkspace; port?: number } = {},
): Promise<NotesServer> {
  const workspace = options.workspace ?? sampleNotesWorkspace();
  let answered = 0;
  const server = await startScriptedServer({
    name: "notes",
    port: options.port,
    handle: (request) => {
      answered += 1;
      return withRequestId(answerCall(request, workspace), `sandbox-${answered}`);
    },
  });
  return { ...server, workspace };
}

function withRequestId(message: Message, requestId: string): Message {
  const body = isObject(message.json) ? { json: { ...message.json, request_id: requestId } } : {};
  return { ...message, ...body, headers: { ...message.headers, "x-notion-request-id": requestId } };
}

function answerCall(request: RecordedRequest, workspace: NotesWorkspace): Message {
  try {
    return readAndAnswer(request, workspace);
  } catch (error) {
    if (error instanceof NotesRefusal) return error.answer;
    throw error;
  }
}

function readAndAnswer(request: RecordedRequest, workspace: NotesWorkspace): Message {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const caller = workspace.tokens.get(bearer ?? "");
  if (caller === undefined) return notesUnauthorized();
  checkVersion(request.headers["notion-version"]);
  const asked = `${request.method} ${request.path}`;
  const route = notesRoutes.find(({ at }) => at.test(asked));
  if (route === undefined) return notesError(400, "invalid_request_url", "Invalid request URL.");
  const id = route.at.exec(asked)?.[1];
  if (id !== undefined && !uuid.test(id))
    throw invalid(`path failed validation: path.id should be a valid uuid, instead was \`"${id}"\`.`);
  if (route.needs !== undefined && !caller.capabilities.includes(route.needs)) return notesRestricted();
  return json(
    route.answer({ workspace, caller, id: id ?? "", body: readBody(request), query: request.query }),
  );
}

function checkVersion(given: string | undefined): void {
  if (given === version) return;
  if (given !== undefined)
    throw invalid(`Notion-Version header failed validation: ${given} is not spoken here.`);
  throw new NotesRefusal(
    notesError(
      400,
      "missing_version",
      "Notion-Version header failed validation: Notion-Version header should be defined.",
    ),
  );
}

function readBody(request: RecordedRequest): JsonObject {
  if (request.body.length === 0) return {};
  if (request.body.length > largestPayload)
    throw new NotesRefusal(notesError(413, "validation_error", "Request body too large."));
  let body: unknown;
  try {
    body = request.json();
  } catch {
    throw new NotesRefusal(notesError(400, "invalid_json", "Error parsing JSON body."));
  }
  if (!isObject(body)) throw invalid("body failed validation: body should be an object.");
  return body;
}

/** A request whose token was accepted. */
interface ReceivedNotesCall {
  readonly workspace: NotesWorkspace;
  readonly caller: NotesToken;
  /** The ID in the path, or "". */
  readonly id: string;
  readonly body: JsonObject;
  readonly query: URLSearchParams;
}

/** One endpoint: its method and path, with the ID captured, and its required capability. */
interface NotesRoute {
  readonly at: RegExp;
  readonly needs?: NotesCapability;
  answer(call: ReceivedNotesCall): Record<string, unknown>;
}

/** The supported endpoints. Any other is `invalid_request_url`. */
const notesRoutes: readonly NotesRoute[] = [
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
