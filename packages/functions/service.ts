import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { DynamoAccessStore } from "@plumbline/aws/dynamodb/dynamo-access-store.ts";
import { DynamoCredentialStore } from "@plumbline/aws/dynamodb/dynamo-credential-store.ts";
import { DynamoDataKeyStore } from "@plumbline/aws/dynamodb/dynamo-data-key-store.ts";
import { DynamoIdempotencyStore } from "@plumbline/aws/dynamodb/dynamo-idempotency-store.ts";
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
import { readResourceNames } from "./resource-names.ts";

/** A line of standard output is one event of the function's log group. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * The service on AWS: the stage's table and key, and the settings the stack passed on. A wrong setting throws
 * ConfigurationError, whose message goes to the log here: it names settings, never their values, and no log
 * line could carry it.
 */
export function openService(environment: Environment): Service {
  try {
    return composeService(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    throw error;
  }
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
    stores: {
      access: new DynamoAccessStore(table, clock),
      credentials: new DynamoCredentialStore(table),
      dataKeys: new DynamoDataKeyStore(table),
      idempotency: new DynamoIdempotencyStore(table),
    },
    keys: new KmsKeyService(createKmsClient(), keyArn),
    egress: openEgress({ clock, allow: settings.egressAllow }),
    egressAllow: settings.egressAllow,
    search: settings.search,
    model: settings.model,
    aws: environmentAccess(environment),
    endpoints: settings.providers,
    corsOrigins: settings.corsOrigins,
    publicUrl: settings.publicUrl,
    clock,
    random: systemRandom,
    logger: createLogger(writeLogLine, clock, settings.logLevel),
  });
}
