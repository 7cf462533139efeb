import { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { dynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { OwnKeys } from "@plumbline/aws/keys/kms-key-service.ts";
import { ownKeyAlias, ownKeys } from "@plumbline/aws/keys/own-keys.ts";
import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { createQueueClient } from "@plumbline/aws/queue/client.ts";
import { SqsBatchQueue } from "@plumbline/aws/queue/sqs-batch-queue.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createService } from "@plumbline/service/create-service.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import { configured, type Environment, lambdaSettings, resourceNames } from "./environment.ts";
import { type Invoked, writeLogLine } from "./invocation.ts";

/** For a function that announces deliveries (delivery-queue.ts). */
export type DeliveryQueueOf = (
  environment: Environment,
  clock: Clock,
  connections: AwsConnections,
) => DeliveryQueue;

export type ServiceOnLambda = Service & Invoked;

/** The service on AWS: the stage's table and key, and the settings the stack passed on. Throws ConfigurationError for a wrong one. */
export function openService(environment: Environment, deliveryQueueOf?: DeliveryQueueOf): ServiceOnLambda {
  return configured(() => composeService(environment, deliveryQueueOf));
}

function composeService(environment: Environment, deliveryQueueOf?: DeliveryQueueOf): ServiceOnLambda {
  const settings = lambdaSettings(environment);
  const names = resourceNames(environment, ["TABLE_NAME", "TENANT_DATA_KEY_ARN"]);
  const clock = systemClock;
  const connections = new AwsConnections(clock);
  const table = new TableClient(connections.of(createDynamoClient()), names.TABLE_NAME);
  const metrics = new EmfMetrics({ stage: settings.stage, clock, write: writeLogLine });
  const stores = dynamoStores(table, clock);
  const egress = openEgress({ clock, allow: settings.egressAllow });
  const service = createService({
    stage: settings.stage,
    stores,
    keys: stageKeys(names.TENANT_DATA_KEY_ARN, ownKeys(settings.stage, stores.access), connections),
    ownKeyOf: (tenantId) => ownKeyAlias(settings.stage, tenantId),
    egress,
    egressAllow: settings.egressAllow,
    search: settings.search,
    model: settings.model,
    aws: environmentAccess(environment),
    endpoints: settings.providers,
    watches: settings.watches,
    deliveryQueue: deliveryQueueOf?.(environment, clock, connections),
    longestWaitSeconds: settings.longestWaitSeconds,
    corsOrigins: settings.corsOrigins,
    publicUrl: settings.publicUrl,
    clock,
    random: systemRandom,
    logger: createLogger(writeLogLine, clock, settings.logLevel),
    metrics,
  });
  return {
    ...service,
    beginInvocation() {
      connections.wake();
      if (egress.wake()) service.logger.log("info", "connections_renewed");
    },
    endInvocation() {
      metrics.flush();
      egress.rest();
      connections.rest();
    },
  };
}

/**
 * The stage's KMS key as master key of the tenants' data keys. KMS's client is loaded when a data key is first asked for: a function
 * that opens no credential never loads it.
 */
export function stageKeys(keyArn: string, ownKeys: OwnKeys, connections: AwsConnections): KeyService {
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

/**
 * The stage's queue of deliveries (`DELIVERY_QUEUE_URL`), for a function that announces them: it hands this to openService, and the others
 * have no SQS in their bundles. Throws ConfigurationError.
 */
export function openDeliveryQueue(
  environment: Environment,
  clock: Clock,
  connections: AwsConnections,
): DeliveryQueue {
  const { DELIVERY_QUEUE_URL: url } = resourceNames(environment, ["DELIVERY_QUEUE_URL"]);
  return new SqsBatchQueue(connections.of(createQueueClient()), url, clock);
}
