import { createHmac } from "node:crypto";
import { type Clock, timestamp } from "../../clock/clock.ts";
import { readLast } from "../../records/read-range.ts";
import type { RecordKind } from "../../records/record-kind.ts";
import { STAGE } from "../../records/record-state.ts";
import type { RecordStore } from "../../records/record-store.ts";
import { type KeyContext, type KeyService, KeyUnavailableError } from "./key-service.ts";

/** One version of a tenant's data key, wrapped. Versions start at 1. */
export interface DataKeyRecord {
  tenant_id: string;
  version: number;
  wrapped: string;
  created_at: string;
}

/** Unsigned, because signing needs a data key. The key service unwraps it only for its tenant and stage. */
export const DATA_KEYS: RecordKind<DataKeyRecord> = {
  name: "data_keys",
  table: "keys",
  key: ["tenant_id", "version"],
  digits: 9,
  signed: false,
};

/** Thrown if the tenant has no data key of this version. */
export class NoSuchKeyError extends KeyUnavailableError {}

/** Lifetime of a cached unwrapped key. A disabled master key keeps working for at most this long. */
const MAX_AGE_MS = 5 * 60_000;
const DEFAULT_MAX_ENTRIES = 1_000;

interface DataKeysOptions {
  records: RecordStore;
  keys: KeyService;
  clock: Clock;
  stage: string;
  maxEntries?: number;
}

/**
 * Caches the tenants' unwrapped data keys by (tenant, version). The cache is limited in size, and evicts and
 * zeroes the least recently used key. A cached key needs no key operation for five minutes. Concurrent calls
 * share one.
 */
export class DataKeys {
  readonly #options: DataKeysOptions;
  readonly #cache = new Map<string, DataKey>();
  /** Each tenant's latest version while its key is cached. */
  readonly #latestVersions = new Map<string, number>();
  readonly #loading = new Map<string, Promise<void>>();
  /** Use counter for finding the least recently used key. Cheaper than reordering the cache at each call. */
  #uses = 0;

  constructor(options: DataKeysOptions) {
    this.#options = options;
  }

  /**
   * Runs `use` with one version of the tenant's key. `"current"` is the latest version, which is created if
   * the tenant has no key yet. `use` is synchronous, so that a key in use can never be evicted and zeroed.
   */
  async withKey<T>(tenantId: string, version: number | "current", use: (key: DataKey) => T): Promise<T> {
    for (let tries = 0; tries < 3; tries++) {
      const wanted = version === "current" ? this.#latestVersions.get(tenantId) : version;
      const cached = wanted === undefined ? undefined : this.#getFresh(tenantId, wanted);
      if (cached) return use(cached);
      await this.#load(tenantId, version);
    }
    throw new KeyUnavailableError("The data key left the cache before it could be used.");
  }

  /** Zeroes and removes every key. */
  clear(): void {
    for (const id of [...this.#cache.keys()]) this.#evict(id);
  }

  #getFresh(tenantId: string, version: number): DataKey | undefined {
    const id = `${tenantId}/${version}`;
    const cached = this.#cache.get(id);
    if (!cached) return undefined;
    // The stage's key never expires. It decrypts no tokens, but without it no caller could be authenticated
    // while the key service is down.
    if (tenantId !== STAGE && this.#options.clock.now() - cached.loadedAt >= MAX_AGE_MS) {
      this.#evict(id);
      return undefined;
    }
    cached.lastUse = ++this.#uses;
    return cached;
  }

  /** Loads a key. Concurrent callers share one load. */
  #load(tenantId: string, version: number | "current"): Promise<void> {
    const id = `${tenantId}/${version}`;
    let loading = this.#loading.get(id);
    if (!loading) {
      loading = this.#fetch(tenantId, version).finally(() => this.#loading.delete(id));
      this.#loading.set(id, loading);
    }
    return loading;
  }

  async #fetch(tenantId: string, version: number | "current"): Promise<void> {
    const { records, keys, clock } = this.#options;
    if (version === "current") {
      const latest = await this.#readOrCreateLatest(tenantId);
      if (!latest) throw new KeyUnavailableError("The data key of this tenant does not exist.");
      if (!this.#getFresh(tenantId, latest.version)) await this.#load(tenantId, latest.version);
      this.#latestVersions.set(tenantId, latest.version);
      return;
    }
    const record = await records.get(DATA_KEYS, [tenantId, version]);
    if (!record) throw new NoSuchKeyError("The data key of this record does not exist.");
    this.#cacheKey(record, await keys.unwrapDataKey(record.wrapped, this.#getContext(tenantId)), clock.now());
  }

  /**
   * Returns the latest record, and creates the first one if needed. If two processes create it, the store
   * keeps the first and both use it.
   */
  async #readOrCreateLatest(tenantId: string): Promise<DataKeyRecord | undefined> {
    const latest = await this.#readLatest(tenantId);
    return latest ?? (await this.#create(tenantId, 1)) ?? this.#readLatest(tenantId);
  }

  /** Returns the record with the highest version, or `undefined` before the first. */
  #readLatest(tenantId: string): Promise<DataKeyRecord | undefined> {
    return readLast(this.#options.records, DATA_KEYS, tenantId);
  }

