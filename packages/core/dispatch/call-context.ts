import type { Grants } from "../access/caller.ts";
import type { Secret } from "../access/secret.ts";
import type { Clock, Deadline, Random } from "../clock/clock.ts";
import type { OpenCredential } from "../credentials/resolver.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient, HttpResponse } from "../egress/http-message.ts";
import { createRedirectedWriteError, mayRedirectAfterWrite } from "../egress/http-message.ts";
import { OriginBoundHttpClient } from "../egress/origin-bound-http-client.ts";
import { AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import { DEFAULT_TIMEOUT_SECONDS } from "../tool/arguments.ts";
import type { ActionContext, ActionRequest, Tool } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import { redactText } from "./redaction.ts";

/** HTTP clients for tools. */
type HttpClients = Pick<Egress, "provider" | "guarded">;

const refusesAll: HttpClient = {
  send: () => Promise.reject(new AdapterValidationError("This tool may not make requests itself.")),
};

/**
 * Returns the client for a tool's own requests. For a provider, it reaches only the declared origins. For
 * URLs that the caller chooses, it is guarded. Otherwise it refuses every request.
 */
export function selectHttpClient({ reach }: Tool, egress: HttpClients): HttpClient {
  if (reach.to === "provider") return new OriginBoundHttpClient(egress.provider, reach.baseUrls);
  return reach.to === "caller_chosen" ? egress.guarded : refusesAll;
}

/** Returns the client for other URLs that a tool fetches: guarded, or one that refuses every request. */
export function selectFetchClient({ reach }: Tool, egress: HttpClients): HttpClient {
  return reach.to === "provider" && reach.fetches !== undefined ? egress.guarded : refusesAll;
}

/** Dependencies of a call's context. */
interface CallDependencies {
  /** Client for the tool's own requests. */
  http: HttpClient;
  /** Client for other URLs that the tool fetches. */
  guarded: HttpClient;
  clock: Clock;
  random: Random;
}

/**
 * The context that a tool receives with its arguments. All attempts of a call share it, and with it the
 * idempotency key, completed steps and limits. Its functions are getters, so that tools may destructure them,
 * as in `const { once } = context`.
 */
export class CallContext implements ActionContext {
  readonly tenantId: string;
  readonly grants: Grants | undefined;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
  readonly http: BoundedHttp;
  /** Set before each attempt. */
  credential: OpenCredential | undefined;
  readonly #call: Call;
  readonly #dependencies: CallDependencies;
  #guarded: BoundedHttp | undefined;
  #idempotencyKey: string | undefined;
  /** Results of completed steps, by step name. */
  #steps: Map<string, unknown> | undefined;

  constructor(call: Call, input: Record<string, unknown>, dependencies: CallDependencies) {
    this.tenantId = call.tenantId;
    this.grants = call.owner.grants;
    this.clock = dependencies.clock;
    this.timeoutMs = Number(input.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
    this.deadline = call.deadline;
    this.signal = call.options.signal;
    this.#call = call;
    this.#dependencies = dependencies;
    this.http = new BoundedHttp(dependencies.http, call, this.timeoutMs, true);
  }

  get guarded(): BoundedHttp {
    this.#guarded ??= new BoundedHttp(this.#dependencies.guarded, this.#call, this.timeoutMs, false);
    return this.#guarded;
  }

  get idempotencyKey(): string {
    this.#idempotencyKey ??= this.#call.options.keyed?.providerKey ?? this.#dependencies.random.uuid();
    return this.#idempotencyKey;
  }

  get once() {
    return async <Result>(step: string, run: () => Promise<Result>): Promise<Result> => {
      this.#steps ??= new Map();
      // A step name identifies one piece of code in one tool, so the stored result has that code's type.
      if (this.#steps.has(step)) return this.#steps.get(step) as Result;
      const result = await run();
      this.#steps.set(step, result);
      return result;
    };
  }

  get mayHaveWritten() {
    return () => this.#call.progress.mayHaveWritten;
  }

  get foundWritten() {
    return () => this.#call.foundWritten();
  }

  get noteReach() {
    return () => this.#call.noteReach();
  }

  get corrected() {
    return (argument: string) => void this.#call.corrected.add(argument);
  }

  get tellProgress() {
    return (message: string) => this.#call.tellProgress(message);
  }

  get conceal() {
    return (secret: Secret) => this.#call.secrets.add(secret);
  }

  get redact() {
    return (text: string) => redactText(text, this.#call.secrets);
  }
}

/**
 * An HTTP client for one call. Applies the call's timeout, deadline and abort signal to every request.
 * Records requests to the provider on the call.
 */
class BoundedHttp {
  readonly #client: HttpClient;
  readonly #call: Call;
  readonly #timeoutMs: number;
  readonly #isProvider: boolean;

  constructor(client: HttpClient, call: Call, timeoutMs: number, isProvider: boolean) {
    this.#client = client;
    this.#call = call;
    this.#timeoutMs = timeoutMs;
    this.#isProvider = isProvider;
  }

  async send(request: ActionRequest): Promise<HttpResponse> {
    const call = this.#call;
    const remainingMs = call.deadline.remainingMs();
    if (remainingMs <= 0)
      throw new AdapterTransientError("The call's deadline passed before the next request was sent.", {
        permanent: true,
      });
    if (this.#isProvider) call.noteRequest(request.effect);
    call.noteReach();
    const timeoutMs = Math.min(this.#timeoutMs, remainingMs);
    const sent = { ...request, timeoutMs, signal: call.options.signal };
    const response = await (call.span?.send(this.#client, sent) ?? this.#client.send(sent));
    response.numbersAsText = call.numbersAsText;
    if (this.#isProvider) call.noteResponse(response);
    const isToProvider = this.#isProvider && call.tool.reach.to === "provider";
    if (isToProvider && request.effect === "write" && mayRedirectAfterWrite(response.status))
      throw createRedirectedWriteError(request.url.host, response.status);
    return response;
  }
}
