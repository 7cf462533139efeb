import {
  DecryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
  type KMSClientConfig,
  KMSServiceException,
} from "@aws-sdk/client-kms";
import {
  type GeneratedDataKey,
  type KeyContext,
  type KeyOwner,
  type KeyService,
  KeyServiceBusyError,
  KeyUnavailableError,
} from "@plumbline/core/credentials/vault/key-service.ts";
import { CLIENT_BOUNDS } from "../access/client-bounds.ts";

/** Overrides for tests; empty on AWS, where region and credentials come from the environment. */
export type KmsClientOptions = Pick<
  KMSClientConfig,
  "region" | "profile" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** Creates a client whose requests time out. */
export function createKmsClient(options: KmsClientOptions = {}): KMSClient {
  return new KMSClient({ ...CLIENT_BOUNDS, ...options });
}

const KEY_BYTES = 32;

/** Marks a data key that was wrapped by its tenant's own key. */
export const OWN = "own:";

/** Tenants that have their own KMS key. */
export interface OwnKeys {
  /** Called when a data key is created. Existing data keys stay wrapped by the key that wrapped them. */
  has(tenantId: string): Promise<boolean>;
  /** ID, ARN or alias of the tenant's key. */
  keyOf(tenantId: string): string;
}

/**
 * Wraps tenants' data keys with the stage's KMS key, or with the tenant's own key if it has one. The context
 * is KMS's encryption context. A data key wrapped for one tenant cannot be unwrapped for another, and the
 * functions' policies can require parts of the context.
 */
export class KmsKeyService implements KeyService {
  readonly #client: KMSClient;
  readonly #stageKey: AskedKey;
  readonly #ownKeys: OwnKeys | undefined;

  /** `keyId`: ID, ARN or alias of the stage's symmetric key. */
  constructor(client: KMSClient, keyId: string, ownKeys?: OwnKeys) {
    this.#client = client;
    this.#stageKey = { owner: "stage", keyId };
    this.#ownKeys = ownKeys;
  }

  async generateDataKey(context: KeyContext): Promise<GeneratedDataKey> {
    const { tenant_id: tenantId } = context;
    const own = (await this.#ownKeys?.has(tenantId)) ?? false;
    const key = own ? this.#ownKey(tenantId) : this.#stageKey;
    const command = new GenerateDataKeyCommand({
      KeyId: key.keyId,
      KeySpec: "AES_256",
      EncryptionContext: { ...context },
    });
    const { Plaintext, CiphertextBlob } = await this.#client
      .send(command)
      .catch((error) => keyServiceError(error, key));
    if (!CiphertextBlob) throw new KeyUnavailableError("The key service returned no wrapped key.");
    const wrapped = Buffer.from(CiphertextBlob).toString("base64");
    return { plaintext: keyBytes(Plaintext), wrapped: own ? OWN + wrapped : wrapped };
  }

  async unwrapDataKey(wrapped: string, context: KeyContext): Promise<Buffer> {
    const own = wrapped.startsWith(OWN);
    const key = own ? this.#ownKey(context.tenant_id) : this.#stageKey;
    const command = new DecryptCommand({
      KeyId: key.keyId,
      CiphertextBlob: Buffer.from(own ? wrapped.slice(OWN.length) : wrapped, "base64"),
      EncryptionContext: { ...context },
    });
    const { Plaintext } = await this.#client.send(command).catch((error) => keyServiceError(error, key));
    return keyBytes(Plaintext);
  }

  #ownKey(tenantId: string): AskedKey {
    if (this.#ownKeys) return { owner: "tenant", keyId: this.#ownKeys.keyOf(tenantId) };
    throw new KeyUnavailableError(
      "The data key was encrypted with the tenant's own key, which is not used here.",
    );
  }
}

/** Returns a view of the same memory, not a copy, so that zeroing the key leaves no other copy. */
function keyBytes(bytes: Uint8Array | undefined): Buffer {
  if (bytes?.byteLength === KEY_BYTES) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw new KeyUnavailableError("The key service did not return a key of 32 bytes.");
}

/**
 * Transient errors. They include KMS's `KeyUnavailableException`, despite its name: "You can retry the
 * request" (docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html).
 */
const PASSING = new Set([
  "DependencyTimeoutException",
  "KeyUnavailableException",
  "KMSInternalException",
  "LimitExceededException",
  "ThrottlingException",
]);

/** A KMS key to which a request was sent. */
interface AskedKey {
  owner: KeyOwner;
  /** ID, ARN or alias. */
  keyId: string;
}

/**
 * Throws the error for a KMS call that failed after the SDK's retries. A 5xx, throttling or a missing
 * response is transient. Any other refusal is final: disabled, pending deletion, not found, not allowed, or a
 * ciphertext of another key or context.
 */
export function keyServiceError(error: unknown, { owner, keyId }: AskedKey): never {
  const refused = error instanceof KMSServiceException;
  if (refused && error.$fault === "client" && !PASSING.has(error.name)) {
    const key = owner === "tenant" ? keyId : "the stage's key";
    throw new KeyUnavailableError(`The key service refuses ${key}: ${error.name}.`, { owner, cause: error });
  }
  throw new KeyServiceBusyError(`The key service is not available${refused ? `: ${error.name}` : ""}.`, {
    cause: error,
  });
}
