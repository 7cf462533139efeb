import { parseResponseObject, readResponseJson, streamBody } from "@plumbline/client/answer.ts";
import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import { serverSentEvents } from "@plumbline/client/server-sent-events.ts";
import * as z from "zod";
import { readServiceRefusal } from "./api-client.ts";
import { type AskingCall, AskingClient, VERSION_FIELD } from "./asking-client.ts";
import { formatFailure } from "./exit.ts";

interface BridgePorts {
  /** Posts to the service's `/mcp`. */
  post(init: RequestInit): Promise<Response>;
  /** Writes one JSON-RPC message to the client. */
  write(message: unknown): void;
  /** Writes one line to the client's log. */
  warn(text: string): void;
}

/**
 * Bridges MCP over standard input and output to a service that speaks it over HTTP. Posts every line when it
 * arrives and writes responses when they arrive. Requests run in parallel. Cancels a request by closing its
 * connection, which is how HTTP signals it to the service.
 */
export class McpBridge {
  readonly #ports: BridgePorts;
  readonly #inFlight = new Map<unknown, AbortController>();
  readonly #asking = new AskingClient((asked, signal) => this.#ask(asked, signal));
  /** Handlers for the client's response to each question, by ID. */
  readonly #asked = new Map<unknown, (message: McpMessage) => void>();
  #questions = 0;
  #inputEnded = false;
  #agreedVersion: string | undefined;

  constructor(ports: BridgePorts) {
    this.#ports = ports;
  }

  /** Serves until the input ends and every request has its response. */
  async run(lines: AsyncIterable<string>): Promise<void> {
    const pending = new Set<Promise<void>>();
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const served = this.#serve(line).finally(() => pending.delete(served));
      pending.add(served);
    }
    this.#inputEnded = true;
    for (const answer of this.#asked.values()) answer({});
    await Promise.all(pending);
  }

  async #serve(line: string): Promise<void> {
    const message = parseMessage(line);
    if (typeof message === "number")
      return this.#ports.write(createErrorResponse(null, message, "This line is not a JSON-RPC message."));
    if (message.method === "notifications/cancelled")
      return this.#inFlight.get(message.params?.requestId)?.abort();
    if (message.method === undefined && this.#asked.has(message.id))
      return this.#asked.get(message.id)?.(message);
    this.#asking.note(message);
    const hangUp = new AbortController();
    if (message.id !== undefined) this.#inFlight.set(message.id, hangUp);
    try {
      const call = this.#asking.addEnvelope(message, line);
      if (call) await this.#callTool(call, hangUp.signal);
      else await this.#forward(message, line, hangUp.signal);
    } catch (error) {
      if (!hangUp.signal.aborted) this.#reportFailure(message, error);
    } finally {
      this.#inFlight.delete(message.id);
    }
  }

