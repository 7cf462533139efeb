import { AtMostEvery, type Random, timestamp } from "@plumbline/core/clock/clock.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import {
  isRenewalDue,
  type RenewalLimits,
  type TokenRefresher,
} from "@plumbline/core/credentials/token-refresher.ts";
import { AdapterAuthError, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { createFirstRefusal } from "./renewal-error.ts";
import { getSecondsUntilRetry, type RenewalsOptions } from "./renewals.ts";

interface OAuthRefresherOptions extends RenewalsOptions {
  random: Random;
}

/**
 * Duration of a lease, longer than a token request with its writes. If the holder crashes, the next one
 * starts after it.
 */
export const LEASE_MS = 30_000;
/** Polling interval while another process holds the lease. */
const POLL_INTERVAL_MS = 200;
/** Maximum wait for a new token while the current one is still valid. */
const MAX_WAIT_MS = 3_000;
/** A token with less remaining lifetime is not used, because the call must arrive before it expires. */
const MIN_LIFETIME_MS = 10_000;
/** Minimum interval between renewals for a provider that refuses each new token. */
const MIN_RENEWAL_INTERVAL_MS = 60_000;

/**
 * Renews tokens with the operator's OAuth clients. Calls of one process share a renewal. Processes that share
 * a store coordinate by a lease on the record.
 */
export class OAuthTokenRefresher implements TokenRefresher {
  readonly #options: OAuthRefresherOptions;
  /** Loaded on the first renewal. */
  readonly #renewals = loadOnce(async () => {
    const { Renewals } = await import("./renewals.ts");
    return new Renewals(this.#options);
  });
  readonly #inProgress = new Map<string, Promise<CredentialRecord>>();
  readonly #afterRefusal: AtMostEvery;

  constructor(options: OAuthRefresherOptions) {
    this.#options = options;
    this.#afterRefusal = new AtMostEvery(options.clock, MIN_RENEWAL_INTERVAL_MS);
  }

  canRenew({ kind, revoked_at, refresh_token_cipher }: CredentialRecord): boolean {
    return revoked_at === null && refresh_token_cipher !== undefined && this.#options.clients.has(kind);
  }

  async renew(
    record: CredentialRecord,
    reason: "due" | "refused",
    limits: RenewalLimits,
  ): Promise<CredentialRecord> {
    const canWait = reason === "refused" || !this.#isStillValid(record);
    try {
      const renewal = this.#shareRenewal(record, reason);
      const patienceMs = canWait ? Infinity : MAX_WAIT_MS;
      return (await this.#awaitRenewal(renewal, limits, patienceMs)) ?? record;
    } catch (error) {
      const isOver = error instanceof AdapterAuthError && !error.detail.connectionIsValid;
      if (canWait || isOver) throw error;
      return record;
    }
  }

  /** Returns the renewal of this credential in progress in this process, or starts one. */
  #shareRenewal(record: CredentialRecord, reason: "due" | "refused"): Promise<CredentialRecord> {
    const key = `${record.tenant_id}/${record.id}`;
    const running = this.#inProgress.get(key);
    if (running) return running;
    const renewal = this.#renewInTurn(record, reason).finally(() => this.#inProgress.delete(key));
    // All callers may have stopped waiting when it fails.
    renewal.catch(() => undefined);
    this.#inProgress.set(key, renewal);
    return renewal;
  }

  /** Acquires the lease and renews, or waits for the result of the process that holds it. */
  async #renewInTurn(record: CredentialRecord, reason: "due" | "refused"): Promise<CredentialRecord> {
    const { store, clock, random } = this.#options;
    const holder = random.uuid();
    const giveUpAt = clock.monotonic() + LEASE_MS + 10 * POLL_INTERVAL_MS;
    // A call that was refused late may find that the token has been renewed already.
    let current = reason === "refused" ? await this.#findRecord(record) : record;
    for (;;) {
      if (reason === "refused" && current.version !== record.version) return current;
      if (reason === "due" && !isRenewalDue(current, clock.now())) return current;
      this.#requireRenewable(current);
      if (reason === "refused" && !this.#afterRefusal.take(current.id)) return current;
      const now = clock.now();
      const lease = { holder, now: timestamp(now), until: timestamp(now + LEASE_MS) };
      const turn = await store.takeLease(current, lease);
      if (typeof turn === "object") return this.#renewLeased(turn, holder);
      if (clock.monotonic() >= giveUpAt) throw createTooLongError(current);
      if (turn === "held") await clock.wait(POLL_INTERVAL_MS);
      current = await this.#findRecord(current);
    }
  }

  /** Throws if the token cannot be renewed, or if it is too early to ask again after a first rejection. */
  #requireRenewable(record: CredentialRecord): void {
    if (!this.canRenew(record)) throw createNotRenewableError(record);
    const waitSeconds = getSecondsUntilRetry(record, this.#options.clock.now());
    if (waitSeconds > 0) throw createFirstRefusal(record, waitSeconds);
  }

  /**
   * Renews while holding the lease, which is released on failure. A provider that could not be asked may be
   * asked again at once.
   */
  async #renewLeased(record: CredentialRecord, holder: string): Promise<CredentialRecord> {
    try {
      // Check again: the previous holder may have recorded a doubt since this call began.
      this.#requireRenewable(record);
      return await (await this.#renewals()).renew(record);
    } catch (error) {
      await this.#options.store.freeLease(record, holder).catch(() => undefined);
      if (!(error instanceof AdapterAuthError)) this.#afterRefusal.forget(record.id);
      throw error;
    }
  }

  async #findRecord(record: CredentialRecord): Promise<CredentialRecord> {
    const found = await this.#options.store.get(record.tenant_id, record.id);
    if (!found) throw createNotRenewableError(record);
    return found;
  }

  #isStillValid({ expires_at }: CredentialRecord): boolean {
    return expires_at === null || Date.parse(expires_at) - this.#options.clock.now() > MIN_LIFETIME_MS;
  }

  /** Waits for a renewal; `undefined` if it takes longer than `patienceMs`. */
  #awaitRenewal(
    renewal: Promise<CredentialRecord>,
    { deadline, signal }: RenewalLimits,
    patienceMs: number,
  ): Promise<CredentialRecord | undefined> {
    const { clock } = this.#options;
    return new Promise((resolve, reject) => {
      const waitMs = Math.max(0, Math.min(deadline.remainingMs(), patienceMs, MAX_TIMER_MS));
      const leave = () =>
        reject(new AdapterTransientError("The call ended while its token was being renewed."));
      const stop = clock.after(waitMs, () => (patienceMs <= waitMs ? resolve(undefined) : leave()));
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
      renewal.then(resolve, reject).finally(() => {
        stop();
        signal?.removeEventListener("abort", leave);
      });
    });
  }
}

/** Maximum delay of a timer. Longer ones fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function createNotRenewableError({ label, revoked_at }: CredentialRecord): AdapterAuthError {
  const what = revoked_at === null ? "no longer has a refresh token" : "was revoked";
  return new AdapterAuthError(`The credential "${label}" ${what}.`, {
    nextStep: `Connect "${label}" again.`,
  });
}

function createTooLongError({ label }: CredentialRecord): AdapterTransientError {
  return new AdapterTransientError(
    `Another process has been renewing the token of "${label}" for too long.`,
    { retryAfterSeconds: 5 },
  );
}
