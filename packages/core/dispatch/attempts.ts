import type { Clock } from "../clock/clock.ts";
import type { Random } from "../clock/random.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { AdapterAuthError, AdapterError, AdapterTransientError } from "../errors/adapter-error.ts";
import type { Tool, ToolRegistry } from "../tool/tool.ts";
import { type Call, isWriteInDoubt } from "./call.ts";
import { callContext } from "./call-context.ts";
import { clientFor, fetchClientFor } from "./call-http.ts";
import type { CredentialNotes } from "./credential-notes.ts";
import { openCredential } from "./prepare-call.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS, decideRetry } from "./retry-policy.ts";

export interface AttemptsOptions {
  registry: ToolRegistry;
  resolver: CredentialResolver;
  notes: CredentialNotes;
  egress: Egress;
  clock: Clock;
  random: Random;
  /** Milliseconds that all waits of one call together may hold its caller; left out, 60 s. */
  longestWaitMs?: number | undefined;
}

/** Makes a call's attempts: as many as the retry policy allows, over the same key, steps and credential. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #clients = new Map<Tool, HttpClient>();

  constructor(options: AttemptsOptions) {
    this.#options = options;
    for (const tool of options.registry.list()) this.#clients.set(tool, clientFor(tool, options.egress));
  }

  /** Answers with what the tool answers. Throws the error of the last attempt, noted on the call and its credential. */
  async make(call: Call, input: Record<string, unknown>): Promise<unknown> {
    const { clock, random, egress, resolver } = this.#options;
    const { tool } = call;
    const http = this.#clients.get(tool) ?? clientFor(tool, egress);
    const shared = callContext(call, input, { http, guarded: fetchClientFor(tool, egress), clock, random });
    call.http = shared.http;
    for (;;) {
      call.tries += 1;
      // The search backends are reached by the research engine's own client.
      call.reachedOut = tool.reach.to === "search";
      try {
        const credential = await openCredential(call, resolver);
        const answer = await tool.run(input, { ...shared, credential });
        call.attempts += 1;
        return answer;
      } catch (error) {
        if (call.reachedOut) call.attempts += 1;
        await this.#beforeNextAttempt(call, error);
      }
    }
  }

  /** Waits for the next attempt, or throws the error when there is none. */
  async #beforeNextAttempt(call: Call, error: unknown): Promise<void> {
    if (!(error instanceof AdapterError)) throw error;
    if (error.detail.outcomeUnknown) call.outcomeUnknown = true;
    if (error.detail.mayHaveWritten && call.http) call.http.mayHaveWritten = true;
    const { clock, random, notes, longestWaitMs = DEFAULT_LONGEST_WAIT_SECONDS * 1000 } = this.#options;
    const decision = decideRetry({
      error,
      attempt: call.tries,
      idempotency: call.tool.idempotency,
      effect: call.http?.lastEffect,
      maxAttempts: call.options.maxAttempts,
      holdsAskedWaits: call.options.holdsAskedWaits,
      remainingMs: call.deadlineAt - clock.monotonic(),
      waitedMs: call.waitedMs,
      longestWaitMs,
      jitter: random.fraction(),
    });
    call.reason = decision.reason;
    if (!decision.retry) {
      if (error.detail.partlyDone || isWriteInDoubt(call)) call.outcomeUnknown = true;
      const seconds = error.detail.retryAfterSeconds ?? (decision.waitMs ?? 0) / 1000;
      if (seconds > 0) call.retryAfterSeconds = Math.ceil(seconds);
      if (error instanceof AdapterAuthError && call.credential)
        await notes.refused(call.credential, error, call.secrets);
      throw error;
    }
    await this.#wait(decision.waitMs, call, error);
  }

  async #wait(ms: number, call: Call, error: AdapterError): Promise<void> {
    const { options } = call;
    const { clock } = this.#options;
    const since = clock.monotonic();
    try {
      await clock.wait(ms, options.signal);
    } catch {
      if (error.detail.partlyDone || isWriteInDoubt(call)) call.outcomeUnknown = true;
      if (error.detail.partlyDone) throw error;
      const message = "The call was cancelled while it waited for its next attempt.";
      throw new AdapterTransientError(message, { outcomeUnknown: call.outcomeUnknown });
    } finally {
      call.waitedMs += clock.monotonic() - since;
    }
  }
}
