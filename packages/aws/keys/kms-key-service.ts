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

/** Overrides for tests. Empty on AWS, where region and credentials come from the environment. */
export type KmsClientOptions = Pick<
  KMSClientConfig,
  "region" | "profile" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** Creates a client whose requests time out. */
export function createKmsClient(options: KmsClientOptions = {}): KMSClient {
  return new KMSClient({ ...CLIENT_BOUNDS, ...options });
}

const KEY_BYTES = 32;

/** Prefix of a data key that is wrapped by its tenant's own key. */
export const OWN_KEY_PREFIX = "own:";

export interface OwnKeys {
  /**
   * Returns whether a tenant has its own key. Called when a data key is created. Existing data keys remain
   * wrapped by the key that wrapped them.
   */
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
  readonly #stageKey: KmsKey;
  readonly #ownKeys: OwnKeys | undefined;

  /** `keyId`: ID, ARN or alias of the stage's symmetric key. */
  constructor(client: KMSClient, keyId: string, ownKeys?: OwnKeys) {
    this.#client = client;
    this.#stageKey = { owner: "stage", keyId };
    this.#ownKeys = ownKeys;
  }

  async generateDataKey(context: KeyContext): Promise<GeneratedDataKey> {
    const { tenant_id: tenantId } = context;
    const isOwn = (await this.#ownKeys?.has(tenantId)) ?? false;
    const key = isOwn ? this.#chooseKey(tenantId) : this.#stageKey;
    const command = new GenerateDataKeyCommand({
      KeyId: key.keyId,
      KeySpec: "AES_256",
      EncryptionContext: { ...context },
    });
    const { Plaintext, CiphertextBlob } = await this.#client
      .send(command)
      .catch((error) => throwKeyServiceError(error, key));
    if (!CiphertextBlob) throw new KeyUnavailableError("The key service returned no wrapped key.");
    const wrapped = Buffer.from(CiphertextBlob).toString("base64");
    return { plaintext: viewKeyBytes(Plaintext), wrapped: isOwn ? OWN_KEY_PREFIX + wrapped : wrapped };
  }

  async unwrapDataKey(wrapped: string, context: KeyContext): Promise<Buffer> {
    const isOwn = wrapped.startsWith(OWN_KEY_PREFIX);
    const key = isOwn ? this.#chooseKey(context.tenant_id) : this.#stageKey;
    const command = new DecryptCommand({
      KeyId: key.keyId,
      CiphertextBlob: Buffer.from(isOwn ? wrapped.slice(OWN_KEY_PREFIX.length) : wrapped, "base64"),
      EncryptionContext: { ...context },
    });
    const { Plaintext } = await this.#client.send(command).catch((error) => throwKeyServiceError(error, key));
    return viewKeyBytes(Plaintext);
  }

  #chooseKey(tenantId: string): KmsKey {
    if (this.#ownKeys) return { owner: "tenant", keyId: this.#ownKeys.keyOf(tenantId) };
    throw new KeyUnavailableError(
      "The data key was encrypted with the tenant's own key, which is not used here.",
    );
  }
}

/** Returns a view of the bytes, not a copy, so that zeroing it erases the key. */
function viewKeyBytes(bytes: Uint8Array | undefined): Buffer {
  if (bytes?.byteLength === KEY_BYTES) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw new KeyUnavailableError("The key service did not return a key of 32 bytes.");
}

/**
 * Transient errors. They include KMS's `KeyUnavailableException`, despite its name: "You can retry the
 * request" (docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html).
 */
const TRANSIENT_ERRORS = new Set([
  "DependencyTimeoutException",
  "KeyUnavailableException",
  "KMSInternalException",
  "LimitExceededException",
  "ThrottlingException",
]);

interface KmsKey {
  owner: KeyOwner;
  /** ID, ARN or alias. */
  keyId: string;
}

/**
 * Throws the error for a KMS call that failed after the SDK's retries. A 5xx, throttling or a missing
 * response is transient. Any other refusal is final: disabled, pending deletion, not found, not allowed, or a
 * ciphertext of another key or context.
 */
export function throwKeyServiceError(error: unknown, { owner, keyId }: KmsKey): never {
  const refused = error instanceof KMSServiceException;
  if (refused && error.$fault === "client" && !TRANSIENT_ERRORS.has(error.name)) {
    const key = owner === "tenant" ? keyId : "the stage's key";
    throw new KeyUnavailableError(`The key service refuses ${key}: ${error.name}.`, { owner, cause: error });
  }
  throw new KeyServiceBusyError(`The key service is not available${refused ? `: ${error.name}` : ""}.`, {
    cause: error,
  });
}
