import { objectIn } from "@plumbline/client/answer.ts";
import { serverSentEvents } from "@plumbline/client/server-sent-events.ts";
import * as z from "zod";
import { ApiError, jsonOf, readServiceRefusal, wholeBody } from "./api-client.ts";
import { failureLine } from "./exit.ts";

interface BridgePorts {
  /** Posts to the service's `/mcp`. */
  post(init: RequestInit): Promise<Response>;
  /** Takes one JSON-RPC message for the client. */
  write(message: unknown): void;
  /** Takes one line for the client's log. */
  warn(text: string): void;
}

/**
 * MCP over standard input and output for a service that speaks it over HTTP: every line is posted as it
 * comes, what is answered is written as it comes. Requests run side by side; a cancelled one is hung up,
 * which is how HTTP tells the service.
 */
export class McpBridge {
  readonly #ports: BridgePorts;
  readonly #inFlight = new Map<unknown, AbortController>();
  readonly #asking = new AskingClient((asked, signal) => this.#ask(asked, signal));
  /** Takes the client's answer to each question, by its id. */
  readonly #asked = new Map<unknown, (message: McpMessage) => void>();
  #questions = 0;
  #inputEnded = false;
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
    this.#inputEnded = true;
    for (const answer of this.#asked.values()) answer({});
    await Promise.all(pending);
  }

  async #serve(line: string): Promise<void> {
    const message = parseMessage(line);
    if (typeof message === "number")
      return this.#ports.write(errorAnswer(null, message, "This line is not a JSON-RPC message."));
    if (message.method === "notifications/cancelled")
      return this.#inFlight.get(message.params?.requestId)?.abort();
    if (message.method === undefined && this.#asked.has(message.id))
      return this.#asked.get(message.id)?.(message);
    this.#asking.note(message);
    const hangUp = new AbortController();
    if (message.id !== undefined) this.#inFlight.set(message.id, hangUp);
    try {
      const call = this.#asking.enveloped(message, line);
      if (call) await this.#callTool(call, hangUp.signal);
      else await this.#forward(message, line, hangUp.signal);
    } catch (error) {
      if (!hangUp.signal.aborted) this.#failed(message, error);
    } finally {
      this.#inFlight.delete(message.id);
    }
  }

  /** Makes a call for a client whose person can be asked, and asks what the service wants to know. */
  async #callTool(call: AskingCall, signal: AbortSignal): Promise<void> {
    for (let next: AskingCall | undefined = call; next; ) {
      const made: AskingCall = next;
      next = undefined;
      for await (const answer of this.#answers(made, JSON.stringify(made), signal)) {
        next = await this.#asking.again(made, answer, signal);
        if (!next) this.#ports.write(answer);
      }
    }
  }

  /** Sends the client a request; resolves to its result, or to nothing where the client answers an error. */
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

  /** Posts the line as it came: a number in it may be larger than one that was parsed could be. */
  async #forward(message: McpMessage, line: string, signal: AbortSignal): Promise<void> {
    for await (const answer of this.#answers(message, line, signal)) {
      if (message.method === "initialize") this.#agreeOn(answer);
      this.#ports.write(answer);
    }
  }

  async *#answers(
    message: McpMessage,
    line: string,
    signal: AbortSignal,
  ): AsyncGenerator<Record<string, unknown>, void> {
    const headers = mcpHeaders(message, this.#agreedVersion);
    const response = await this.#ports.post({ headers, body: line, signal });
    let answered = message.id === undefined || message.method === undefined;
    for await (const answer of answersOf(response)) {
      if (answer.jsonrpc !== "2.0")
        throw new ApiError("The answer is not JSON-RPC. Is PLUMBLINE_URL the service?", response.status);
      // An error that names no message is about the one that was posted; a client could not tell which that
      // was.
      if (answer.id === null) throw new ApiError(String(Object(answer.error).message), response.status);
      answered ||= answer.id === message.id;
      yield answer;
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

/**
 * The messages of an answer: one, a stream of them, or none. Throws ApiError for a refusal that is no
 * JSON-RPC.
 */
async function* answersOf(response: Response): AsyncGenerator<Record<string, unknown>, void> {
  const type = response.headers.get("content-type")?.split(";")[0];
  if (type === "text/event-stream") yield* readEvents(wholeBody(response));
  else if (type === "application/json") yield await jsonOf(response);
  else if (!response.ok) throw await readServiceRefusal(response);
}

const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.unknown().optional(),
});

/** A JSON-RPC message of MCP, as far as the bridge looks into it; all else in it goes through untouched. */
type McpMessage = z.infer<typeof message>;

/** Codes of JSON-RPC 2.0, section 5.1. */
const RPC_ERROR = { parse: -32_700, invalidRequest: -32_600, internal: -32_603 } as const;

/** A message of one line, or the code of what is wrong with it. */
function parseMessage(line: string): McpMessage | number {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return RPC_ERROR.parse;
  }
  return message.safeParse(value).data ?? RPC_ERROR.invalidRequest;
}

