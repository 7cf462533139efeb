import { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { dynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ownKeyAlias, ownKeys } from "@plumbline/aws/keys/own-keys.ts";
import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createService } from "@plumbline/service/create-service.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import { configured } from "./configured.ts";
import type { Invoked } from "./invoked.ts";
import { lambdaSettings } from "./lambda-settings.ts";
import { type Environment, resourceNames } from "./resource-names.ts";
import { stageKeys } from "./stage-keys.ts";
import { writeLogLine } from "./write-log-line.ts";

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
