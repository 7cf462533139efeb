import { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { readEnvironmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { DynamoStageLimits } from "@plumbline/aws/dynamodb/dynamo-stage-limits.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { OwnKeys } from "@plumbline/aws/keys/kms-key-service.ts";
import { createOwnKeys } from "@plumbline/aws/keys/own-keys.ts";
import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import { type LateSecret, Secret } from "@plumbline/core/access/secret.ts";
import { systemClock as clock, systemRandom as random } from "@plumbline/core/clock/clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { readSettings, type Settings } from "@plumbline/service/settings/read-settings.ts";
import {
  type InvocationHooks,
  type LambdaEnvironment,
  readResourceNames,
  writeLogLine,
} from "./invocation.ts";

/**
 * Opens what every service on AWS needs: the settings from the stack, the stage's tables, keys, connections,
 * metrics and log. `findTenant` tells whether a tenant has its own key. `invoked` contains hooks to call when
 * an invocation starts and ends. Throws ConfigurationError for an invalid setting.
 */
export function openPlatform(environment: LambdaEnvironment, findTenant: AccessStore["getTenant"]) {
  const { extraCaFile, ...settings } = readLazySettings(environment, () =>
    metrics.add("plumbline_parameter_refusals_total", {}),
  );
  if (extraCaFile !== undefined) throw new ConfigurationError("EXTRA_CA_FILE is not supported on Lambda.");
  const names = readResourceNames(environment, ["TABLE_NAME", "KEY_TABLE_NAME", "TENANT_DATA_KEY_ARN"]);
  const connections = new AwsConnections(clock);
  const dynamo = connections.register(createDynamoClient());
  const table = new TableClient(dynamo, names.TABLE_NAME);
  const keyTable = new TableClient(dynamo, names.KEY_TABLE_NAME);
  const logger = createLogger(writeLogLine, clock, settings.logLevel);
  const metrics = new EmfMetrics({ stage: settings.stage, clock, write: writeLogLine });
  const egress = openEgress({ clock, allow: settings.egressAllow });
  const invoked: InvocationHooks = {
    beginInvocation() {
      connections.endIdle();
      if (egress.wake()) logger.log("info", "connections_renewed");
    },
    endInvocation() {
      metrics.flush();
      egress.rest();
      connections.beginIdle();
    },
  };
  const ownKeys = createOwnKeys(settings.stage, { getTenant: findTenant });
  return {
    ...settings,
    endpoints: settings.providers,
    keys: createStageKeys(names.TENANT_DATA_KEY_ARN, ownKeys, connections),
    stageLimits: new DynamoStageLimits(table, { clock, logger }),
    aws: readEnvironmentAccess(environment),
    ...{ connections, table, keyTable, logger, metrics, egress, clock, random, invoked },
  };
}

/** Settings whose secrets are read on first use. */
type LazySettings = Omit<Settings, "search"> & {
  search: Settings["search"] | (() => Promise<Settings["search"]>);
};

/** Placeholder for an OAuth client's secret while the other settings are read. */
const SECRET_PLACEHOLDER = "not-read-yet";
const MODEL_KEY = "MODEL_API_KEY";
const TRACING_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

/**
 * Reads a function's settings without accessing Systems Manager, so that calls without secrets need not wait
 * for it. Search keys, the model's key and each OAuth client's secret are read separately on first use. A
 * failed read calls `onRefusal` and is repeated on the next use. Throws ConfigurationError for an invalid
 * setting.
 */
export function readLazySettings(
  environment: LambdaEnvironment,
  onRefusal: () => void = () => undefined,
): LazySettings {
  const names = listStageSecrets(environment);
  const placeholders = Object.fromEntries(
    names.filter((name) => name.startsWith("OAUTH_")).map((name) => [name, SECRET_PLACEHOLDER]),
  );
  const readLazily = (settings: readonly string[]) =>
    loadOnce(() =>
      addStageSecrets({ ...environment, STAGE_SECRETS: settings.join(",") }).catch((error: unknown) => {
        onRefusal();
        throw error;
      }),
    );
  const createLateSecret = (name: string): LateSecret => {
    const read = readLazily([name]);
    return async () => {
      const value = (await read())[name];
      return value === undefined ? undefined : new Secret(value);
    };
  };
  const { search, model, oauth, tracing, ...others } = readSettings({ ...placeholders, ...environment });
  const searchKeys = names.filter((name) => name.startsWith("SEARCH_"));
  const readSearch = readLazily(searchKeys);
  const clients = [...oauth].map(([kind, client]) => {
    const name = `OAUTH_${kind.toUpperCase()}_CLIENT_SECRET`;
    return [kind, names.includes(name) ? { ...client, secret: createLateSecret(name) } : client] as const;
  });
  return {
    ...others,
    search:
      searchKeys.length > 0
        ? async () => readSettings({ ...placeholders, ...(await readSearch()) }).search
        : search,
    model: model && names.includes(MODEL_KEY) ? { ...model, apiKey: createLateSecret(MODEL_KEY) } : model,
    oauth: new Map(clients),
    tracing:
      tracing && names.includes(TRACING_HEADERS)
        ? { ...tracing, headers: createLateSecret(TRACING_HEADERS) }
        : tracing,
  };
}

/**
 * Adds the secret settings that the function may have (`STAGE_SECRETS`, names of settings) to the
 * environment. They are read from Systems Manager, because templates must not contain them.
 */
async function addStageSecrets(environment: LambdaEnvironment): Promise<LambdaEnvironment> {
  const settings = listStageSecrets(environment);
  const { STAGE: stage } = readResourceNames(environment, ["STAGE"]);
  const { createParameterClient, readStageSecrets } = await import(
    "@plumbline/aws/settings/stage-secrets.ts"
  );
  return { ...environment, ...(await readStageSecrets(createParameterClient(), stage, settings)) };
}

/** Returns the names of the secret settings that the function may have. */
function listStageSecrets({ STAGE_SECRETS: names = "" }: LambdaEnvironment): string[] {
  return names.split(",").filter((setting) => setting !== "");
}

/**
 * Creates the key service whose master key is the stage's KMS key. Loads the KMS client with the first data
 * key, so a function that encrypts nothing never loads it.
 */
function createStageKeys(
  keyArn: string,
  ownKeys: OwnKeys | undefined,
  connections: AwsConnections,
): KeyService {
  const keys = loadOnce(async () => {
    const { createKmsClient, KmsKeyService } = await import("@plumbline/aws/keys/kms-key-service.ts");
    return new KmsKeyService(connections.register(createKmsClient()), keyArn, ownKeys);
  });
  return {
    generateDataKey: async (context) => (await keys()).generateDataKey(context),
    unwrapDataKey: async (wrapped, context) => (await keys()).unwrapDataKey(wrapped, context),
  };
}
