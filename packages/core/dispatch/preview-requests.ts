import type { Clock, Random } from "../clock/clock.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import { type HttpClient, type HttpRequest, HttpResponse } from "../egress/http-message.ts";
import { buildOutgoingHeaders } from "../egress/pool.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import { hideInUrl, hideInUrls, isSecretHeader } from "../text/named-secrets.ts";
import type { ActionContext, ActionRequest, PlannedRequest, PreviewAnswer, Tool } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import { CallContext, fetchClientFor, httpClientFor } from "./call-context.ts";
import { redactResult } from "./redaction.ts";

interface PreviewOptions {
  resolver: CredentialResolver;
  clock: Clock;
  random: Random;
}

/**
 * Returns the requests that a call would make, in order and without secrets, by running the tool's own code
 * without a network. The first request is exact. Later ones depend on the answers that the tool can predict.
 * Host names are not resolved. Throws AdapterError or ToolRefusal, as the call would before its first
 * request.
 */
export async function previewRequests(
  call: Call,
  input: Record<string, unknown>,
  { resolver, clock, random }: PreviewOptions,
): Promise<unknown> {
  const { tool } = call;
  if (tool.reach.to === "nowhere") return [];
  const recorder = new RequestRecorder((request, index) => tool.previewAnswer?.(request, index, input));
  const waysOut = { provider: recorder, guarded: recorder };
  const context = new CallContext(call, input, {
    http: httpClientFor(tool, waysOut),
    guarded: fetchClientFor(tool, waysOut),
    clock: withoutWaiting(clock),
    random,
  });
  context.credential = await call.openCredential(resolver);
  const requests = tool.preview
    ? (await tool.preview(input, context)).map(shownPlan)
    : await recordedRun(tool, input, context, recorder);
  return redactResult(requests, call.secrets);
}

async function recordedRun(
  tool: Tool,
  input: Record<string, unknown>,
  context: ActionContext,
  recorder: RequestRecorder,
): Promise<readonly unknown[]> {
  // Such a tool does not use the recorder's client and would reach the network.
  if (tool.reach.to === "mail" || tool.reach.to === "search")
    throw new Error(`Tool ${tool.name} does not tell what it would send.`);
  try {
    await tool.run(input, context);
  } catch (error) {
    // After the first request, the error may only be caused by a placeholder in an answer. The real call
    // would have sent that request.
    const stumbled = error instanceof AdapterError && recorder.requests.length > 0;
    if (!stumbled && !(error instanceof PreviewEnd)) throw error;
  }
  return recorder.requests;
}

function shownPlan(planned: PlannedRequest): unknown {
  if (!("protocol" in planned)) return shownRequest(planned, new StandIns());
  return JSON.parse(JSON.stringify(planned));
}

/** Returns a clock that never waits, because no provider does any work during a preview. */
function withoutWaiting(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    wait: () => Promise.resolve(),
    after: (ms, run) => clock.after(ms, run),
  };
}

/**
 * Maximum number of recorded requests. The longest valid call makes 21: a post with four fetched and
 * described images, or a page of twenty parts.
 */
const MAX_REQUESTS = 25;

/** Ends the run of a tool when the next answer cannot be predicted. */
class PreviewEnd extends Error {
  override readonly name = "PreviewEnd";
}

/**
 * Replaces the network: records each request as it may be shown and returns the answer that `foretell`
 * predicts. Throws PreviewEnd when there is no prediction, and for every later request.
 */
class RequestRecorder implements HttpClient {
  readonly requests: ShownRequest[] = [];
  readonly #foretell: (request: HttpRequest, index: number) => PreviewAnswer | undefined;
  readonly #standIns = new StandIns();
  #ended = false;

  constructor(foretell: (request: HttpRequest, index: number) => PreviewAnswer | undefined) {
    this.#foretell = foretell;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    if (this.#ended) throw new PreviewEnd();
    const index = this.requests.push(shownRequest(request, this.#standIns)) - 1;
    const answer = this.requests.length < MAX_REQUESTS ? this.#foretell(request, index) : undefined;
    if (answer !== undefined) return this.#answered(answer);
    this.#ended = true;
    throw new PreviewEnd();
  }

  #answered({ status = 200, headers = {}, body, standIns = {} }: PreviewAnswer): HttpResponse {
    this.#standIns.learn(standIns);
    if (!Buffer.isBuffer(body))
      return new HttpResponse(status, headers, Buffer.from(JSON.stringify(body)), false);
    this.#standIns.learnFile(body);
    return new HttpResponse(status, headers, body, false);
  }
}

/** A request as shown in a preview. */
interface ShownRequest {
  method: string;
  url: string;
  /** Header names in lower case, without headers that only frame the message. */
  headers: Record<string, string>;
  /**
   * JSON unchanged, a form as an object, other text as a string, and binary data as its length in bytes.
   * Omitted if there is no body.
   */
  body?: unknown;
}

/** Returns the request as it would be sent, with credentials in headers and URLs redacted. */
function shownRequest(
  { method, url, headers, body }: Pick<ActionRequest, "method" | "url" | "headers" | "body">,
  standIns: StandIns,
): ShownRequest {
  const sent = Object.entries(buildOutgoingHeaders(headers)).map(([name, value]) => {
    const lower = name.toLowerCase();
    return [lower, isSecretHeader(lower) ? "[redacted]" : hideInUrl(value)] as const;
  });
  const shown = Object.fromEntries(sent);
  return {
    method,
    url: hideInUrl(standIns.inUrl(`${url.origin}${url.pathname}${url.search}`)),
    headers: shown,
    ...(body === undefined
      ? {}
      : { body: hideInUrls(shownBody(body, shown["content-type"] ?? "", standIns)) }),
  };
}

function shownBody(body: string | Buffer, contentType: string, standIns: StandIns): unknown {
  const [mediaType = ""] = contentType.split(";", 1);
  if (typeof body !== "string") return { bytes: standIns.bytes(body), media_type: mediaType };
  if (mediaType === "application/json") return standIns.inJson(JSON.parse(body));
  if (mediaType === "application/x-www-form-urlencoded")
    return standIns.inJson(Object.fromEntries(new URLSearchParams(body)));
  return body;
}

/**
 * Maps values that a preview made up, where a tool requires a certain format, to the placeholders to show for
 * them.
 */
class StandIns {
  readonly #placeholders = new Map<string, string>();
  readonly #files: Buffer[] = [];

  learn(placeholders: Readonly<Record<string, string>>): void {
    for (const [value, placeholder] of Object.entries(placeholders))
      this.#placeholders.set(value, placeholder);
  }

  /** Records a file that was made up instead of being fetched. */
  learnFile(file: Buffer): void {
    this.#files.push(file);
  }

  /** Returns the number of bytes of a body, or a placeholder if it contains a made-up file. */
  bytes(body: Buffer): number | string {
    return this.#files.some((file) => body.includes(file)) ? "<bytes of it with the file>" : body.length;
  }

  /** Inserts placeholders into a URL where they are whole parts of its path or query. */
  inUrl(url: string): string {
    if (this.#placeholders.size === 0) return url;
    return url
      .split(/([/?&=])/)
      .map((part) => this.#placeholders.get(part) ?? part)
      .join("");
  }

  /** Inserts placeholders into JSON where they are whole strings or numbers. */
  inJson(value: unknown): unknown {
    if (this.#placeholders.size === 0) return value;
    if (typeof value === "string" || typeof value === "number")
      return this.#placeholders.get(String(value)) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.inJson(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.inJson(field)]));
  }
}
