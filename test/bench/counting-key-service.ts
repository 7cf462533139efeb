import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { GeneratedDataKey, KeyService } from "@plumbline/core/credentials/vault/key-service.ts";

/** A key service in memory that counts its operations. */
export class CountingKeyService implements KeyService {
  operations = 0;
  readonly #master = randomBytes(32);

  async generateDataKey(): Promise<GeneratedDataKey> {
    this.operations += 1;
    const plaintext = randomBytes(32);
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#master, nonce);
    const sealed = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    return { plaintext, wrapped: sealed.toString("base64") };
  }

  async unwrapDataKey(wrapped: string): Promise<Buffer> {
    this.operations += 1;
    const sealed = Buffer.from(wrapped, "base64");
    const decipher = createDecipheriv("aes-256-gcm", this.#master, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  }
}
