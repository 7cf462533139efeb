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
 * The requests a call would make, in order and without secrets, found by the tool's own code with nothing
 * behind it: the first exactly, later ones as far as the answers before them can be foretold. A destination
 * is checked by what it says of itself; what its name resolves to is not asked. Throws AdapterError or
 * ToolRefusal, as the call would before its first request.
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
  // Its run would find its own way to the network.
  if (tool.reach.to === "mail" || tool.reach.to === "search")
    throw new Error(`Tool ${tool.name} does not tell what it would send.`);
  try {
    await tool.run(input, context);
  } catch (error) {
    // After the first request a tool may only have stumbled over a placeholder; the call would have been
    // under way.
    const stumbled = error instanceof AdapterError && recorder.requests.length > 0;
    if (!stumbled && !(error instanceof PreviewEnd)) throw error;
  }
  return recorder.requests;
}

function shownPlan(planned: PlannedRequest): unknown {
  if (!("protocol" in planned)) return shownRequest(planned, new StandIns());
  return JSON.parse(JSON.stringify(planned));
}

/** Returns a clock that never waits: in a preview no provider does any work. */
function withoutWaiting(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    wait: () => Promise.resolve(),
    after: (ms, run) => clock.after(ms, run),
  };
}

/**
 * The longest honest call makes 21 requests: a post with four fetched and described images, a page of twenty
 * parts.
 */
const MAX_REQUESTS = 25;

/** Ends the run of a tool whose next answer nobody can foretell. */
class PreviewEnd extends Error {
  override readonly name = "PreviewEnd";
}

/**
 * In place of the network: writes down what would be sent, as it may be shown, and answers as `foretell`
 * says. Throws PreviewEnd where that says nothing, and at every request after that.
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

/** A request as a preview shows it. */
interface ShownRequest {
  method: string;
  url: string;
  /** Names in lower case; those that frame the message are left out. */
  headers: Record<string, string>;
  /**
   * JSON as it is, a form as an object, any other text as text, and of bytes how many there are. Left out of
   * a request without a body.
   */
  body?: unknown;
}

/** The request as it would go out, but for what headers and URLs hold under the name of a key. */
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

/** Values that previews made up where a tool insists on a form, and the placeholders to show for them. */
class StandIns {
  readonly #placeholders = new Map<string, string>();
  readonly #files: Buffer[] = [];

  learn(placeholders: Readonly<Record<string, string>>): void {
    for (const [value, placeholder] of Object.entries(placeholders))
      this.#placeholders.set(value, placeholder);
  }

  /** A file that was made up in place of one nobody fetched. */
  learnFile(file: Buffer): void {
    this.#files.push(file);
  }

  /** Bytes of a body, or a placeholder where a made-up file is in it. */
  bytes(body: Buffer): number | string {
    return this.#files.some((file) => body.includes(file)) ? "<bytes of it with the file>" : body.length;
  }

  /** A URL with the placeholders as whole parts of its path or query. */
  inUrl(url: string): string {
    if (this.#placeholders.size === 0) return url;
    return url
      .split(/([/?&=])/)
      .map((part) => this.#placeholders.get(part) ?? part)
      .join("");
  }

  /** JSON with the placeholders in place of whole texts and numbers. */
  inJson(value: unknown): unknown {
    if (this.#placeholders.size === 0) return value;
    if (typeof value === "string" || typeof value === "number")
      return this.#placeholders.get(String(value)) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.inJson(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.inJson(field)]));
  }
}
