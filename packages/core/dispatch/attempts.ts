import { AtMostEvery, type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { CredentialRecord, NotedFields } from "../credentials/credential.ts";
import { createHealthy, createUnhealthy } from "../credentials/credential.ts";
import type { CredentialStore } from "../credentials/credential-store.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { AdapterAuthError, AdapterError, AdapterTransientError } from "../errors/adapter-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { Call } from "./call.ts";
import { CallContext, selectFetchClient, selectHttpClient } from "./call-context.ts";
import { redactText, type Secrets } from "./redaction.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS, decideRetry, MAX_ATTEMPTS } from "./retry-policy.ts";

export interface AttemptsOptions {
  registry: ToolRegistry;
  resolver: CredentialResolver;
  notes: CredentialNotes;
  egress: Egress;
  clock: Clock;
  random: Random;
  /** Maximum total time, in milliseconds, that a call waits between attempts. Defaults to 60 s. */
  longestWaitMs?: number | undefined;
}

/**
 * Runs the attempts of a call, within the limits of the retry policy. All attempts share the idempotency key,
 * the completed steps and the credential.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #clients = new WeakMap<Tool, HttpClient>();

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  #clientOf(tool: Tool): HttpClient {
    const known = this.#clients.get(tool);
    if (known) return known;
    const client = selectHttpClient(tool, this.#options.egress);
    this.#clients.set(tool, client);
    return client;
  }

  /** Returns the tool's result, or throws the last attempt's error after recording it. */
  async make(call: Call, input: Record<string, unknown>): Promise<unknown> {
    const { clock, random, egress, resolver } = this.#options;
    const { tool } = call;
    const http = this.#clientOf(tool);
    const context = new CallContext(call, input, {
      http,
      guarded: selectFetchClient(tool, egress),
      clock,
      random,
    });
    for (;;) {
      call.beginTry();
      try {
        context.credential = await call.openCredential(resolver);
        call.options.keyed?.noteRun();
        const answer = await tool.run(input, context);
        call.endTry();
        return answer;
      } catch (error) {
        call.recordFailure(error);
        await this.#prepareNextAttempt(call, await this.#tryRenewal(call, error));
      }
    }
  }

  /**
   * Renews a token that the provider refused. Returns `RENEWED` if another attempt can use the new token.
   * Otherwise returns the error to report: that of the renewal, the provider's refusal, or that no attempt is
   * left.
   */
  async #tryRenewal(call: Call, error: unknown): Promise<unknown> {
    if (!refusesToken(error) || call.progress.outcomeUnknown || call.isWriteInDoubt) return error;
    try {
      if (!(await call.renewCredential(this.#options.resolver))) return error;
      return call.progress.tries < MAX_ATTEMPTS ? RENEWED : renewedTooLateError();
    } catch (renewalError) {
      return renewalError;
    }
  }

  /** Waits before the next attempt, or throws the error if no attempt is left. */
  async #prepareNextAttempt(call: Call, error: unknown): Promise<void> {
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
      waitsForRetryAfter: call.options.waitsForRetryAfter,
      remainingMs: call.deadline.remainingMs(),
      waitedMs,
      longestWaitMs,
      jitter: random.fraction(),
    });
    call.recordDecision(decision, error);
    if (decision.retry) return this.#wait(decision.waitMs, call, error);
    if (error instanceof AdapterAuthError && credential)
      await notes.recordRefusal(credential, error, call.secrets);
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
      call.giveUp(error);
      if (error.detail.partlyDone) throw error;
      const message = "The call was cancelled while it waited for its next attempt.";
      throw new AdapterTransientError(message, { outcomeUnknown: call.progress.outcomeUnknown });
    } finally {
      call.addWait(clock.monotonic() - since);
    }
  }
}

const RENEWED = Symbol("the token was renewed");

/**
 * Returns a transient error instead of an authentication failure. The token was renewed, so nobody has to
 * reconnect the account.
 */
function renewedTooLateError(): AdapterTransientError {
  const message = `The provider refused the token in attempt ${MAX_ATTEMPTS}, the last one. The token has been renewed.`;
  return new AdapterTransientError(message, { nextStep: "Make the call again. It will use the new token." });
}

/** Returns true if the provider refused the token itself, so that no part of the request was carried out. */
function refusesToken(error: unknown): boolean {
  return (
    error instanceof AdapterAuthError && (error.detail.status === 401 || error.detail.tokenRefused === true)
  );
}

/**
 * Minimum interval between writes of a credential's last use. Watches use their credential at every poll,
 * which would cause too many writes.
 */
const NOTE_INTERVAL_MS = 3_600_000;

/**
 * Records when a credential was last used, its health (once per hour) and its last refusal. Failures of the
 * store do not fail the call.
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
    this.#uses = new AtMostEvery(clock, NOTE_INTERVAL_MS);
  }

  recordSuccess(record: CredentialRecord): Promise<void> | undefined {
    const now = this.#clock.now();
    const { health } = record;
    const isRecovered = record.last_error !== null || health?.ok === false;
    // Another process may have recorded it already.
    if (health && !isRecovered && now - Date.parse(health.tested_at) < NOTE_INTERVAL_MS) return undefined;
    if (!isRecovered && !this.#uses.take(`${record.id}/${record.version}`)) return undefined;
    const last_used_at = timestamp(now);
    return this.#note(record, {
      last_used_at,
      health: createHealthy(last_used_at),
      ...(record.last_error !== null && { last_error: null }),
    });
  }

  /** Records a refusal. If the connection is still valid, records only that calls currently fail. */
  async recordRefusal(record: CredentialRecord, error: AdapterError, secrets: Secrets): Promise<void> {
    const { code: error_code, message, detail } = error;
    const now = this.#clock.now();
    const at = timestamp(now);
    const health = createUnhealthy(record, error_code, at);
    if (!detail.connectionIsValid) {
      const last_error = { error_code, message: redactText(message, secrets), at };
      return this.#note(record, { last_error, health });
    }
    const known = record.health;
    const isKnown = known?.ok === false && now - Date.parse(known.tested_at) < NOTE_INTERVAL_MS;
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
