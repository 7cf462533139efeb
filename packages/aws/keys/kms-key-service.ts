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

/** A client whose requests end. */
export function createKmsClient(options: KmsClientOptions = {}): KMSClient {
  return new KMSClient({ ...CLIENT_BOUNDS, ...options });
}

const KEY_BYTES = 32;

/** Marks a data key that was wrapped by its tenant's own key. */
export const OWN = "own:";

/** Tenants that brought a KMS key of their own. */
export interface OwnKeys {
  /** Asked when a data key is made; what was wrapped before stays with the key that wrapped it. */
  has(tenantId: string): Promise<boolean>;
  /** Id, ARN or alias of the tenant's key. */
  keyOf(tenantId: string): string;
}

/**
 * The stage's KMS key as master key of the tenants' data keys, and a tenant's own where it has one. The
 * context is KMS's encryption context: a data key wrapped for one tenant does not unwrap for another, and the
 * functions' policies may name its parts.
 */
export class KmsKeyService implements KeyService {
  readonly #client: KMSClient;
  readonly #stageKey: AskedKey;
  readonly #ownKeys: OwnKeys | undefined;

  /** `keyId`: id, ARN or alias of a symmetric key, the stage's. */
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

/** The same memory, not a copy of it: whoever zeroes the key zeroes the only one there is. */
function keyBytes(bytes: Uint8Array | undefined): Buffer {
  if (bytes?.byteLength === KEY_BYTES) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw new KeyUnavailableError("The key service did not return a key of 32 bytes.");
}

/**
 * Refusals that pass. KMS's `KeyUnavailableException` is one, unlike its name: "You can retry the request"
 * (docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html).
 */
const PASSING = new Set([
  "DependencyTimeoutException",
  "KeyUnavailableException",
  "KMSInternalException",
  "LimitExceededException",
  "ThrottlingException",
]);

/** A KMS key that was asked for something. */
interface AskedKey {
  owner: KeyOwner;
  /** Id, ARN or alias. */
  keyId: string;
}

/**
 * Throws what a failed KMS call means once the SDK's own retries are over. An answered refusal (disabled,
 * pending deletion, not found, not allowed, another key's or another context's ciphertext) is final; a 5xx, a
 * throttle or no answer at all is not.
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
