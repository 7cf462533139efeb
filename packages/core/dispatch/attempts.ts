import { AtMostEvery, type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { CredentialRecord, NotedFields } from "../credentials/credential.ts";
import { failsAt, worksAt } from "../credentials/credential.ts";
import type { CredentialStore } from "../credentials/credential-store.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { AdapterAuthError, AdapterError, AdapterTransientError } from "../errors/adapter-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { ToolRegistry } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import { CallContext, fetchClientFor, httpClientFor } from "./call-context.ts";
import { redactText, type Secrets } from "./redaction.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS, decideRetry, MAX_ATTEMPTS } from "./retry-policy.ts";

export interface AttemptsOptions {
  registry: ToolRegistry;
  resolver: CredentialResolver;
  notes: CredentialNotes;
  egress: Egress;
  clock: Clock;
  random: Random;
  /** Limit in milliseconds on the time that one call spends waiting between attempts. Defaults to 60 s. */
  longestWaitMs?: number | undefined;
}

/**
 * Makes the attempts of a call, up to the limit of the retry policy. All attempts share the idempotency key,
 * the completed steps and the credential.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #clients = new Map<Tool, HttpClient>();

  constructor(options: AttemptsOptions) {
    this.#options = options;
    for (const tool of options.registry.list()) this.#clients.set(tool, httpClientFor(tool, options.egress));
  }

  /**
   * Returns the tool's result. Throws the error of the last attempt, after recording it on the call and its
   * credential.
   */
  async make(call: Call, input: Record<string, unknown>): Promise<unknown> {
    const { clock, random, egress, resolver } = this.#options;
    const { tool } = call;
    const http = this.#clients.get(tool) ?? httpClientFor(tool, egress);
    const context = new CallContext(call, input, {
      http,
      guarded: fetchClientFor(tool, egress),
      clock,
      random,
    });
    for (;;) {
      call.beginTry();
      try {
        context.credential = await call.openCredential(resolver);
        call.options.keyed?.noteRun();
        const answer = await tool.run(input, context);
        call.tryWorked();
        return answer;
      } catch (error) {
        call.tryFailed(error);
        await this.#beforeNextAttempt(call, await this.#afterRenewal(call, error));
      }
    }
  }

  /**
   * Renews a token that the provider refused. Returns `RENEWED` when another attempt can use the new token.
   * Otherwise returns the error to handle: the renewal's failure, the original refusal, or that no attempt is
   * left for the new token.
   */
  async #afterRenewal(call: Call, error: unknown): Promise<unknown> {
    if (!refusesToken(error) || call.progress.outcomeUnknown || call.isWriteInDoubt) return error;
    try {
      if (!(await call.renewCredential(this.#options.resolver))) return error;
      return call.progress.tries < MAX_ATTEMPTS ? RENEWED : renewedTooLate();
    } catch (renewalError) {
      return renewalError;
    }
  }

  /** Waits for the next attempt, or throws the error when no attempt is left. */
  async #beforeNextAttempt(call: Call, error: unknown): Promise<void> {
    if (error === RENEWED) return;
    if (!(error instanceof AdapterError)) throw error;
    const { random, notes, longestWaitMs = DEFAULT_LONGEST_WAIT_SECONDS * 1000 } = this.#options;
    const { tries, lastEffect, waitedMs, credential } = call.progress;
    const decision = decideRetry({
      error,
      attempt: tries,
      idempotency: call.tool.idempotency,
      effect: lastEffect,
      stopsWritesAfter5xx: call.owner.policy?.writes_after_5xx === "stop",
      maxAttempts: call.options.maxAttempts,
      holdsAskedWaits: call.options.holdsAskedWaits,
      remainingMs: call.deadline.remainingMs(),
      waitedMs,
      longestWaitMs,
      jitter: random.fraction(),
    });
    call.decided(decision, error);
    if (decision.retry) return this.#wait(decision.waitMs, call, error);
    if (error instanceof AdapterAuthError && credential) await notes.refused(credential, error, call.secrets);
    throw error;
  }

  async #wait(ms: number, call: Call, error: AdapterError): Promise<void> {
    const { clock } = this.#options;
    const since = clock.monotonic();
    const next = call.progress.tries + 1;
    call.tellProgress(`waits ${Math.ceil(ms / 1000)} s before attempt ${next} (${error.code})`);
    try {
      await clock.wait(ms, call.options.signal);
    } catch {
      call.gaveUp(error);
      if (error.detail.partlyDone) throw error;
      const message = "The call was cancelled while it waited for its next attempt.";
      throw new AdapterTransientError(message, { outcomeUnknown: call.progress.outcomeUnknown });
    } finally {
      call.waited(clock.monotonic() - since);
    }
  }
}

const RENEWED = Symbol("the token was renewed");

/**
 * Returns a transient error instead of an authentication failure: the token was renewed, so nobody has to
 * reconnect the account.
 */
function renewedTooLate(): AdapterTransientError {
  const message = `The provider refused the token at attempt ${MAX_ATTEMPTS}. It was renewed, but no attempt was left.`;
  return new AdapterTransientError(message, { nextStep: "Make the call again; it uses the new token." });
}

/** Returns true if the provider refused the token itself, so that none of the request was carried out. */
function refusesToken(error: unknown): boolean {
  return (
    error instanceof AdapterAuthError && (error.detail.status === 401 || error.detail.tokenRefused === true)
  );
}

/**
 * Limits writes of the last use. A watch uses its credential at every poll, which does not justify a write
 * each time.
 */
const NOTE_USE_EVERY_MS = 3_600_000;

/**
 * Records when a credential was last used, its health (to the hour) and its last refusal. If the store fails,
 * the call still succeeds.
 */
export class CredentialNotes {
  readonly #store: Pick<CredentialStore, "noteUse">;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #uses: AtMostEvery;

  constructor(store: Pick<CredentialStore, "noteUse">, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#uses = new AtMostEvery(clock, NOTE_USE_EVERY_MS);
  }

  async worked(record: CredentialRecord): Promise<void> {
    const now = this.#clock.now();
    const { health } = record;
    const isMended = record.last_error !== null || health?.ok === false;
    // Another process may have recorded it already.
    if (health && !isMended && now - Date.parse(health.tested_at) < NOTE_USE_EVERY_MS) return;
    if (!isMended && !this.#uses.take(`${record.id}/${record.version}`)) return;
    const last_used_at = timestamp(now);
    await this.#note(record, {
      last_used_at,
      health: worksAt(last_used_at),
      ...(record.last_error !== null && { last_error: null }),
    });
  }

  /** A refusal that leaves the connection as it is says only that calls fail at the moment. */
  async refused(record: CredentialRecord, error: AdapterError, secrets: Secrets): Promise<void> {
    const { code: error_code, message, detail } = error;
    const now = this.#clock.now();
    const at = timestamp(now);
    const health = failsAt(record, error_code, at);
    if (!detail.connectionStands) {
      const last_error = { error_code, message: redactText(message, secrets), at };
      return this.#note(record, { last_error, health });
    }
    const known = record.health;
    const isKnown = known?.ok === false && now - Date.parse(known.tested_at) < NOTE_USE_EVERY_MS;
    if (!isKnown) await this.#note(record, { health });
  }

  async #note(record: CredentialRecord, notes: NotedFields): Promise<void> {
    try {
      await this.#store.noteUse(record.tenant_id, record.id, notes);
    } catch (error) {
      this.#logger.log("warn", "credential_note_failed", {
        credential_id: record.id,
        ...describeUnexpected(error),
      });
    }
  }
}
