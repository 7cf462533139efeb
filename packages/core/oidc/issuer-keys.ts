import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  type LocalJWKSet,
} from "jose";
import type { Clock } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Logger } from "../log/logger.ts";
import { fetchIssuerKeys, IssuerError, type IssuerPorts } from "./fetch-issuer-keys.ts";

/** Interval between fetches. A key that the issuer has withdrawn remains valid for at most this long. */
const REFETCH_MS = 10 * 60_000;
/** Time for which fetched keys remain valid while the issuer does not respond. */
const MAX_STALE_MS = 60 * 60_000;
/** Time after a fetch in which tokens with unknown keys cause no further request. */
const MIN_REFETCH_MS = 30_000;
/** Delay before the next request after a failure. */
const RETRY_MS = 10_000;

interface IssuerKeysOptions extends IssuerPorts {
  issuer: string;
  clock: Clock;
  logger: Logger;
}

interface FetchedKeys {
  find: LocalJWKSet;
  at: number;
}

/**
 * Caches the issuer's keys. Fetches them again when they are old, or when a token refers to an unknown key.
 */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #cached: FetchedKeys | undefined;
  #failedAt: number | undefined;
  /** The fetch in progress, shared by concurrent callers. */
  #fetching: Promise<FetchedKeys> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /**
   * Finds the key for a token's header. Throws ServiceError `unavailable` if the issuer's keys cannot be
   * fetched. Throws an error of jose if the issuer has no such key, or has several and the header has no
   * `kid`.
   */
  async find(header: JWTHeaderParameters): Promise<CryptoKey> {
    const keys = await this.#readCurrent();
    try {
      return await findKey(keys, header);
    } catch (error) {
      const isJustFetched = this.#options.clock.now() - keys.at < MIN_REFETCH_MS;
      if (!(error instanceof errors.JWKSNoMatchingKey) || isJustFetched) throw error;
    }
    return findKey(await this.#fetchShared(), header);
  }

  async #readCurrent(): Promise<FetchedKeys> {
    const cached = this.#cached;
    const age = cached ? this.#options.clock.now() - cached.at : Infinity;
    if (cached && age < REFETCH_MS) return cached;
    try {
      return await this.#fetchShared();
    } catch (error) {
      if (cached && age < MAX_STALE_MS && isUnavailable(error)) return cached;
      throw error;
    }
  }

  /** Fetches the keys. Throws `unavailable` if the fetch fails or another one has just failed. */
  #fetchShared(): Promise<FetchedKeys> {
    const { clock } = this.#options;
    if (this.#failedAt !== undefined && clock.now() - this.#failedAt < RETRY_MS)
      return Promise.reject(createUnavailableError());
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<FetchedKeys> {
    const { issuer, clock, logger } = this.#options;
    try {
      const set = await fetchIssuerKeys(issuer, this.#options);
      this.#cached = { find: createLocalJWKSet(set as unknown as JSONWebKeySet), at: clock.now() };
      this.#failedAt = undefined;
      return this.#cached;
    } catch (error) {
      const isBadSet = error instanceof errors.JWKSInvalid;
      if (!(error instanceof IssuerError || isBadSet)) throw error;
      this.#failedAt = clock.now();
      logger.log("warn", "issuer_keys_failed", { error_code: isBadSet ? "issuer_keys_wrong" : error.code });
      throw createUnavailableError();
    }
  }
}

/** Finds a key. Treats a damaged key as missing. */
async function findKey({ find }: FetchedKeys, header: JWTHeaderParameters): Promise<CryptoKey> {
  try {
    return await find(header);
  } catch (error) {
    throw error instanceof errors.JOSEError ? error : new errors.JWKSNoMatchingKey();
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "unavailable";
}

function createUnavailableError(): ServiceError {
  return new ServiceError(
    "unavailable",
    "The keys of the OIDC issuer cannot be fetched at the moment. Try again shortly.",
    { retryAfterSeconds: RETRY_MS / 1_000 },
  );
}
