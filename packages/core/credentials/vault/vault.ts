import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { Secret } from "../../access/secret.ts";
import { type Clock, type Random, timestamp } from "../../clock/clock.ts";
import type { DataKeyRecord, DataKeyStore } from "./data-key-store.ts";
import { type KeyContext, type KeyService, KeyUnavailableError } from "./key-service.ts";

/** Where a sealed value lives. It opens there and nowhere else. */
export interface SealedPlace {
  tenantId: string;
  recordId: string;
  kind: string;
  field: string;
}

/** The stored value was changed, moved from another place, or sealed with another key. */
export class SealBrokenError extends Error {
  override readonly name = "SealBrokenError";
}

const NONCE_BYTES = 12;

/**
 * Envelope encryption of single fields: the tenant's data key, a key derived from it for the place
 * (HKDF-SHA256, RFC 5869), AES-256-GCM with the place as additional data. Plaintext is cached nowhere.
 */
export class Vault {
  readonly #keys: DataKeys;
  readonly #random: Random;

  constructor(keys: DataKeys, random: Random) {
    this.#keys = keys;
    this.#random = random;
  }

  seal(place: SealedPlace, value: Secret): Promise<string> {
    return this.#keys.withKey(place.tenantId, "current", (dataKey) => {
      const keyVersion = dataKey.version;
      const binding = bindingOf(place, keyVersion);
      const nonce = this.#random.bytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", dataKey.fieldKey(binding), nonce).setAAD(
        Buffer.from(binding),
      );
      const ciphertext = Buffer.concat([cipher.update(value.reveal(), "utf8"), cipher.final()]);
      return formatEnvelope({ keyVersion, nonce, ciphertext, tag: cipher.getAuthTag() });
    });
  }

  /** Throws SealBrokenError, or what the key service throws. */
  async open(place: SealedPlace, sealed: string): Promise<Secret> {
    const envelope = parseEnvelope(sealed);
    if (!envelope) throw new SealBrokenError("The stored value is not a sealed one.");
    return this.#keys.withKey(place.tenantId, envelope.keyVersion, (dataKey) => {
      const binding = bindingOf(place, envelope.keyVersion);
      const decipher = createDecipheriv("aes-256-gcm", dataKey.fieldKey(binding), envelope.nonce);
      decipher.setAAD(Buffer.from(binding)).setAuthTag(envelope.tag);
      try {
        return new Secret(
          Buffer.concat([decipher.update(envelope.ciphertext), decipher.final()]).toString("utf8"),
        );
      } catch {
        throw new SealBrokenError("The stored value does not open in this place.");
      }
    });
  }
}

/** The place and key version in canonical form: a JSON array, so no two places have the same. */
function bindingOf(place: SealedPlace, keyVersion: number): string {
  return JSON.stringify(["v1", place.tenantId, place.recordId, place.kind, place.field, keyVersion]);
}

/**
 * A sealed field in text form: `v1.<key version>.<nonce>.<ciphertext>.<tag>`, the last three in base64url.
 */
interface Envelope {
  keyVersion: number;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

const SHAPE = /^v1\.k(\d{1,9})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{22})$/;

export function formatEnvelope(envelope: Envelope): string {
  const parts = [envelope.nonce, envelope.ciphertext, envelope.tag].map((part) => part.toString("base64url"));
  return ["v1", `k${envelope.keyVersion}`, ...parts].join(".");
}

/** `undefined` when the text is not an envelope of a version we know. */
export function parseEnvelope(text: string): Envelope | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, version = "", nonce = "", ciphertext = "", tag = ""] = match;
  return {
    keyVersion: Number(version),
    nonce: Buffer.from(nonce, "base64url"),
    ciphertext: Buffer.from(ciphertext, "base64url"),
    tag: Buffer.from(tag, "base64url"),
  };
}

/** An unwrapped key is kept so long; a master key that is disabled goes on working for at most this time. */
const MAX_AGE_MS = 5 * 60_000;
const DEFAULT_MAX_ENTRIES = 1_000;

interface DataKeysOptions {
  store: DataKeyStore;
  keys: KeyService;
  clock: Clock;
  stage: string;
  maxEntries?: number;
}

/**
 * The tenants' data keys, unwrapped and cached by (tenant, version): bounded, oldest use out first, zeroed
 * when they leave. At most one key operation a tenant and version in five minutes, however many calls ask at
 * once.
 */
export class DataKeys {
  readonly #options: DataKeysOptions;
  readonly #cache = new Map<string, DataKey>();
  /** Each tenant's newest version, as long as its key is in the cache. */
  readonly #newest = new Map<string, number>();
  readonly #loading = new Map<string, Promise<void>>();

  constructor(options: DataKeysOptions) {
    this.#options = options;
  }

