import { createCipheriv, createDecipheriv, createHmac, hash, timingSafeEqual } from "node:crypto";
import { Secret } from "../../access/secret.ts";
import type { Random } from "../../clock/clock.ts";
import type { RecordMacs } from "../../records/record-state.ts";
import { type DataKey, type DataKeys, NoSuchKeyError } from "./data-keys.ts";

/** Identifies an encrypted value. It can only be decrypted with the same identity. */
export interface SealContext {
  tenantId: string;
  recordId: string;
  kind: string;
  field: string;
  /**
   * The rest of the record in canonical form. The value can be decrypted only if all of it is unchanged. If
   * omitted, the value is encrypted in the first format, which binds only the other fields.
   */
  bound?: string | undefined;
}

/** The stored value was modified, copied from another field, or encrypted with another key. */
export class SealBrokenError extends Error {
  override readonly name = "SealBrokenError";
}

const NONCE_BYTES = 12;

/**
 * Envelope encryption of single fields. Uses AES-256-GCM with a key derived from the tenant's data key for
 * each field (HKDF-SHA256, RFC 5869), and the field's identity as additional data. Plaintext is never cached.
 */
export class Vault implements RecordMacs {
  readonly #keys: DataKeys;
  readonly #random: Random;

  constructor(keys: DataKeys, random: Random) {
    this.#keys = keys;
    this.#random = random;
  }

  /** Encrypts a value. Throws errors of the key service. */
  seal(context: SealContext, value: Secret): Promise<string> {
    return this.#keys.withKey(context.tenantId, "current", (dataKey) => {
      const keyVersion = dataKey.version;
      const form = context.bound === undefined ? "v1" : "v2";
      const binding = serializeBinding(form, context, keyVersion);
      const nonce = this.#random.bytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", dataKey.deriveFieldKey(binding), nonce);
      cipher.setAAD(joinAdditionalData(binding, context));
      const ciphertext = cipher.update(value.reveal(), "utf8");
      cipher.final(); // GCM is a stream cipher: this returns no data but computes the tag.
      return formatEnvelope({ form, keyVersion, nonce, ciphertext, tag: cipher.getAuthTag() });
    });
  }

  prepare(owner: string): void {
    this.#keys.withKey(owner, 1, () => undefined).catch(() => undefined);
  }

  /** Signs a text with the tenant's key. Returns `m1.<key version>.<HMAC-SHA256 in base64url>`. */
  sign(owner: string, text: string): Promise<string> {
    return this.#keys.withKey(owner, "current", (dataKey) => computeMac(dataKey, text));
  }

  /** Returns true if `sign` created this signature. Rethrows errors of the key service. */
  async verify(owner: string, text: string, mac: string): Promise<boolean> {
    const version = /^m1\.k(\d{1,9})\.[A-Za-z0-9_-]{43}$/.exec(mac)?.[1];
    if (version === undefined) return false;
    try {
      return await this.#keys.withKey(owner, Number(version), (dataKey) =>
        timingSafeEqual(Buffer.from(computeMac(dataKey, text)), Buffer.from(mac)),
      );
    } catch (error) {
      if (error instanceof NoSuchKeyError) return false;
      throw error;
    }
  }

  /**
   * Returns a digest that is the same for equal texts of a tenant and cannot be guessed without its key:
   * `k<key version>.<32 hexadecimal digits>`. Proves nothing, unlike `sign`, and costs a tenth of it.
   */
  digest(owner: string, text: string, version: number | "current" = "current"): Promise<string> {
    return this.#keys.withKey(owner, version, (dataKey) => {
      const key = dataKey.deriveFieldKey(JSON.stringify(["digest", dataKey.tenantId, dataKey.version]));
      const digest = hash("sha256", Buffer.concat([key, Buffer.from(text)]), "hex").slice(0, 32);
      return `k${dataKey.version}.${digest}`;
    });
  }

  /** Decrypts a value. Throws SealBrokenError and errors of the key service. */
  async open(context: SealContext, sealed: string): Promise<Secret> {
    const envelope = parseEnvelope(sealed);
    if (!envelope) throw new SealBrokenError("The stored value is not encrypted.");
    return this.#keys.withKey(context.tenantId, envelope.keyVersion, (dataKey) => {
      const binding = serializeBinding(envelope.form, context, envelope.keyVersion);
      const decipher = createDecipheriv("aes-256-gcm", dataKey.deriveFieldKey(binding), envelope.nonce);
      const bound = envelope.form === "v1" ? { bound: undefined } : context;
      decipher.setAAD(joinAdditionalData(binding, bound)).setAuthTag(envelope.tag);
      try {
        const opened = decipher.update(envelope.ciphertext);
        decipher.final();
        return new Secret(opened.toString("utf8"));
      } catch {
        throw new SealBrokenError("The stored value cannot be decrypted for this record and field.");
      }
    });
  }
}

/** Serializes a field's identity and key version as a JSON array, so that no two have the same form. */
function serializeBinding(form: Envelope["form"], context: SealContext, keyVersion: number): string {
  const { tenantId, recordId, kind, field } = context;
  return JSON.stringify([form, tenantId, recordId, kind, field, keyVersion]);
}

/** Concatenates both parts. This is unambiguous, because no JSON array is a prefix of another. */
function joinAdditionalData(binding: string, { bound = "" }: Pick<SealContext, "bound">): Buffer {
  return Buffer.from(binding + bound);
}

function computeMac(dataKey: DataKey, text: string): string {
  const key = dataKey.deriveFieldKey(JSON.stringify(["mac", dataKey.tenantId, dataKey.version]));
  return `m1.k${dataKey.version}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

/**
 * An encrypted field as text: `<form>.<key version>.<nonce>.<ciphertext>.<tag>`, the last three in base64url.
 * `v1` binds the field's identity, `v2` also the rest of the record.
 */
interface Envelope {
  form: "v1" | "v2";
  keyVersion: number;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

const ENVELOPE_FORMAT = /^(v1|v2)\.k(\d{1,9})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{22})$/;

export function formatEnvelope(envelope: Envelope): string {
  const parts = [envelope.nonce, envelope.ciphertext, envelope.tag].map((part) => part.toString("base64url"));
  return [envelope.form, `k${envelope.keyVersion}`, ...parts].join(".");
}

/** Parses an encrypted field. Returns `undefined` for text in another format. */
export function parseEnvelope(text: string): Envelope | undefined {
  const match = ENVELOPE_FORMAT.exec(text);
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

/** Returns the version of the key that encrypted a text, or `undefined` for other text. */
export function readKeyVersion(text: string): number | undefined {
  return parseEnvelope(text)?.keyVersion;
}
