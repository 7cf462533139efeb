import type { CallOwner } from "../access/caller.ts";
import { Secret } from "../access/secret.ts";
import { type Clock, Deadline } from "../clock/clock.ts";
import type { CredentialName, CredentialRecord } from "../credentials/credential.ts";
import type { CredentialResolver, OpenCredential } from "../credentials/resolver.ts";
import type { RenewalLimits } from "../credentials/token-refresher.ts";
import type { HttpResponse } from "../egress/http-message.ts";
import { AdapterError, GIVEN_UP } from "../errors/adapter-error.ts";
import { parseArguments } from "../tool/arguments.ts";
import { type CallArguments, readCallArguments } from "../tool/read-arguments.ts";
import type { Effect, Tool } from "../tool/tool.ts";
import type { CallOptions } from "./call-options.ts";
import { SecretFinder } from "./redaction/secret-finder.ts";
import { redactText } from "./redaction.ts";
import type { RetryDecision, RetryReason } from "./retry-policy.ts";

/**
 * A call is over by then where the platform sets no deadline of its own: the idle limit of a regional REST
 * API.
 */
export const DEFAULT_DEADLINE_MS = 300_000;

/** Progress of a call so far. */
export interface CallProgress {
  /** Tries in which something could have gone to the network. */
  attempts: number;
  /** Every try, for the retry policy: also one that was refused before the network. */
  tries: number;
  /** Milliseconds spent between attempts. */
  waitedMs: number;
  credential: CredentialRecord | undefined;
  /** Of the last request to the tool's provider; `undefined` before the first. */
  lastEffect: Effect | undefined;
  providerStatus: number | undefined;
  providerRequestId: string | undefined;
  /** A request that changes something was answered with a failure that leaves open whether it did. */
  mayHaveWritten: boolean;
  /** Some attempt's write may have been carried out. */
  outcomeUnknown: boolean;
  /** Why there was no further attempt. */
  reason: RetryReason | undefined;
  /** Seconds after which another call may succeed. */
  retryAfterSeconds: number | undefined;
}

/** Who asks for what, and how. */
export interface CallRequest {
  /** Its log line's name: whether it is made or only shown. */
  event: "tool_call" | "tool_preview";
  tool: Tool;
  /** As they were sent. */
  arguments: unknown;
  owner: CallOwner;
  options: CallOptions;
}

/**
 * One call on its way through the dispatcher. What is known of it goes into its result and its log line, and
 * is changed here and nowhere else.
 */
