import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type RecordMacs, STAGE } from "../../access/record-state.ts";
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
  /**
   * The rest of the record, in one form: the value opens only while all of it is as it was. Left out, the
   * value is sealed in the first form, which binds the place alone.
   */
  bound?: string | undefined;
}

/** The stored value was changed, moved from another place, or sealed with another key. */
export class SealBrokenError extends Error {
  override readonly name = "SealBrokenError";
}

/** The tenant has no data key of this version. */
class NoSuchKeyError extends KeyUnavailableError {}

const NONCE_BYTES = 12;

/**
 * Envelope encryption of single fields: the tenant's data key, a key derived from it for the place
 * (HKDF-SHA256, RFC 5869), AES-256-GCM with the place as additional data. Plaintext is cached nowhere.
 */
export class Vault implements RecordMacs {
  readonly #keys: DataKeys;
  readonly #random: Random;

  constructor(keys: DataKeys, random: Random) {
    this.#keys = keys;
    this.#random = random;
  }

  seal(place: SealedPlace, value: Secret): Promise<string> {
    return this.#keys.withKey(place.tenantId, "current", (dataKey) => {
      const keyVersion = dataKey.version;
      const form = place.bound === undefined ? "v1" : "v2";
      const binding = bindingOf(form, place, keyVersion);
      const nonce = this.#random.bytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", dataKey.fieldKey(binding), nonce).setAAD(
        additionalData(binding, place),
      );
      const ciphertext = Buffer.concat([cipher.update(value.reveal(), "utf8"), cipher.final()]);
      return formatEnvelope({ form, keyVersion, nonce, ciphertext, tag: cipher.getAuthTag() });
    });
  }

  /** Signs a text with a key of the tenant's: `m1.<key version>.<HMAC-SHA256 in base64url>`. */
  sign(owner: string, text: string): Promise<string> {
    return this.#keys.withKey(owner, "current", (dataKey) => macOf(dataKey, text));
  }

  /** Tells whether `sign` made this. Throws what the key service throws. */
  async verify(owner: string, text: string, mac: string): Promise<boolean> {
    const version = /^m1\.k(\d{1,9})\.[A-Za-z0-9_-]{43}$/.exec(mac)?.[1];
    if (version === undefined) return false;
    try {
      return await this.#keys.withKey(owner, Number(version), (dataKey) =>
        timingSafeEqual(Buffer.from(macOf(dataKey, text)), Buffer.from(mac)),
      );
    } catch (error) {
      if (error instanceof NoSuchKeyError) return false;
      throw error;
    }
  }

  /** Throws SealBrokenError, or what the key service throws. */
  async open(place: SealedPlace, sealed: string): Promise<Secret> {
    const envelope = parseEnvelope(sealed);
    if (!envelope) throw new SealBrokenError("The stored value is not a sealed one.");
    return this.#keys.withKey(place.tenantId, envelope.keyVersion, (dataKey) => {
      const binding = bindingOf(envelope.form, place, envelope.keyVersion);
      const decipher = createDecipheriv("aes-256-gcm", dataKey.fieldKey(binding), envelope.nonce);
      const bound = envelope.form === "v1" ? { bound: undefined } : place;
      decipher.setAAD(additionalData(binding, bound)).setAuthTag(envelope.tag);
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
function bindingOf(form: Envelope["form"], place: SealedPlace, keyVersion: number): string {
  return JSON.stringify([form, place.tenantId, place.recordId, place.kind, place.field, keyVersion]);
}

/** No JSON array ends in another one's beginning, so no two pairs have the same bytes. */
function additionalData(binding: string, { bound = "" }: Pick<SealedPlace, "bound">): Buffer {
  return Buffer.from(binding + bound);
}

function macOf(dataKey: DataKey, text: string): string {
  const key = dataKey.fieldKey(JSON.stringify(["mac", dataKey.tenantId, dataKey.version]));
  return `m1.k${dataKey.version}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

/**
 * A sealed field in text form: `<form>.<key version>.<nonce>.<ciphertext>.<tag>`, the last three in
 * base64url. `v1` binds its place; `v2` the rest of its record as well.
 */
interface Envelope {
  form: "v1" | "v2";
  keyVersion: number;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

const SHAPE = /^(v1|v2)\.k(\d{1,9})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{22})$/;

export function formatEnvelope(envelope: Envelope): string {
  const parts = [envelope.nonce, envelope.ciphertext, envelope.tag].map((part) => part.toString("base64url"));
  return [envelope.form, `k${envelope.keyVersion}`, ...parts].join(".");
}

/** `undefined` when the text is not an envelope of a version we know. */
export function parseEnvelope(text: string): Envelope | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, form, version = "", nonce = "", ciphertext = "", tag = ""] = match;
  return {
    form: form === "v1" ? "v1" : "v2",
    keyVersion: Number(version),
    nonce: Buffer.from(nonce, "base64url"),
    ciphertext: Buffer.from(ciphertext, "base64url"),
    tag: Buffer.from(tag, "base64url"),
  };
}

/** The form and the key version of a sealed text; `undefined` for any other text. */
export function sealedWith(text: string): Pick<Envelope, "form" | "keyVersion"> | undefined {
  return parseEnvelope(text);
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
    // The stage's key opens no token: without it no caller could be checked while the key service is down.
    if (tenantId !== STAGE && this.#options.clock.now() - cached.loadedAt >= MAX_AGE_MS) {
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
    if (!record) throw new NoSuchKeyError("The data key of this record does not exist.");
    this.#keep(record, await keys.unwrapDataKey(record.wrapped, this.#context(tenantId)), clock.now());
  }

  /**
   * The newest record, made if the tenant has none. Of two processes that make one, the store keeps the first
   * and both go on with it.
   */
  async #newestRecord(tenantId: string): Promise<DataKeyRecord | undefined> {
    const { store } = this.#options;
    const latest = await store.latest(tenantId);
    return latest ?? (await this.#make(tenantId, 1)) ?? store.latest(tenantId);
  }

  /**
   * Makes the next version of a tenant's key, which seals from now on here, and elsewhere within five
   * minutes. Returns the version that is newest afterwards.
   */
  async rotate(tenantId: string): Promise<number> {
    const newest = await this.#newestRecord(tenantId);
    const made = newest && (await this.#make(tenantId, newest.version + 1));
    this.#newest.delete(tenantId);
    const record = made ?? (await this.#options.store.latest(tenantId));
    if (!record) throw new KeyUnavailableError("The data key of this tenant does not exist.");
    return record.version;
  }

  /** The tenant's newest version as of now, with which everything is sealed here from then on. */
  newestVersion(tenantId: string): Promise<number> {
    this.#newest.delete(tenantId);
    return this.withKey(tenantId, "current", ({ version }) => version);
  }

  /** `undefined` when somebody else was first, or the tenant is deleted. */
  async #make(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    const { store, keys, clock } = this.#options;
    const { plaintext, wrapped } = await keys.generateDataKey(this.#context(tenantId));
    const record = { tenant_id: tenantId, version, wrapped, created_at: timestamp(clock.now()) };
    if (await store.putIfAbsent(record)) {
      this.#keep(record, plaintext, clock.now());
      return record;
    }
    plaintext.fill(0);
    return undefined;
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
