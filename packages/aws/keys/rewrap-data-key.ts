import { EncryptCommand, type KMSClient } from "@aws-sdk/client-kms";
import type { KeyContext } from "@plumbline/core/credentials/vault/key-service.ts";
import { formatKeyAlias } from "../dynamodb/table.ts";
import { KmsKeyService, OWN_KEY_PREFIX, throwKeyServiceError } from "./kms-key-service.ts";
import { formatOwnKeyAlias } from "./own-keys.ts";

/** A stage's keys in KMS, in the client's account and region. */
export interface StageKeys {
  client: KMSClient;
  stage: string;
}

/**
 * Wraps a tenant's data key for another stage or account. Uses the stage's key there, or the tenant's own key
 * if that wrapped it before. Throws KeyUnavailableError and KeyServiceBusyError.
 */
export async function rewrapDataKey(
  wrapped: string,
  tenantId: string,
  { from, to }: { from: StageKeys; to: StageKeys },
): Promise<string> {
  const createContext = (stage: string): KeyContext => ({
    tenant_id: tenantId,
    purpose: "tenant-data",
    stage,
  });
  const isOwn = wrapped.startsWith(OWN_KEY_PREFIX);
  const own = { has: async () => isOwn, keyOf: (id: string) => formatOwnKeyAlias(from.stage, id) };
  const keys = new KmsKeyService(from.client, formatKeyAlias(from.stage), own);
  const plaintext = await keys.unwrapDataKey(wrapped, createContext(from.stage));
  const keyId = isOwn ? formatOwnKeyAlias(to.stage, tenantId) : formatKeyAlias(to.stage);
  try {
    const command = new EncryptCommand({
      KeyId: keyId,
      Plaintext: plaintext,
      EncryptionContext: { ...createContext(to.stage) },
    });
    const { CiphertextBlob = new Uint8Array() } = await to.client
      .send(command)
      .catch((error) => throwKeyServiceError(error, { owner: isOwn ? "tenant" : "stage", keyId }));
    return (isOwn ? OWN_KEY_PREFIX : "") + Buffer.from(CiphertextBlob).toString("base64");
  } finally {
    plaintext.fill(0);
  }
}
