import type { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { formatOwnKeyAlias } from "@plumbline/aws/keys/own-keys.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import { createService } from "@plumbline/service/create-service.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { ServicePorts } from "@plumbline/service/service-ports.ts";
import type { DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import {
  addFlushes,
  type InvocationHooks,
  type LambdaEnvironment,
  reportConfigurationErrors,
} from "./invocation.ts";
import { openPlatform } from "./platform.ts";

/** The service with its invocation hooks and its metrics. */
export type OpenedService = Service & InvocationHooks & { metrics: Metrics };

/** Opens the queue in functions that announce deliveries (delivery-queue.ts). */
export type DeliveryQueueOf = (
  environment: LambdaEnvironment,
  clock: Clock,
  connections: AwsConnections,
) => DeliveryQueue;

/** Parts that only some functions' bundles include. */
export interface ServiceParts extends Pick<ServicePorts, "tokenVerifierOf"> {
  deliveryQueueOf?: DeliveryQueueOf | undefined;
}

/**
 * Opens the whole service on AWS with the stage's tables and key. Throws ConfigurationError for an invalid
 * setting.
 */
export function openService(
  environment: LambdaEnvironment,
  { deliveryQueueOf, tokenVerifierOf }: ServiceParts = {},
): OpenedService {
  return reportConfigurationErrors(() => {
    const findTenant = (id: string) => service.tenants.get(id);
    const { connections, table, keyTable, invoked, ...ports } = openPlatform(environment, findTenant);
    const service: Service = createService({
      ...ports,
      stores: createDynamoStores(table, keyTable, ports.clock),
      ownKeyOf: (tenantId) => formatOwnKeyAlias(ports.stage, tenantId),
      tokenVerifierOf,
      deliveryQueue: deliveryQueueOf?.(environment, ports.clock, connections),
    });
    return { ...service, ...addFlushes(service, invoked), metrics: ports.metrics };
  });
}