/** The answer that a message gets when it cannot be served; `null` where its id is not known. */
function errorAnswer(id: string | number | null, code: number, text: string): Record<string, unknown> {
  return { jsonrpc: "2.0", id, error: { code, message: text } };
}

/**
 * The headers that go with a message posted by MCP's Streamable HTTP transport. From protocol 2026-07-28 on
 * they repeat what the message says of itself; before it there is only the version that `initialize` agreed
 * on, `undefined` until then.
 */
function mcpHeaders({ method, params }: McpMessage, agreedVersion: string | undefined): Headers {
  const headers = new Headers({ accept: "application/json, text/event-stream" });
  const version: unknown = Object(params?._meta)[VERSION_FIELD];
  if (typeof version === "string") {
    headers.set("mcp-protocol-version", headerValue(version));
    if (method !== undefined) headers.set("mcp-method", headerValue(method));
    if (method === "tools/call" && typeof params?.name === "string")
      headers.set("mcp-name", headerValue(params.name));
  } else if (agreedVersion !== undefined) {
    headers.set("mcp-protocol-version", headerValue(agreedVersion));
  }
  return headers;
}

/** Text that a header cannot hold as it is goes in the transport's Base64 form. */
function headerValue(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?base64?");
  return plain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}

/** The JSON objects of a stream of server-sent events, as they arrive. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Record<string, unknown>, void> {
  for await (const { data } of serverSentEvents(body)) yield objectIn(data, 200);
}

/** A client of a protocol before 2026-07-28 says once, at `initialize`, that its person can be asked. */
const initialize = z.looseObject({
  method: z.literal("initialize"),
  params: z.looseObject({
    capabilities: z.looseObject({ elicitation: z.looseObject({}) }),
    clientInfo: z.looseObject({}).optional(),
  }),
});

const toolCall = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.literal("tools/call"),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }),
});

/** A tool call of a client whose person can be asked. */
type AskingCall = z.infer<typeof toolCall>;

const question = z.object({ method: z.string(), params: z.looseObject({}).optional() });

/** Questions that the service wants answered before it goes on with a call. */
const inputRequired = z.looseObject({
  resultType: z.literal("input_required"),
  inputRequests: z.record(z.string(), question),
  requestState: z.string().optional(),
});

type Question = z.infer<typeof question>;

/** A number that JSON.parse may have changed: such a line is posted as it came. */
const LONG_NUMBER = /\d{16}/;

/**
 * Asks the person of a client that speaks a protocol before 2026-07-28. There a server asks by a request of
 * its own, for which `/mcp` has no session. So the call goes to the service in the later form, and what the
 * service then wants to know is asked over standard output.
 */
class AskingClient {
  readonly #ask: (asked: Question, signal: AbortSignal) => Promise<unknown>;
  #clientInfo: unknown;
  #canAsk = false;

  /** `ask` sends the client a request and resolves to its result; a refusal is `undefined`. */
  constructor(ask: (asked: Question, signal: AbortSignal) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Notes what the client can do, as its `initialize` says. */
  note(message: unknown): void {
    const begun = initialize.safeParse(message).data;
    if (!begun) return;
    this.#canAsk = true;
    this.#clientInfo = begun.params.clientInfo;
  }

  /** The call in the later form; `undefined` for any other message, and for a client that cannot ask. */
  enveloped(message: unknown, line: string): AskingCall | undefined {
    const call = this.#canAsk && !LONG_NUMBER.test(line) ? toolCall.safeParse(message).data : undefined;
    if (!call || VERSION_FIELD in (call.params._meta ?? {})) return undefined;
    const _meta = {
      ...call.params._meta,
      [VERSION_FIELD]: "2026-07-28",
      "io.modelcontextprotocol/clientInfo": this.#clientInfo,
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    return { ...call, params: { ...call.params, _meta } };
  }

  /**
   * Asks what an answer wants to know, and returns the call that brings it to the service; `undefined` for an
   * answer that wants nothing.
   */
  async again(call: AskingCall, answer: unknown, signal: AbortSignal): Promise<AskingCall | undefined> {
    const wanted = inputRequired.safeParse(Object(answer).result).data;
    if (!wanted) return undefined;
    const inputResponses: Record<string, unknown> = {};
    for (const [name, asked] of Object.entries(wanted.inputRequests))
      inputResponses[name] = (await this.#ask(asked, signal)) ?? { action: "cancel" };
    return { ...call, params: { ...call.params, inputResponses, requestState: wanted.requestState } };
  }
}

/** Where a message of the later protocol says its version. */
const VERSION_FIELD = "io.modelcontextprotocol/protocolVersion";
