import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { invalidDocument, RefusedOperation, refusalMessage, unauthenticated, wrongForm } from "./failures.ts";
import type { GraphqlDocument, Selected, SelectedField } from "./graphql-document.ts";
import { readDocument } from "./graphql-document.ts";
import { resolveRootField } from "./root-fields.ts";
import { sampleTrackerWorkspace } from "./sample-workspace.ts";
import type { TrackerToken, TrackerWorkspace } from "./workspace.ts";

/** The issue tracker's server and its state. */
export type TrackerServer = ScriptedServer & {
  readonly workspace: TrackerWorkspace;
  /** The GraphQL endpoint. */
  readonly graphqlUrl: string;
};

const REQUESTS_AN_HOUR = 5_000;

/**
 * Starts a server that speaks Linear's GraphQL API: `POST {url}/graphql` with a personal API key or an OAuth
 * token. Its queries are `viewer`, `organization`, `team(s)`, `user(s)`, `issueLabels`, `projects` and
 * `issue(s)`. Its mutation is `issueCreate`.
 */
export async function startTracker(
  options: { workspace?: TrackerWorkspace; port?: number } = {},
): Promise<TrackerServer> {
  const workspace = options.workspace ?? sampleTrackerWorkspace();
  let answered = 0;
  const server = await startScriptedServer({
    name: "tracker",
    port: options.port,
    handle: (request) => {
      answered += 1;
      const { headers, ...message } = answerOperation(request, workspace);
      const more = {
        "x-request-id": `sandbox-${answered}`,
        "x-complexity": "1",
        "x-ratelimit-requests-limit": String(REQUESTS_AN_HOUR),
        "x-ratelimit-requests-remaining": String(Math.max(0, REQUESTS_AN_HOUR - answered)),
      };
      return { ...message, headers: { ...headers, ...more } };
    },
  });
  return { ...server, workspace, graphqlUrl: `${server.url}/graphql` };
}

function answerOperation(request: RecordedRequest, workspace: TrackerWorkspace): Message {
  if (request.method !== "POST" || request.path !== "/graphql") return json({ error: "Not found" }, 404);
  try {
    const caller = authenticate(request.headers.authorization, workspace);
    const { query, variables } = readOperation(request);
    const document = readDocument(query, variables);
    const data = execute(document, (field) => resolveRootField(document.operation, field, workspace, caller));
    return json({ data });
  } catch (error) {
    if (error instanceof RefusedOperation) return refusalMessage(error);
    if (error instanceof SyntaxError) return refusalMessage(invalidDocument(error.message));
    throw error;
  }
}

function authenticate(header: string | undefined, workspace: TrackerWorkspace): TrackerToken {
  const bearer = /^Bearer (.+)$/i.exec(header ?? "")?.[1];
  const token = workspace.tokens.get(bearer ?? header ?? "");
  if (token?.form === "key" && bearer !== undefined) throw wrongForm();
  if (token === undefined || (token.form === "bearer" && bearer === undefined)) throw unauthenticated();
  return token;
}

function readOperation(request: RecordedRequest): { query: string; variables: Record<string, unknown> } {
  const body = request.json();
  if (typeof body !== "object" || body === null || !("query" in body) || typeof body.query !== "string") {
    throw invalidDocument("Must provide query string.");
  }
  const variables = "variables" in body && typeof body.variables === "object" ? body.variables : {};
  return { query: body.query, variables: { ...variables } };
}

/** Resolves one root field to its value, before the field's own selection is applied. */
type Resolve = (field: SelectedField) => unknown;

/** Returns the `data` of a response: resolves each root field and keeps the selected fields of its value. */
function execute({ selection, fragments }: GraphqlDocument, resolve: Resolve): Record<string, unknown> {
  const entries = fieldsOf(selection, fragments).map((field) => {
    return [field.alias, project(resolve(field), field.selection, fragments)] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the selected fields of a value. A field that the value does not have is null. */
function project(
  value: unknown,
  selection: readonly Selected[],
  fragments: GraphqlDocument["fragments"],
): unknown {
  if (Array.isArray(value)) return value.map((item) => project(item, selection, fragments));
  if (value === null || typeof value !== "object" || selection.length === 0) return value ?? null;
  const known = new Map<string, unknown>(Object.entries(value));
  const entries = fieldsOf(selection, fragments).map((field) => {
    return [field.alias, project(known.get(field.name), field.selection, fragments)] as const;
  });
  return Object.fromEntries(entries);
}

function fieldsOf(
  selection: readonly Selected[],
  fragments: GraphqlDocument["fragments"],
): readonly SelectedField[] {
  return selection.flatMap((selected) => {
    if ("inline" in selected) return fieldsOf(selected.inline, fragments);
    if ("spread" in selected) return fieldsOf(fragments.get(selected.spread) ?? [], fragments);
    return [selected];
  });
}
