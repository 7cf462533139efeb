import { createCipheriv, createDecipheriv } from "node:crypto";
import { Secret } from "../../access/secret.ts";
import type { Random } from "../../clock/random.ts";
import type { DataKeys } from "./data-keys.ts";

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
 * Envelope encryption of single fields: the tenant's data key, a key derived from it for the place (HKDF-SHA256, RFC 5869),
 * AES-256-GCM with the place as additional data. Plaintext is cached nowhere.
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

/** A sealed field in text form: `v1.<key version>.<nonce>.<ciphertext>.<tag>`, the last three in base64url. */
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