  /**
   * Creates the next version of a tenant's key. This process encrypts with it immediately, others within five
   * minutes. Returns the latest version.
   */
  async rotate(tenantId: string): Promise<number> {
    const latest = await this.#readOrCreateLatest(tenantId);
    const made = latest && (await this.#create(tenantId, latest.version + 1));
    this.#latestVersions.delete(tenantId);
    const record = made ?? (await this.#readLatest(tenantId));
    if (!record) throw new KeyUnavailableError("The data key of this tenant does not exist.");
    return record.version;
  }

  /** Reads the tenant's latest version. This process encrypts with it from now on. */
  readLatestVersion(tenantId: string): Promise<number> {
    this.#latestVersions.delete(tenantId);
    return this.withKey(tenantId, "current", ({ version }) => version);
  }

  /** Creates a version. Returns `undefined` if another process was first, or if the tenant is deleted. */
  async #create(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    const { records, keys, clock } = this.#options;
    const { plaintext, wrapped } = await keys.generateDataKey(this.#getContext(tenantId));
    const record = { tenant_id: tenantId, version, wrapped, created_at: timestamp(clock.now()) };
    if ((await records.insert(DATA_KEYS, record)) === "written") {
      this.#cacheKey(record, plaintext, clock.now());
      return record;
    }
    plaintext.fill(0);
    return undefined;
  }

  #cacheKey(record: DataKeyRecord, plaintext: Buffer, loadedAt: number): void {
    const id = `${record.tenant_id}/${record.version}`;
    this.#evict(id);
    if (this.#cache.size >= (this.#options.maxEntries ?? DEFAULT_MAX_ENTRIES)) {
      const unused = findLeastRecentlyUsed(this.#cache);
      if (unused !== undefined) this.#evict(unused);
    }
    const key = new DataKey(record.tenant_id, record.version, plaintext, loadedAt);
    key.lastUse = ++this.#uses;
    this.#cache.set(id, key);
  }

  #evict(id: string): void {
    const evicted = this.#cache.get(id);
    if (!evicted) return;
    evicted.zero();
    this.#cache.delete(id);
    if (this.#latestVersions.get(evicted.tenantId) === evicted.version)
      this.#latestVersions.delete(evicted.tenantId);
  }

  #getContext(tenantId: string): KeyContext {
    return { tenant_id: tenantId, purpose: "tenant-data", stage: this.#options.stage };
  }
}

/** Returns the name of the least recently used entry. */
function findLeastRecentlyUsed(entries: ReadonlyMap<string, { lastUse: number }>): string | undefined {
  let found: string | undefined;
  let least = Infinity;
  for (const [name, { lastUse }] of entries) {
    if (lastUse >= least) continue;
    found = name;
    least = lastUse;
  }
  return found;
}

/** Maximum number of cached field keys per data key. Those used only once are evicted first. */
const MAX_FIELD_KEYS = 1_000;

/** An unwrapped data key with the field keys derived from it. They are zeroed together. */
export class DataKey {
  readonly tenantId: string;
  readonly version: number;
  readonly plaintext: Buffer;
  /** Time of loading, in milliseconds since the epoch. */
  readonly loadedAt: number;
  /** Value of the use counter at the last use. */
  lastUse = 0;
  /** HKDF's pseudorandom key, without a salt. */
  readonly #extracted: Buffer;
  readonly #fieldKeys = new Map<string, { key: Buffer; isUsedAgain: boolean }>();

  constructor(tenantId: string, version: number, plaintext: Buffer, loadedAt: number) {
    this.tenantId = tenantId;
    this.version = version;
    this.plaintext = plaintext;
    this.loadedAt = loadedAt;
    this.#extracted = createHmac("sha256", Buffer.alloc(0)).update(plaintext).digest();
  }

  /**
   * Derives the key of one field (HKDF-SHA256, RFC 5869), and caches it. Expands by hand, because one HMAC
   * yields the whole key at a quarter of the cost of `hkdfSync`.
   */
  deriveFieldKey(binding: string): Buffer {
    const known = this.#fieldKeys.get(binding);
    if (known) {
      known.isUsedAgain = true;
      return known.key;
    }
    if (this.#fieldKeys.size >= MAX_FIELD_KEYS) this.#makeRoom();
    const key = createHmac("sha256", this.#extracted).update(binding).update("\x01").digest();
    this.#fieldKeys.set(binding, { key, isUsedAgain: false });
    return key;
  }

  /**
   * Evicts the oldest field key that was used only once. Keys used again move to the end of the queue. This
   * avoids searching all keys for the least recently used one.
   */
  #makeRoom(): void {
    for (const [binding, field] of this.#fieldKeys) {
      this.#fieldKeys.delete(binding);
      if (!field.isUsedAgain) {
        field.key.fill(0);
        return;
      }
      this.#fieldKeys.set(binding, { key: field.key, isUsedAgain: false });
    }
  }

  zero(): void {
    this.plaintext.fill(0);
    this.#extracted.fill(0);
    for (const { key } of this.#fieldKeys.values()) key.fill(0);
    this.#fieldKeys.clear();
  }
}
