import type { Clock } from "../clock/clock.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient, HttpResponse } from "../egress/http-message.ts";
import { OriginBoundHttpClient } from "../egress/pooled-http-client.ts";
import { AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import { GIVEN_UP } from "../errors/error-from-status.ts";
import type { ActionRequest, Effect, Reach, Tool } from "../tool/tool.ts";

/** The two ways out that tools have. */
export type WaysOut = Pick<Egress, "provider" | "guarded">;

const refusesAll: HttpClient = {
  send: () => Promise.reject(new AdapterValidationError("This tool may not make requests of its own.")),
};

/** The client a tool's requests go through: bound to its declared origins, or guarded, or none. */
export function clientFor(tool: Tool, egress: WaysOut): HttpClient {
  const { reach } = tool;
  if (reach.to === "provider") return new OriginBoundHttpClient(egress.provider, reach.baseUrls);
  return reach.to === "caller_chosen" ? egress.guarded : refusesAll;
}

/** The client for URLs that a tool fetches beside its provider: guarded, or none. */
export function fetchClientFor({ reach }: Tool, egress: WaysOut): HttpClient {
  return reach.to === "provider" && reach.fetches !== undefined ? egress.guarded : refusesAll;
}

/** What is bounded and noted for one dispatched call. */
export interface CallBounds {
  timeoutMs: number;
  /** The clock's monotonic time by which all must be over. */
  deadlineAt: number;
  signal: AbortSignal | undefined;
}

/** HTTP as one call sees it: every request gets the call's time-out and signal, and the last request's status and provider id are kept for the log. */
export class CallHttp {
  readonly #client: HttpClient;
  readonly #requestIdHeader: string | undefined;
  readonly #bounds: CallBounds;
  readonly #clock: Clock;
  providerRequestId: string | undefined;
  providerStatus: number | undefined;
  /** Of the last request. */
  lastEffect: Effect | undefined;
  /** A request that changes something was answered with a failure that leaves open whether it did. */
  mayHaveWritten = false;

  readonly #noteReach: () => void;

  /** `noteReach` is called before each request. */
  constructor(client: HttpClient, reach: Reach, bounds: CallBounds, clock: Clock, noteReach: () => void) {
    this.#client = client;
    this.#noteReach = noteReach;
    this.#requestIdHeader = reach.to === "provider" ? reach.requestIdHeader : undefined;
    this.#bounds = bounds;
    this.#clock = clock;
  }

  async send(request: ActionRequest): Promise<HttpResponse> {
    const { timeoutMs, deadlineAt, signal } = this.#bounds;
    const remaining = deadlineAt - this.#clock.monotonic();
    if (remaining <= 0)
      throw new AdapterTransientError("The call's deadline passed before the next request was sent.", {
        permanent: true,
      });
    this.providerRequestId = undefined;
    this.providerStatus = undefined;
    this.lastEffect = request.effect;
    this.#noteReach();
    const response = await this.#client.send({
      ...request,
      timeoutMs: Math.min(timeoutMs, remaining),
      signal,
    });
    this.providerStatus = response.status;
    if (request.effect === "write" && leavesOpen(response.status)) this.mayHaveWritten = true;
    if (this.#requestIdHeader) this.providerRequestId = response.headers[this.#requestIdHeader];
    return response;
  }
}

/** A provider that failed, or gave the request up, does not say what it had done by then. */
function leavesOpen(status: number): boolean {
  return status >= 500 || GIVEN_UP.has(status);
}
