import type { CallOwner } from "../access/caller.ts";
import { Secret } from "../access/secret.ts";
import { type Clock, Deadline } from "../clock/clock.ts";
import type { CredentialName, CredentialRecord } from "../credentials/credential.ts";
import type { CredentialResolver, OpenCredential } from "../credentials/resolver.ts";
import type { RenewalLimits } from "../credentials/token-refresher.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../egress/http-message.ts";
import { AdapterError, TRANSIENT_4XX } from "../errors/adapter-error.ts";
import { echoArguments, listPublicArguments, parseArguments } from "../tool/arguments.ts";
import { type CallArguments, readCallArguments } from "../tool/read-arguments.ts";
import type { Effect, Tool } from "../tool/tool.ts";
import type { CallOptions } from "./call-options.ts";
import { SecretFinder } from "./redaction/secret-finder.ts";
import { redactResult, redactText } from "./redaction.ts";
import type { RetryDecision, RetryReason } from "./retry-policy.ts";

/** Default deadline of a call: the time after which a regional AWS REST API closes an idle connection. */
export const DEFAULT_DEADLINE_MS = 300_000;

/** Sends a call's requests, each within its own span. */
export interface TracedHttp {
  send(client: HttpClient, request: HttpRequest): Promise<HttpResponse>;
}

/** Progress of a call so far. */
interface CallProgress {
  /** Attempts in which a request may have reached the network. */
  attempts: number;
  /** All attempts, for the retry policy. Includes attempts that failed before reaching the network. */
  tries: number;
  /** Milliseconds spent between attempts. */
  waitedMs: number;
  credential: CredentialRecord | undefined;
  /** Effect of the last request to the tool's provider; `undefined` before the first. */
  lastEffect: Effect | undefined;
  providerStatus: number | undefined;
  providerRequestId: string | undefined;
  /** A write failed in a way that does not show whether it was carried out. */
  mayHaveWritten: boolean;
  /** A write of any attempt may have taken effect. */
  outcomeUnknown: boolean;
  /** Why no further attempt was made. */
  reason: RetryReason | undefined;
  /** Seconds after which another call may succeed. */
  retryAfterSeconds: number | undefined;
}

/** Tool, arguments, owner and options of a call. */
interface CallRequest {
  /** Event name in the log: `tool_call` for a call, `tool_preview` for a preview. */
  event: "tool_call" | "tool_preview";
  tool: Tool;
  /** The arguments as sent by the caller. */
  arguments: unknown;
  owner: CallOwner;
  options: CallOptions;
}

/**
 * A call while the dispatcher processes it. Only this class changes the state from which the result and the
 * log line are built.
 */
export class Call {
  readonly event: CallRequest["event"];
  readonly tool: Tool;
  readonly owner: CallOwner;
  readonly options: CallOptions;
  readonly deadline: Deadline;
  /** Values that must not appear in results, errors or the log. */
  readonly secrets = new SecretFinder();
  /** Integers in the provider's responses that are too large for a JavaScript number. */
  readonly numbersAsText: string[] = [];
  /** Traces the call. Set when it begins; previews are not traced. */
  span: TracedHttp | undefined;
  /** Paths of arguments that were normalized to a different form. */
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
  /** True if a request may have reached the network in the current attempt. */
  #hasReachedOut = false;
  #open: OpenCredential | undefined;
  /** True if the token was renewed after a refusal. A second refusal is final. */
  #isRenewed = false;
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

  /** The normalized arguments. Policy, approval, preview, log and tool all see the same value. */
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
   * True if a non-idempotent write failed at the provider. It may have taken effect, so another attempt could
   * repeat it.
   */
  get isWriteInDoubt(): boolean {
    return this.tool.idempotency === "none" && this.#progress.mayHaveWritten;
  }

  /**
   * The account as shown in results and log lines. The label is redacted because it is free text and may
   * contain a token.
   */
  get accountName(): CredentialName | undefined {
    const { credential } = this.#progress;
    if (!credential) return undefined;
    const { id, kind, label } = credential;
    this.#accountName ??= { id, kind, label: redactText(label, this.secrets) };
    return this.#accountName;
  }

