import type { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { dynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import type { OwnKeys } from "@plumbline/aws/keys/kms-key-service.ts";
import { ownKeyAlias, ownKeys } from "@plumbline/aws/keys/own-keys.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { createService } from "@plumbline/service/create-service.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import { configured, type Invoked, type LambdaEnvironment, resourceNames } from "./invocation.ts";
import { openPlatform } from "./platform.ts";

/** For a function that announces deliveries (delivery-queue.ts). */
export type DeliveryQueueOf = (
  environment: LambdaEnvironment,
  clock: Clock,
  connections: AwsConnections,
) => DeliveryQueue;

/**
 * Opens the whole service on AWS, with the stage's table and key. Throws ConfigurationError for a wrong
 * setting.
 */
export function openService(
  environment: LambdaEnvironment,
  deliveryQueueOf?: DeliveryQueueOf,
): Service & Invoked {
  return configured(() => {
    const { settings, connections, table, keyTable, invoked, ...ports } = openPlatform(environment);
    const { TENANT_DATA_KEY_ARN } = resourceNames(environment, ["TENANT_DATA_KEY_ARN"]);
    const { stage } = settings;
    const stores = dynamoStores(table, keyTable, ports.clock);
    const service = createService({
      ...settings,
      ...ports,
      stores,
      keys: stageKeys(TENANT_DATA_KEY_ARN, ownKeys(stage, stores.access), connections),
      ownKeyOf: (tenantId) => ownKeyAlias(stage, tenantId),
      endpoints: settings.providers,
      deliveryQueue: deliveryQueueOf?.(environment, ports.clock, connections),
    });
    return { ...service, ...invoked };
  });
}

/**
 * The stage's KMS key as master key of the tenants' data keys. KMS's client is loaded when a data key is
 * first asked for: a function that opens no credential never loads it.
 */
function stageKeys(keyArn: string, ownKeys: OwnKeys, connections: AwsConnections): KeyService {
  let loading: Promise<KeyService> | undefined;
  const keys = () => {
    loading ??= load(keyArn, ownKeys, connections);
    return loading;
  };
  return {
    generateDataKey: async (context) => (await keys()).generateDataKey(context),
    unwrapDataKey: async (wrapped, context) => (await keys()).unwrapDataKey(wrapped, context),
  };
}

async function load(keyArn: string, ownKeys: OwnKeys, connections: AwsConnections): Promise<KeyService> {
  const [{ createKmsClient }, { KmsKeyService }] = await Promise.all([
    import("@plumbline/aws/keys/client.ts"),
    import("@plumbline/aws/keys/kms-key-service.ts"),
  ]);
  return new KmsKeyService(connections.of(createKmsClient()), keyArn, ownKeys);
}
