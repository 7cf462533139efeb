import createClient, { type FetchResponse, type MaybeOptionalInit, type Middleware } from "openapi-fetch";
import { type RunRequests, readRun, type StreamChunk } from "./agent-stream.ts";
import { wholeBody } from "./answer.ts";
import { checkedFetch, EVENT_STREAM, type Fetch } from "./checked-fetch.ts";
import type { paths } from "./schema.d.ts";
import type { Schemas } from "./schemas.ts";
import { type ToolCalls, toolCalls } from "./tool-calls.ts";

/**
 * Paths that take and return JSON. A run of the agent is streamed; pages are for browsers; `/mcp` has its own
 * clients.
 */
type JsonPaths = Omit<
  paths,
  | "/"
  | "/api/v1/agent/runs/{id}/stream"
  | "/api/v1/agent/stream"
  | "/api/v1/agent/stream/{id}/stream"
  | "/console/{file}"
  | "/docs"
  | "/docs/{page}"
  | "/mcp"
  | "/openapi.json"
>;
type HttpMethod = "get" | "post" | "put" | "patch" | "delete";

type PathsWith<Method extends HttpMethod> = {
  [Path in keyof JsonPaths]: JsonPaths[Path] extends Record<Method, object> ? Path : never;
}[keyof JsonPaths];

type Operation<Path extends keyof JsonPaths, Method extends HttpMethod> =
  JsonPaths[Path] extends Record<Method, infer Found extends object> ? Found : never;

/** Parameters, body and what `fetch` takes; they may be left out where none must be given. */
type Options<Init> = object extends Init ? [options?: Init] : [options: Init];

/** A refusal has been thrown. */
type Answered<Response> = Extract<Response, { error?: never }>;

type Call<Method extends HttpMethod> = <
  Path extends PathsWith<Method>,
  Init extends MaybeOptionalInit<JsonPaths[Path], Method>,
>(
  path: Path,
  ...options: Options<Init>
) => Promise<Answered<FetchResponse<Operation<Path, Method>, Init, "application/json">>>;

/** The HTTP API, typed by its description. Every call answers `{data, response}` or throws PlumblineError. */
export interface PlumblineClient {
  GET: Call<"get">;
  POST: Call<"post">;
  PUT: Call<"put">;
  PATCH: Call<"patch">;
  DELETE: Call<"delete">;
  /** The tools, each with the types of its arguments and its result. */
  readonly tools: ToolCalls;
  /**
   * A run of the agent, chunk by chunk as it comes, to its `done`. Where the connection breaks off, another
   * reads on. A reader that leaves, or whose signal aborts, stops the run. Throws PlumblineError when it is
   * refused or cannot be read to its end, and the signal's reason when that aborts.
   */
  streamAgent(
    request: Schemas["RunRequest"] | Schemas["ResumeRequest"],
    options?: {
      signal?: AbortSignal;
      /** Makes the run happen once: the same request reads it again. */
      idempotencyKey?: string;
    },
  ): AsyncGenerator<StreamChunk, void>;
  /** The same of a run that was begun before: all that it has told, and what it tells from then on. */
  streamRun(runId: string, options?: { signal?: AbortSignal }): AsyncGenerator<StreamChunk, void>;
  /** Adds middleware of openapi-fetch; its `onError` may put another error in place of a PlumblineError. */
  use(...middleware: Middleware[]): void;
}

export interface PlumblineClientOptions {
  /** Where the service is: `https://plumbline.example.com`, with a path where it has one. */
  baseUrl: string;
  /**
   * `plk_…`, a session's `pls_…`, or for tenants and their keys the operator's `plo_…`. The console leaves it
   * out: its cookie says who calls.
   */
  apiKey?: string;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** In place of the global one. */
  fetch?: Fetch;
}

/** A client of the service; it runs wherever there is `fetch`. */
export function plumblineClient(options: PlumblineClientOptions): PlumblineClient {
  const { baseUrl, apiKey, fetch = globalThis.fetch } = options;
  const headers = {
    ...options.headers,
    accept: "application/json",
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const client = createClient<paths>({ baseUrl, headers, fetch: checkedFetch(fetch) });
  const tools = toolCalls(
    async (name, args, { idempotencyKey, conversationId, runId, approvalId, ...options }) => {
      const { data } = await client.POST("/api/v1/tools/{name}", {
        params: {
          path: { name },
          header: {
            ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
            ...(conversationId !== undefined && { "x-conversation-id": conversationId }),
            ...(runId !== undefined && { "x-run-id": runId }),
          },
        },
        body: {
          arguments: { ...args },
          ...(approvalId !== undefined && { approval_id: approvalId }),
          ...(options.allowDestinations && { allow_destinations: options.allowDestinations }),
        },
        signal: options.signal ?? null,
      });
      return data;
    },
  );
  const streamed = (signal?: AbortSignal) =>
    ({ headers: { accept: EVENT_STREAM }, parseAs: "stream", signal: signal ?? null }) as const;
  const goOn = async (id: string, after: string, signal?: AbortSignal) => {
    const params = { path: { id }, header: { "last-event-id": after } };
    const sent = { ...streamed(signal), params };
    const { response } = await client.GET("/api/v1/agent/runs/{id}/stream", sent);
    return wholeBody(response, signal);
  };
  /** Reads a run by what begins its first reading. */
  const read = (begin: RunRequests["begin"], signal?: AbortSignal) => {
    const stop = (id: string) => client.POST("/api/v1/agent/runs/{id}/stop", { params: { path: { id } } });
    return readRun({ begin, goOn: (id, after) => goOn(id, after, signal), stop }, signal);
  };
  return {
    tools,
    GET: client.GET as Call<"get">,
    POST: client.POST as Call<"post">,
    PUT: client.PUT as Call<"put">,
    PATCH: client.PATCH as Call<"patch">,
    DELETE: client.DELETE as Call<"delete">,
    streamAgent(body, { signal, idempotencyKey } = {}) {
      const header = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
      return read(async () => {
        const sent = { ...streamed(signal), params: { header }, body };
        const { response } = await client.POST("/api/v1/agent/stream", sent);
        return wholeBody(response, signal);
      }, signal);
    },
    streamRun: (runId, { signal } = {}) => read(() => goOn(runId, "0", signal), signal),
    use: (...middleware) => client.use(...middleware),
  };
}