  /**
   * Returns the arguments with secrets redacted, to store and show. For speed, skips the credential's ID and
   * the names of the tool's own arguments, which cannot contain a secret.
   */
  showArguments(): unknown {
    const { tool, secrets } = this;
    const echoed = echoArguments(tool, this.arguments);
    if (echoed === null || typeof echoed !== "object" || Array.isArray(echoed) || secrets.isEmpty)
      return redactResult(echoed, secrets);
    const ownNames = listPublicArguments(tool);
    const shown = Object.entries(echoed).map(([name, value]) => {
      if (!ownNames.has(name)) return [secrets.redact(name), value];
      return [name, value === this.#progress.credential?.id ? value : redactResult(value, secrets)];
    });
    return Object.fromEntries(shown);
  }

  /**
   * Parses the arguments and finds the credential's record, without network requests or decryption. Returns
   * the arguments. Stores the credential before checking it, so that an error also shows the account. Throws
   * AdapterError.
   */
  async prepare(resolver: CredentialResolver): Promise<Record<string, unknown>> {
    const input = this.#read.parsed ?? parseArguments(this.tool, this.arguments);
    for (const value of Object.values(input)) if (value instanceof Secret) this.secrets.add(value);
    const need = this.tool.credential;
    const named = typeof input.credential_id === "string" ? input.credential_id : undefined;
    if (need.use === "none" || (need.use === "optional" && named === undefined)) return input;
    const record = await resolver.find(this.owner, named, need);
    this.#progress.credential = record;
    resolver.requireUsable(record, need);
    return input;
  }

  /**
   * Returns the call's credential with its token decrypted, and adds the token to the call's secrets.
   * Decrypts once per call. First renews a token that expires soon, except in a preview, which sends nothing.
   */
  async openCredential(resolver: CredentialResolver): Promise<OpenCredential | undefined> {
    const { credential } = this.#progress;
    if (!credential || this.#open) return this.#open;
    const isSent = this.event === "tool_call";
    return this.#decrypt(resolver, isSent ? await resolver.renewIfDue(credential, this.#limits) : credential);
  }

  /** Renews a token that the provider refused, at most once per call. Returns true if there is a new one. */
  async renewCredential(resolver: CredentialResolver): Promise<boolean> {
    const { credential } = this.#progress;
    if (!credential || !this.#open || this.#isRenewed) return false;
    const record = await resolver.renewRefused(credential, this.#limits);
    if (!record) return false;
    this.#isRenewed = true;
    await this.#decrypt(resolver, record);
    return true;
  }

  async #decrypt(resolver: CredentialResolver, record: CredentialRecord): Promise<OpenCredential> {
    this.#progress.credential = record;
    this.#open = await resolver.open(record);
    this.secrets.add(this.#open.token);
    return this.#open;
  }

  get #limits(): RenewalLimits {
    return { deadline: this.deadline, signal: this.options.signal };
  }

  /** Begins an attempt. Searches always count as reaching the network, through the engine's own client. */
  beginTry(): void {
    this.#progress.tries += 1;
    this.#hasReachedOut = this.tool.reach.to === "search";
    this.tellProgress(`attempt ${this.#progress.tries}`);
  }

  /** Reports the call's next step to the listener. */
  tellProgress(message: string): void {
    this.options.onProgress?.(`${this.tool.title}: ${message}`);
  }

  /** Records that a request may now reach the network. Attempts that fail earlier are not counted. */
  noteReach(): void {
    this.#hasReachedOut = true;
  }

  /** Records a request to the tool's provider. A preview sends none. */
  noteRequest(effect: Effect): void {
    if (this.event === "tool_preview") return;
    const progress = this.#progress;
    progress.providerRequestId = undefined;
    progress.providerStatus = undefined;
    progress.lastEffect = effect;
  }

  /** Records the provider's response. After a 5xx or a timeout, a write may still have been carried out. */
  noteResponse({ status, headers }: HttpResponse): void {
    if (this.event === "tool_preview") return;
    const { reach } = this.tool;
    const progress = this.#progress;
    progress.providerStatus = status;
    if (reach.to === "provider" && reach.requestIdHeader)
      progress.providerRequestId = headers[reach.requestIdHeader];
    if (progress.lastEffect === "write" && (status >= 500 || TRANSIENT_4XX.has(status)))
      progress.mayHaveWritten = true;
  }

  /** Records that the provider confirmed the write: it was carried out exactly once. */
  foundWritten(): void {
    this.#progress.mayHaveWritten = false;
  }

  /** Counts a successful attempt. `recordFailure` counts the others. */
  endTry(): void {
    this.#progress.attempts += 1;
  }

  recordFailure(error: unknown): void {
    const progress = this.#progress;
    if (this.#hasReachedOut) progress.attempts += 1;
    if (!(error instanceof AdapterError)) return;
    if (error.detail.outcomeUnknown) progress.outcomeUnknown = true;
    if (error.detail.mayHaveWritten) progress.mayHaveWritten = true;
  }

  /** Records whether another attempt follows, and if not, why. */
  recordDecision(decision: RetryDecision, error: AdapterError): void {
    this.#progress.reason = decision.reason;
    if (decision.retry) return;
    this.giveUp(error);
    const { retryAfterSeconds, defaultRetrySeconds } = error.detail;
    this.mayRetryAfter(retryAfterSeconds ?? defaultRetrySeconds ?? (decision.waitMs ?? 0) / 1000);
  }

  /**
   * Records that no further attempt follows. The outcome is unknown if the write was, or may have been,
   * partly carried out.
   */
  giveUp(error: AdapterError): void {
    const { idempotency } = this.tool;
    // The provider recognized the attempts by one key. The next call has a different key, unless its caller
    // reuses one.
    const isKeyLost = idempotency === "key" && this.#progress.mayHaveWritten && !this.options.keyed;
    if (error.detail.partlyDone || this.isWriteInDoubt || isKeyLost) this.#progress.outcomeUnknown = true;
  }

  mayRetryAfter(seconds: number): void {
    if (seconds > 0) this.#progress.retryAfterSeconds = Math.ceil(seconds);
  }

  addWait(ms: number): void {
    this.#progress.waitedMs += ms;
  }
}