  /** Makes a call for a client that can ask its user, and relays the service's questions. */
  async #callTool(call: AskingCall, signal: AbortSignal): Promise<void> {
    for (let next: AskingCall | undefined = call; next; ) {
      const made: AskingCall = next;
      next = undefined;
      for await (const answer of this.#readResponses(made, JSON.stringify(made), signal)) {
        next = await this.#asking.askAgain(made, answer, signal);
        if (!next) this.#ports.write(answer);
      }
    }
  }

  /**
   * Sends the client a request. Resolves with its result, or with `undefined` if the client responds with an
   * error.
   */
  #ask(asked: object, signal: AbortSignal): Promise<unknown> {
    if (this.#inputEnded) return Promise.resolve(undefined);
    this.#questions += 1;
    const id = `plumbline-${this.#questions}`;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, ({ result }) => resolve(result));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.#ports.write({ jsonrpc: "2.0", id, ...asked });
    }).finally(() => this.#asked.delete(id));
  }

  /** Posts the line unchanged, because parsing could alter a large number in it. */
  async #forward(message: McpMessage, line: string, signal: AbortSignal): Promise<void> {
    for await (const answer of this.#readResponses(message, line, signal)) {
      if (message.method === "initialize") this.#agreeOn(answer);
      this.#ports.write(answer);
    }
  }

  async *#readResponses(
    message: McpMessage,
    line: string,
    signal: AbortSignal,
  ): AsyncGenerator<Record<string, unknown>, void> {
    const headers = createHeaders(message, this.#agreedVersion);
    const response = await this.#ports.post({ headers, body: line, signal });
    let answered = message.id === undefined || message.method === undefined;
    for await (const answer of readMessages(response)) {
      if (answer.jsonrpc !== "2.0")
        throw new PlumblineError(
          "The answer is not JSON-RPC. Is PLUMBLINE_URL the service?",
          response.status,
        );
      // An error without an ID concerns the posted message, but a client could not see that.
      if (answer.id === null) throw new PlumblineError(String(Object(answer.error).message), response.status);
      answered ||= answer.id === message.id;
      yield answer;
    }
    if (!answered)
      throw new PlumblineError("The service's response ended without a result.", response.status);
  }

  #agreeOn({ result }: Record<string, unknown>): void {
    const version: unknown = Object(result).protocolVersion;
    if (typeof version === "string") this.#agreedVersion = version;
  }

  #reportFailure({ id, method }: McpMessage, error: unknown): void {
    this.#ports.warn(formatFailure(error));
    if (id === undefined || method === undefined) return;
    const told =
      error instanceof PlumblineError ? error.message : "The bridge failed on this message; see its log.";
    this.#ports.write(createErrorResponse(id, RPC_ERROR.internal, told));
  }
}

/**
 * Yields the messages of a response: one, a stream of them, or none. Throws PlumblineError for a refusal
 * that is not JSON-RPC.
 */
async function* readMessages(response: Response): AsyncGenerator<Record<string, unknown>, void> {
  const type = response.headers.get("content-type")?.split(";")[0];
  if (type === "text/event-stream") yield* readEvents(streamBody(response));
  else if (type === "application/json") yield await readResponseJson(response);
  else if (!response.ok) throw await readServiceRefusal(response);
}

const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.unknown().optional(),
});

/** The part of an MCP message that the bridge reads. Everything else is passed on unchanged. */
type McpMessage = z.infer<typeof message>;

/** Error codes of JSON-RPC 2.0, section 5.1. */
const RPC_ERROR = { parse: -32_700, invalidRequest: -32_600, internal: -32_603 } as const;

/** Parses a message, or returns the error code for an invalid line. */
function parseMessage(line: string): McpMessage | number {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return RPC_ERROR.parse;
  }
  return message.safeParse(value).data ?? RPC_ERROR.invalidRequest;
}

/** Creates the response to a message that cannot be served. The ID is `null` if it is unknown. */
function createErrorResponse(
  id: string | number | null,
  code: number,
  text: string,
): Record<string, unknown> {
  return { jsonrpc: "2.0", id, error: { code, message: text } };
}

/**
 * Creates the headers of a message for MCP's Streamable HTTP transport. From protocol 2026-07-28 on, they
 * repeat fields of the message. Earlier protocols have only the version agreed in `initialize`, which is
 * `undefined` until then.
 */
function createHeaders({ method, params }: McpMessage, agreedVersion: string | undefined): Headers {
  const headers = new Headers({ accept: "application/json, text/event-stream" });
  const version: unknown = Object(params?._meta)[VERSION_FIELD];
  if (typeof version === "string") {
    headers.set("mcp-protocol-version", encodeHeader(version));
    if (method !== undefined) headers.set("mcp-method", encodeHeader(method));
    if (method === "tools/call" && typeof params?.name === "string")
      headers.set("mcp-name", encodeHeader(params.name));
  } else if (agreedVersion !== undefined) {
    headers.set("mcp-protocol-version", encodeHeader(agreedVersion));
  }
  return headers;
}

/** Encodes text for a header. Characters that headers cannot contain require the transport's Base64 form. */
function encodeHeader(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?base64?");
  return plain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}

/** Yields the JSON objects of a stream of server-sent events as they arrive. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Record<string, unknown>, void> {
  for await (const { data } of serverSentEvents(body)) yield parseResponseObject(data, 200);
}
