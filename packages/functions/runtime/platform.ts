import { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { systemClock as clock, systemRandom as random } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { type Invoked, type LambdaEnvironment, resourceNames, writeLogLine } from "./invocation.ts";
import { type LateSettings, readLateSettings } from "./late-settings.ts";

/**
 * Opens what every service on AWS stands on: the settings that the stack passed on, the stage's tables,
 * connections, metrics and log. `invoked` tells all of it when an invocation begins and ends. Throws
 * ConfigurationError for a wrong setting.
 */
export function openPlatform(environment: LambdaEnvironment) {
  const settings = lambdaSettings(environment);
  const names = resourceNames(environment, ["TABLE_NAME", "KEY_TABLE_NAME"]);
  const connections = new AwsConnections(clock);
  const dynamo = connections.of(createDynamoClient());
  const table = new TableClient(dynamo, names.TABLE_NAME);
  const keyTable = new TableClient(dynamo, names.KEY_TABLE_NAME);
  const logger = createLogger(writeLogLine, clock, settings.logLevel);
  const metrics = new EmfMetrics({ stage: settings.stage, clock, write: writeLogLine });
  const egress = openEgress({ clock, allow: settings.egressAllow });
  const invoked: Invoked = {
    beginInvocation() {
      connections.wake();
      if (egress.wake()) logger.log("info", "connections_renewed");
    },
    endInvocation() {
      metrics.flush();
      egress.rest();
      connections.rest();
    },
  };
  const aws = environmentAccess(environment);
  return { settings, connections, table, keyTable, logger, metrics, egress, aws, clock, random, invoked };
}

/**
 * Reads the settings that the stack passed on. Throws ConfigurationError for a wrong one, and for one of a
 * machine.
 */
function lambdaSettings(environment: LambdaEnvironment): Omit<LateSettings, "extraCaFile"> {
  const { extraCaFile, ...settings } = readLateSettings(environment);
  if (extraCaFile !== undefined)
    throw new ConfigurationError("EXTRA_CA_FILE is a file of one machine; it is not supported on Lambda.");
  return settings;
}
