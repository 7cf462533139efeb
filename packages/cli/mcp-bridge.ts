import { ApiError, jsonOf, refusalOf, wholeBody } from "./api-client.ts";
import { failureLine } from "./exit.ts";
import { mcpHeaders } from "./mcp-headers.ts";
import { errorAnswer, type McpMessage, parseMessage, RPC_ERROR } from "./mcp-message.ts";
import { readEvents } from "./read-events.ts";

export interface BridgePorts {
  /** Posts to the service's `/mcp`. */
  post(init: RequestInit): Promise<Response>;
  /** Takes one JSON-RPC message for the client. */
  write(message: unknown): void;
  /** Takes one line for the client's log. */
  warn(text: string): void;
}

/**
 * MCP over standard input and output for a service that speaks it over HTTP: every line is posted as it comes, what is answered
 * is written as it comes. Requests run side by side; a cancelled one is hung up, which is how HTTP tells the service.
 */
export class McpBridge {
  readonly #ports: BridgePorts;
  readonly #inFlight = new Map<unknown, AbortController>();
  #agreedVersion: string | undefined;

  constructor(ports: BridgePorts) {
    this.#ports = ports;
  }

  /** Serves until the lines end and every request has its answer. */
  async run(lines: AsyncIterable<string>): Promise<void> {
    const pending = new Set<Promise<void>>();
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const served = this.#serve(line).finally(() => pending.delete(served));
      pending.add(served);
    }
    await Promise.all(pending);
  }

  async #serve(line: string): Promise<void> {
    const message = parseMessage(line);
    if (typeof message === "number")
      return this.#ports.write(errorAnswer(null, message, "This line is not a JSON-RPC message."));
    if (message.method === "notifications/cancelled")
      return this.#inFlight.get(message.params?.requestId)?.abort();
    const hangUp = new AbortController();
    if (message.id !== undefined) this.#inFlight.set(message.id, hangUp);
    try {
      await this.#forward(message, hangUp.signal);
    } catch (error) {
      if (!hangUp.signal.aborted) this.#failed(message, error);
    } finally {
      this.#inFlight.delete(message.id);
    }
  }

  async #forward(message: McpMessage, signal: AbortSignal): Promise<void> {
    const headers = mcpHeaders(message, this.#agreedVersion);
    const response = await this.#ports.post({ headers, body: JSON.stringify(message), signal });
    let answered = message.id === undefined || message.method === undefined;
    for await (const answer of answersOf(response)) {
      if (answer.jsonrpc !== "2.0")
        throw new ApiError("The answer is not JSON-RPC. Is PLUMBLINE_URL the service?", response.status);
      // An error that names no message is about the one that was posted; a client could not tell which that was.
      if (answer.id === null) throw new ApiError(String(Object(answer.error).message), response.status);
      if (message.method === "initialize") this.#agreeOn(answer);
      answered ||= answer.id === message.id;
      this.#ports.write(answer);
    }
    if (!answered) throw new ApiError("The service ended its answer without a result.", response.status);
  }

  #agreeOn({ result }: Record<string, unknown>): void {
    const version: unknown = Object(result).protocolVersion;
    if (typeof version === "string") this.#agreedVersion = version;
  }

  #failed({ id, method }: McpMessage, error: unknown): void {
    this.#ports.warn(failureLine(error));
    if (id === undefined || method === undefined) return;
    const told =
      error instanceof ApiError ? error.message : "The bridge failed on this message; its log says why.";
    this.#ports.write(errorAnswer(id, RPC_ERROR.internal, told));
  }
}

/** The messages of an answer: one, a stream of them, or none. Throws ApiError for a refusal that is no JSON-RPC. */
async function* answersOf(response: Response): AsyncGenerator<Record<string, unknown>, void> {
  const type = response.headers.get("content-type")?.split(";")[0];
  if (type === "text/event-stream") yield* readEvents(wholeBody(response));
  else if (type === "application/json") yield await jsonOf(response);
  else if (!response.ok) throw await refusalOf(response);
}
