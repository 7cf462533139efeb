import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { dynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { createKmsClient } from "@plumbline/aws/keys/client.ts";
import { KmsKeyService } from "@plumbline/aws/keys/kms-key-service.ts";
import { type Environment, readSettings } from "@plumbline/aws/settings/read-settings.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createService } from "@plumbline/http/create-service.ts";
import type { Service } from "@plumbline/http/service.ts";
import { configured } from "./configured.ts";
import { readResourceNames } from "./resource-names.ts";
import { writeLogLine } from "./write-log-line.ts";

/** The service on AWS: the stage's table and key, and the settings the stack passed on. Throws ConfigurationError for a wrong one. */
export function openService(environment: Environment): Service {
  return configured(() => composeService(environment));
}

function composeService(environment: Environment): Service {
  const settings = readSettings(environment);
  if (settings.extraCaFile !== undefined) {
    throw new ConfigurationError("EXTRA_CA_FILE is a file of one machine; it is not supported on Lambda.");
  }
  const { tableName, keyArn } = readResourceNames(environment);
  const table = new TableClient(createDynamoClient(), tableName);
  const clock = systemClock;
  return createService({
    stage: settings.stage,
    stores: dynamoStores(table, clock),
    keys: new KmsKeyService(createKmsClient(), keyArn),
    egress: openEgress({ clock, allow: settings.egressAllow }),
    egressAllow: settings.egressAllow,
    search: settings.search,
    model: settings.model,
    aws: environmentAccess(environment),
    endpoints: settings.providers,
    watches: settings.watches,
    corsOrigins: settings.corsOrigins,
    publicUrl: settings.publicUrl,
    clock,
    random: systemRandom,
    logger: createLogger(writeLogLine, clock, settings.logLevel),
  });
}
