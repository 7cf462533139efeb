import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { Secret } from "../../access/secret.ts";
import type { Random } from "../../clock/random.ts";
import type { DataKeys } from "./data-keys.ts";
import { formatEnvelope, parseEnvelope } from "./envelope.ts";

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
const KEY_BYTES = 32;

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
    return this.#keys.withKey(place.tenantId, "current", (dataKey, keyVersion) => {
      const binding = bindingOf(place, keyVersion);
      const nonce = this.#random.bytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", deriveKey(dataKey, binding), nonce).setAAD(binding);
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
      const decipher = createDecipheriv("aes-256-gcm", deriveKey(dataKey, binding), envelope.nonce);
      decipher.setAAD(binding).setAuthTag(envelope.tag);
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

/** Canonical bytes of the place and key version: a JSON array, so no two places have the same. */
function bindingOf(place: SealedPlace, keyVersion: number): Buffer {
  return Buffer.from(
    JSON.stringify(["v1", place.tenantId, place.recordId, place.kind, place.field, keyVersion]),
  );
}

function deriveKey(dataKey: Buffer, binding: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", dataKey, Buffer.alloc(0), binding, KEY_BYTES));
}
