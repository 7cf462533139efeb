import type { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import type { OwnKeys } from "@plumbline/aws/keys/kms-key-service.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";

/**
 * Creates the key service whose master key is the stage's KMS key. Loads the KMS client with the first data
 * key, so a function that encrypts nothing never loads it.
 */
export function createStageKeys(
  keyArn: string,
  ownKeys: OwnKeys | undefined,
  connections: AwsConnections,
): KeyService {
  const keys = loadOnce(() => loadKeyService(keyArn, ownKeys, connections));
  return {
    generateDataKey: async (context) => (await keys()).generateDataKey(context),
    unwrapDataKey: async (wrapped, context) => (await keys()).unwrapDataKey(wrapped, context),
  };
}

async function loadKeyService(
  keyArn: string,
  ownKeys: OwnKeys | undefined,
  connections: AwsConnections,
): Promise<KeyService> {
  const { createKmsClient, KmsKeyService } = await import("@plumbline/aws/keys/kms-key-service.ts");
  return new KmsKeyService(connections.register(createKmsClient()), keyArn, ownKeys);
}