  /**
   * Runs `use` with one version of the tenant's key. `"current"` is the newest version; it is created when
   * the tenant has no key yet. `use` is synchronous so that an eviction can never zero a key while it is in
   * use.
   */
  async withKey<T>(tenantId: string, version: number | "current", use: (key: DataKey) => T): Promise<T> {
    for (let tries = 0; tries < 3; tries++) {
      const wanted = version === "current" ? this.#newest.get(tenantId) : version;
      const cached = wanted === undefined ? undefined : this.#fresh(tenantId, wanted);
      if (cached) return use(cached);
      await this.#load(tenantId, version);
    }
    throw new KeyUnavailableError("The data key left the cache before it could be used.");
  }

  /** Zeroes and forgets every key. */
  clear(): void {
    for (const id of [...this.#cache.keys()]) this.#evict(id);
  }

  #fresh(tenantId: string, version: number): DataKey | undefined {
    const id = `${tenantId}/${version}`;
    const cached = this.#cache.get(id);
    if (!cached) return undefined;
    if (this.#options.clock.now() - cached.loadedAt >= MAX_AGE_MS) {
      this.#evict(id);
      return undefined;
    }
    this.#cache.delete(id);
    this.#cache.set(id, cached);
    return cached;
  }

  /** Callers that ask for the same key while it is on its way share one load. */
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
    const { store, keys, clock } = this.#options;
    if (version === "current") {
      const newest = await this.#newestRecord(tenantId);
      if (!newest) throw new KeyUnavailableError("The data key of this tenant does not exist.");
      if (!this.#fresh(tenantId, newest.version)) await this.#load(tenantId, newest.version);
      this.#newest.set(tenantId, newest.version);
      return;
    }
    const record = await store.get(tenantId, version);
    if (!record) throw new KeyUnavailableError("The data key of this record does not exist.");
    this.#keep(record, await keys.unwrapDataKey(record.wrapped, this.#context(tenantId)), clock.now());
  }

  /**
   * The newest record, made if the tenant has none. Of two processes that make one, the store keeps the first
   * and both go on with it.
   */
  async #newestRecord(tenantId: string): Promise<DataKeyRecord | undefined> {
    const { store, keys, clock } = this.#options;
    const latest = await store.latest(tenantId);
    if (latest) return latest;
    const { plaintext, wrapped } = await keys.generateDataKey(this.#context(tenantId));
    const record = { tenant_id: tenantId, version: 1, wrapped, created_at: timestamp(clock.now()) };
    if (await store.putIfAbsent(record)) {
      this.#keep(record, plaintext, clock.now());
      return record;
    }
    plaintext.fill(0);
    return store.latest(tenantId);
  }

  #keep(record: DataKeyRecord, plaintext: Buffer, loadedAt: number): void {
    const id = `${record.tenant_id}/${record.version}`;
    this.#evict(id);
    this.#cache.set(id, new DataKey(record.tenant_id, record.version, plaintext, loadedAt));
    const oldest = this.#cache.keys().next().value;
    if (this.#cache.size > (this.#options.maxEntries ?? DEFAULT_MAX_ENTRIES) && oldest !== undefined)
      this.#evict(oldest);
  }

  #evict(id: string): void {
    const evicted = this.#cache.get(id);
    if (!evicted) return;
    evicted.zero();
    this.#cache.delete(id);
    if (this.#newest.get(evicted.tenantId) === evicted.version) this.#newest.delete(evicted.tenantId);
  }

  #context(tenantId: string): KeyContext {
    return { tenant_id: tenantId, purpose: "tenant-data", stage: this.#options.stage };
  }
}

const KEY_BYTES = 32;
/** So many field keys are kept a data key; the one unused longest goes first. */
const MAX_FIELD_KEYS = 1_000;

/** One unwrapped data key and the field keys derived from it, which live and are zeroed together. */
export class DataKey {
  readonly tenantId: string;
  readonly version: number;
  readonly plaintext: Buffer;
  /** Milliseconds since the epoch. */
  readonly loadedAt: number;
  readonly #fieldKeys = new Map<string, Buffer>();

  constructor(tenantId: string, version: number, plaintext: Buffer, loadedAt: number) {
    this.tenantId = tenantId;
    this.version = version;
    this.plaintext = plaintext;
    this.loadedAt = loadedAt;
  }

  /**
   * The key of one place (HKDF-SHA256, RFC 5869). Kept, since deriving costs several times what opening a
   * token does.
   */
  fieldKey(binding: string): Buffer {
    const known = this.#fieldKeys.get(binding);
    if (known) {
      this.#fieldKeys.delete(binding);
      this.#fieldKeys.set(binding, known);
      return known;
    }
    const derived = Buffer.from(hkdfSync("sha256", this.plaintext, Buffer.alloc(0), binding, KEY_BYTES));
    this.#fieldKeys.set(binding, derived);
    const oldest = this.#fieldKeys.keys().next().value;
    if (this.#fieldKeys.size > MAX_FIELD_KEYS && oldest !== undefined) {
      this.#fieldKeys.get(oldest)?.fill(0);
      this.#fieldKeys.delete(oldest);
    }
    return derived;
  }

  zero(): void {
    this.plaintext.fill(0);
    for (const key of this.#fieldKeys.values()) key.fill(0);
    this.#fieldKeys.clear();
  }
}
