import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from "@aws-sdk/client-kms";
import {
  type GeneratedDataKey,
  type KeyContext,
  type KeyService,
  KeyUnavailableError,
} from "@plumbline/core/credentials/vault/key-service.ts";
import { keyServiceError } from "./key-service-error.ts";

const KEY_BYTES = 32;

/**
 * The stage's KMS key as master key of the tenants' data keys. The context is KMS's encryption context: a
 * data key wrapped for one tenant does not unwrap for another, and the functions' policies may name its
 * parts.
 */
export class KmsKeyService implements KeyService {
  readonly #client: KMSClient;
  readonly #keyId: string;

  /** `keyId`: id, ARN or alias of a symmetric key. */
  constructor(client: KMSClient, keyId: string) {
    this.#client = client;
    this.#keyId = keyId;
  }

  async generateDataKey(context: KeyContext): Promise<GeneratedDataKey> {
    const command = new GenerateDataKeyCommand({
      KeyId: this.#keyId,
      KeySpec: "AES_256",
      EncryptionContext: { ...context },
    });
    const { Plaintext, CiphertextBlob } = await this.#client.send(command).catch(keyServiceError);
    if (!CiphertextBlob) throw new KeyUnavailableError("The key service answered without a wrapped key.");
    return { plaintext: keyBytes(Plaintext), wrapped: Buffer.from(CiphertextBlob).toString("base64") };
  }

  async unwrapDataKey(wrapped: string, context: KeyContext): Promise<Buffer> {
    const command = new DecryptCommand({
      KeyId: this.#keyId,
      CiphertextBlob: Buffer.from(wrapped, "base64"),
      EncryptionContext: { ...context },
    });
    const { Plaintext } = await this.#client.send(command).catch(keyServiceError);
    return keyBytes(Plaintext);
  }
}

/** The same memory, not a copy of it: whoever zeroes the key zeroes the only one there is. */
function keyBytes(bytes: Uint8Array | undefined): Buffer {
  if (bytes?.byteLength === KEY_BYTES) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw new KeyUnavailableError("The key service did not answer with a key of 32 bytes.");
}
