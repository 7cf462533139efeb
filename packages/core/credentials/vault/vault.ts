import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { Secret } from "../../access/secret.ts";
import type { Random } from "../../clock/clock.ts";
import type { RecordMacs } from "../../records/record-state.ts";
import { type DataKey, type DataKeys, NoSuchKeyError } from "./data-keys.ts";

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
      const ciphertext = cipher.update(value.reveal(), "utf8");
      cipher.final(); // GCM is a stream: nothing is left over, and the tag is made.
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
        const opened = decipher.update(envelope.ciphertext);
        decipher.final();
        return new Secret(opened.toString("utf8"));
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

/** The version of the key that a text was sealed with; `undefined` for any other text. */
export function keyVersionOf(text: string): number | undefined {
  return parseEnvelope(text)?.keyVersion;
}
