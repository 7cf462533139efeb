import createClient, { type FetchResponse, type MaybeOptionalInit, type Middleware } from "openapi-fetch";
import { type RunRequests, readRun, type StreamChunk } from "./agent-stream.ts";
import { streamBody } from "./answer.ts";
import { checkFetch, EVENT_STREAM, type Fetch } from "./checked-fetch.ts";
import type { paths } from "./schema.d.ts";
import type { Schemas } from "./schemas.ts";
import { createToolCalls, type ToolCalls } from "./tool-calls.ts";

/**
 * Paths that take and return JSON. Leaves out runs of the agent, which are streamed, pages for browsers, and
 * `/mcp`, which has its own clients.
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

/** Parameters, body and options of `fetch`. Optional if the path requires none. */
type Options<Init> = object extends Init ? [options?: Init] : [options: Init];

/** The type of a successful response. Refusals are thrown instead. */
type Answered<Response> = Extract<Response, { data: unknown }>;

type Call<Method extends HttpMethod> = <
  Path extends PathsWith<Method>,
  Init extends MaybeOptionalInit<Record<Method, Operation<Path, Method>>, Method>,
>(
  path: Path,
  ...options: Options<Init>
) => Promise<Answered<FetchResponse<Operation<Path, Method>, Init, "application/json">>>;

/**
 * The HTTP API, typed by its OpenAPI description. Every call returns `{data, response}` or throws
 * PlumblineError.
 */
export interface PlumblineClient {
  GET: Call<"get">;
  POST: Call<"post">;
  PUT: Call<"put">;
  PATCH: Call<"patch">;
  DELETE: Call<"delete">;
  /** The tools, each with the types of its arguments and its result. */
  readonly tools: ToolCalls;
  /**
   * Yields a run of the agent chunk by chunk as it arrives, up to its `done`. Reconnects if the connection
   * breaks off. Stops the run if the reader leaves or its signal aborts. Throws PlumblineError if the run is
   * refused or cannot be read to its end, and the signal's reason if the signal aborts.
   */
  streamAgent(
    request: Schemas["RunRequest"] | Schemas["ResumeRequest"],
    options?: {
      signal?: AbortSignal;
      /** Makes the run idempotent: repeating the same request reads the same run again. */
      idempotencyKey?: string;
    },
  ): AsyncGenerator<StreamChunk, void>;
  /** Yields an existing run in the same way: all its chunks so far, then new ones as they arrive. */
  streamRun(runId: string, options?: { signal?: AbortSignal }): AsyncGenerator<StreamChunk, void>;
  /** Adds openapi-fetch middleware. Its `onError` may replace a PlumblineError with another error. */
  use(...middleware: Middleware[]): void;
}

export interface PlumblineClientOptions {
  /** URL of the service, with a path if it has one: `https://plumbline.example.com`. */
  baseUrl: string;
  /**
   * A `plk_…` key, a session's `pls_…`, or the operator's `plo_…` for managing tenants and their keys. The
   * console omits it: its cookie identifies the caller.
   */
  apiKey?: string;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  fetch?: Fetch;
}

/** Creates a client of the service. Runs wherever `fetch` is available. */
export function plumblineClient(options: PlumblineClientOptions): PlumblineClient {
  const { baseUrl, apiKey, fetch = globalThis.fetch } = options;
  const headers = {
    ...options.headers,
    accept: "application/json",
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const client = createClient<paths>({ baseUrl, headers, fetch: checkFetch(fetch) });
  const tools = createToolCalls(
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
  const createStreamOptions = (signal?: AbortSignal) =>
    ({ headers: { accept: EVENT_STREAM }, parseAs: "stream", signal: signal ?? null }) as const;
  const resumeRun = async (id: string, after: string, signal?: AbortSignal) => {
    const params = { path: { id }, header: { "last-event-id": after } };
    const sent = { ...createStreamOptions(signal), params };
    const { response } = await client.GET("/api/v1/agent/runs/{id}/stream", sent);
    return streamBody(response, signal);
  };
  /** Reads a run, given the request that starts the reading. */
  const read = (begin: RunRequests["begin"], signal?: AbortSignal) => {
    const stop = (id: string) => client.POST("/api/v1/agent/runs/{id}/stop", { params: { path: { id } } });
    return readRun({ begin, goOn: (id, after) => resumeRun(id, after, signal), stop }, signal);
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
        const sent = { ...createStreamOptions(signal), params: { header }, body };
        const { response } = await client.POST("/api/v1/agent/stream", sent);
        return streamBody(response, signal);
      }, signal);
    },
    streamRun: (runId, { signal } = {}) => read(() => resumeRun(runId, "0", signal), signal),
    use: (...middleware) => client.use(...middleware),
  };
}