export class Call {
  readonly event: CallRequest["event"];
  readonly tool: Tool;
  readonly owner: CallOwner;
  readonly options: CallOptions;
  readonly deadline: Deadline;
  /** Everything that must not be seen in a result, a refusal or the log. */
  readonly secrets = new SecretFinder();
  /** Whole numbers of its answers that were too large to be read as numbers. */
  readonly numbersAsText: string[] = [];
  /** Paths of the arguments that were read in another form than they were written in. */
  readonly corrected: Set<string>;
  readonly #read: CallArguments;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #progress: CallProgress = {
    attempts: 0,
    tries: 0,
    waitedMs: 0,
    credential: undefined,
    lastEffect: undefined,
    providerStatus: undefined,
    providerRequestId: undefined,
    mayHaveWritten: false,
    outcomeUnknown: false,
    reason: undefined,
    retryAfterSeconds: undefined,
  };
  /** Something could have gone to the network in the present try. */
  #reachedOut = false;
  #open: OpenCredential | undefined;
  /** The token was renewed after a refusal: another refusal stands. */
  #renewed = false;
  #accountName: CredentialName | undefined;

  constructor({ event, tool, arguments: args, owner, options }: CallRequest, clock: Clock) {
    this.event = event;
    this.tool = tool;
    this.#read = readCallArguments(tool, args);
    this.corrected = new Set(this.#read.corrected);
    this.owner = owner;
    this.options = options;
    this.deadline = options.deadline ?? Deadline.in(DEFAULT_DEADLINE_MS, clock);
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  /** As they were read: policy, approval, preview, log and the tool see the same. */
  get arguments(): unknown {
    return this.#read.arguments;
  }

  get tenantId(): string {
    return this.owner.tenantId;
  }

  get progress(): Readonly<CallProgress> {
    return this.#progress;
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }

  /**
   * True when a write that nothing makes safe was answered with a provider failure. The write may then have
   * happened, and a further try may have made a second one.
   */
  get isWriteInDoubt(): boolean {
    return this.tool.idempotency === "none" && this.#progress.mayHaveWritten;
  }

  /**
   * The account as results and log lines name it. Its label is free text: somebody may have put a token into
   * it.
   */
  get accountName(): CredentialName | undefined {
    const { credential } = this.#progress;
    if (!credential) return undefined;
    const { id, kind, label } = credential;
    this.#accountName ??= { id, kind, label: redactText(label, this.secrets) };
    return this.#accountName;
  }

  /**
   * Settles what can be before any network, the arguments and the credential's record, its token still
   * closed, and answers with the arguments. The credential is noted before it is judged, so that a refusal
   * names the account too. Throws AdapterError.
   */
  async prepare(resolver: CredentialResolver): Promise<Record<string, unknown>> {
    const input = this.#read.parsed ?? parseArguments(this.tool, this.arguments);
    for (const value of Object.values(input)) if (value instanceof Secret) this.secrets.add(value);
    const need = this.tool.credential;
    const named = typeof input.credential_id === "string" ? input.credential_id : undefined;
    if (need.use === "none" || (need.use === "optional" && named === undefined)) return input;
    const record = await resolver.find(this.owner, named, need);
    this.#progress.credential = record;
    resolver.demandUsable(record, need);
    return input;
  }

  /**
   * The call's credential with its token open, which is one of the call's secrets from then on. Opened once a
   * call; renewed before that where it ends soon, except for a preview, which sends nothing.
   */
  async openCredential(resolver: CredentialResolver): Promise<OpenCredential | undefined> {
    const { credential } = this.#progress;
    if (!credential || this.#open) return this.#open;
    const isSent = this.event === "tool_call";
    return this.#opened(resolver, isSent ? await resolver.fresh(credential, this.#limits) : credential);
  }

  /**
   * Renews the token that the provider refused, once a call. Answers whether there is another one to try.
   */
  async renewCredential(resolver: CredentialResolver): Promise<boolean> {
    const { credential } = this.#progress;
    if (!credential || !this.#open || this.#renewed) return false;
    const record = await resolver.renewed(credential, this.#limits);
    if (!record) return false;
    this.#renewed = true;
    await this.#opened(resolver, record);
    return true;
  }

  async #opened(resolver: CredentialResolver, record: CredentialRecord): Promise<OpenCredential> {
    this.#progress.credential = record;
    this.#open = await resolver.open(record);
    this.secrets.add(this.#open.token);
    return this.#open;
  }

  get #limits(): RenewalLimits {
    return { deadline: this.deadline, signal: this.options.signal };
  }

  /**
   * Begins a try. The search backends are reached by the research engine's own client, so there it always
   * reaches out.
   */
  beginTry(): void {
    this.#progress.tries += 1;
    this.#reachedOut = this.tool.reach.to === "search";
    this.tellProgress(`attempt ${this.#progress.tries}`);
  }

  /** Tells whoever follows the call what happens next. */
  tellProgress(message: string): void {
    this.options.onProgress?.(`${this.tool.title}: ${message}`);
  }

  /** Something may now go to the network: what fails before it is no attempt. */
  noteReach(): void {
    this.#reachedOut = true;
  }

  /** A request goes to the tool's provider. Those of a preview go nowhere. */
  noteRequest(effect: Effect): void {
    if (this.event === "tool_preview") return;
    const progress = this.#progress;
    progress.providerRequestId = undefined;
    progress.providerStatus = undefined;
    progress.lastEffect = effect;
  }

  /**
   * It was answered. A provider that failed, or gave the request up, does not say what it had done by then.
   */
  noteAnswer({ status, headers }: HttpResponse): void {
    if (this.event === "tool_preview") return;
    const { reach } = this.tool;
    const progress = this.#progress;
    progress.providerStatus = status;
    if (reach.to === "provider" && reach.requestIdHeader)
      progress.providerRequestId = headers[reach.requestIdHeader];
    if (progress.lastEffect === "write" && (status >= 500 || GIVEN_UP.has(status)))
      progress.mayHaveWritten = true;
  }

  /** The provider has told what came of such a write: it happened, once. */
  foundWritten(): void {
    this.#progress.mayHaveWritten = false;
  }

  tryWorked(): void {
    this.#progress.attempts += 1;
  }

  tryFailed(error: unknown): void {
    const progress = this.#progress;
    if (this.#reachedOut) progress.attempts += 1;
    if (!(error instanceof AdapterError)) return;
    if (error.detail.outcomeUnknown) progress.outcomeUnknown = true;
    if (error.detail.mayHaveWritten) progress.mayHaveWritten = true;
  }

  /** Another attempt follows, or none and why. */
  decided(decision: RetryDecision, error: AdapterError): void {
    this.#progress.reason = decision.reason;
    if (decision.retry) return;
    this.gaveUp(error);
    const { retryAfterSeconds, laterSeconds } = error.detail;
    this.mayRetryAfter(retryAfterSeconds ?? laterSeconds ?? (decision.waitMs ?? 0) / 1000);
  }

  /**
   * There is no further attempt. What stands in part, or may stand, must not be begun anew without a look.
   */
  gaveUp(error: AdapterError): void {
    const { idempotency } = this.tool;
    // The provider knew the tries by one key, which the next call no longer has unless its caller keeps one.
    const isKeyLost = idempotency === "key" && this.#progress.mayHaveWritten && !this.options.keyed;
    if (error.detail.partlyDone || this.isWriteInDoubt || isKeyLost) this.#progress.outcomeUnknown = true;
  }

  mayRetryAfter(seconds: number): void {
    if (seconds > 0) this.#progress.retryAfterSeconds = Math.ceil(seconds);
  }

  waited(ms: number): void {
    this.#progress.waitedMs += ms;
  }
}
