import type { Clock, Random } from "../clock/clock.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import {
  buildOutgoingHeaders,
  type HttpClient,
  type HttpRequest,
  HttpResponse,
} from "../egress/http-message.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import { hideInUrl, hideInUrls, isSecretHeader } from "../text/named-secrets.ts";
import type { ActionContext, ActionRequest, PlannedRequest, PreviewAnswer, Tool } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import { CallContext, selectFetchClient, selectHttpClient } from "./call-context.ts";
import { redactResult } from "./redaction.ts";

interface PreviewOptions {
  resolver: CredentialResolver;
  clock: Clock;
  random: Random;
}

/**
 * Returns the requests that a call would send, in order and without secrets, by running the tool without a
 * network. The first request is exact. Later ones depend on responses that the tool can predict. Host names
 * are not resolved. Throws AdapterError or ToolRefusal if the call would fail before its first request.
 */
export async function previewRequests(
  call: Call,
  input: Record<string, unknown>,
  { resolver, clock, random }: PreviewOptions,
): Promise<unknown> {
  const { tool } = call;
  if (tool.reach.to === "nowhere") return [];
  const recorder = new RequestRecorder((request, index) => tool.previewAnswer?.(request, index, input));
  const recorders = { provider: recorder, guarded: recorder };
  const context = new CallContext(call, input, {
    http: selectHttpClient(tool, recorders),
    guarded: selectFetchClient(tool, recorders),
    clock: disableWaiting(clock),
    random,
  });
  context.credential = await call.openCredential(resolver);
  const requests = tool.preview
    ? (await tool.preview(input, context)).map(describePlan)
    : await recordRun(tool, input, context, recorder);
  return redactResult(requests, call.secrets);
}

async function recordRun(
  tool: Tool,
  input: Record<string, unknown>,
  context: ActionContext,
  recorder: RequestRecorder,
): Promise<readonly unknown[]> {
  // Such tools do not use the recorder's client, so running them would reach the network.
  if (tool.reach.to === "mail" || tool.reach.to === "search")
    throw new Error(`The tool ${tool.name} does not support previews.`);
  try {
    await tool.run(input, context);
  } catch (error) {
    // After the first request, a predicted response may have caused the error. The real call would still have
    // sent that request.
    const mayComeFromPrediction = error instanceof AdapterError && recorder.requests.length > 0;
    if (!mayComeFromPrediction && !(error instanceof PreviewEnd)) throw error;
  }
  return recorder.requests;
}

function describePlan(planned: PlannedRequest): unknown {
  if (!("protocol" in planned)) return describeRequest(planned, new StandIns());
  return JSON.parse(JSON.stringify(planned));
}

/** Returns a clock that never waits, because providers do no work during a preview. */
function disableWaiting(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    wait: () => Promise.resolve(),
    after: (ms, run) => clock.after(ms, run),
  };
}

/**
 * Maximum number of recorded requests. The longest valid call sends 21: a post with four fetched and
 * described images, or a page of twenty parts.
 */
const MAX_REQUESTS = 25;

/** Stops a tool when the next response cannot be predicted. */
class PreviewEnd extends Error {
  override readonly name = "PreviewEnd";
}

/**
 * Replaces the network: records each request in the form to show, and returns the response that `predict`
 * returns. Throws PreviewEnd if there is no prediction, and for all later requests.
 */
class RequestRecorder implements HttpClient {
  readonly requests: ShownRequest[] = [];
  readonly #predict: (request: HttpRequest, index: number) => PreviewAnswer | undefined;
  readonly #standIns = new StandIns();
  #ended = false;

  constructor(predict: (request: HttpRequest, index: number) => PreviewAnswer | undefined) {
    this.#predict = predict;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    if (this.#ended) throw new PreviewEnd();
    const index = this.requests.push(describeRequest(request, this.#standIns)) - 1;
    const answer = this.requests.length < MAX_REQUESTS ? this.#predict(request, index) : undefined;
    if (answer !== undefined) return this.#createResponse(answer);
    this.#ended = true;
    throw new PreviewEnd();
  }

  #createResponse({ status = 200, headers = {}, body, standIns = {} }: PreviewAnswer): HttpResponse {
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
  /** Header names in lower case, without framing headers. */
  headers: Record<string, string>;
  /**
   * JSON unchanged, a form as an object, other text as a string, and binary data as its length in bytes.
   * Omitted if there is no body.
   */
  body?: unknown;
}

/** Describes a request as it would be sent, with credentials in headers and URLs redacted. */
function describeRequest(
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
      : { body: hideInUrls(describeBody(body, shown["content-type"] ?? "", standIns)) }),
  };
}

function describeBody(body: string | Buffer, contentType: string, standIns: StandIns): unknown {
  const [mediaType = ""] = contentType.split(";", 1);
  if (typeof body !== "string") return { bytes: standIns.countBytes(body), media_type: mediaType };
  if (mediaType === "application/json") return standIns.inJson(JSON.parse(body));
  if (mediaType === "application/x-www-form-urlencoded")
    return standIns.inJson(Object.fromEntries(new URLSearchParams(body)));
  return body;
}

/**
 * Maps made-up values of predicted responses to the placeholders shown in later requests. A tool may need a
 * value of a certain format, such as a UUID; the preview shows `<id of the page>` instead.
 */
class StandIns {
  readonly #placeholders = new Map<string, string>();
  readonly #files: Buffer[] = [];

  learn(placeholders: Readonly<Record<string, string>>): void {
    for (const [value, placeholder] of Object.entries(placeholders))
      this.#placeholders.set(value, placeholder);
  }

  /** Records a file that was made up instead of fetched. */
  learnFile(file: Buffer): void {
    this.#files.push(file);
  }

  /** Returns the number of bytes of a body, or a placeholder if it contains a made-up file. */
  countBytes(body: Buffer): number | string {
    return this.#files.some((file) => body.includes(file)) ? "<bytes of it with the file>" : body.length;
  }

  /** Replaces whole segments of a URL's path or query with placeholders. */
  inUrl(url: string): string {
    if (this.#placeholders.size === 0) return url;
    return url
      .split(/([/?&=])/)
      .map((part) => this.#placeholders.get(part) ?? part)
      .join("");
  }

  /** Replaces whole strings and numbers in JSON with placeholders. */
  inJson(value: unknown): unknown {
    if (this.#placeholders.size === 0) return value;
    if (typeof value === "string" || typeof value === "number")
      return this.#placeholders.get(String(value)) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.inJson(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.inJson(field)]));
  }
}
