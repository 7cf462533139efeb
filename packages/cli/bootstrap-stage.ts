import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { formatKeyAlias, formatKeyTableName, formatTableName } from "@plumbline/aws/dynamodb/table.ts";
import { IF_ABSENT, TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { createKmsClient, KmsKeyService } from "@plumbline/aws/keys/kms-key-service.ts";
import { createOwnKeys } from "@plumbline/aws/keys/own-keys.ts";
import type { ApiKeyRecord } from "@plumbline/core/access/access-records.ts";
import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import { Tenants } from "@plumbline/core/access/tenants.ts";
import { type Clock, type Random, systemRandom, timestamp } from "@plumbline/core/clock/clock.ts";
import { type OpenedRecords, openRecords } from "@plumbline/core/credentials/open-records.ts";
import { type ReplayedErasures, replayErasures } from "@plumbline/core/credentials/replay-erasures.ts";
import { signRecords } from "@plumbline/core/credentials/sign-records.ts";
import { ConfigurationError, ServiceError } from "@plumbline/core/errors/service-error.ts";
import { listItems } from "@plumbline/core/records/page.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import { OWNED_KINDS } from "@plumbline/service/entity-stores.ts";
import { openTenantExport, type TenantExport } from "@plumbline/service/export/tenant-export.ts";
import { WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import { UsageError } from "./exit.ts";

// Hides the SDK's notice about Node 20, which its first client prints. Users cannot act on it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

/** Discards log entries, because the command itself prints each refusal. */
const silentLogger = { log: () => undefined };

export interface DeployedStage {
  stage: string;
  /** Region. If omitted, found as the AWS client finds it. */
  region?: string | undefined;
  /** Profile of the AWS configuration. If omitted, the environment's credentials are used. */
  profile?: string | undefined;
}

/**
 * Creates the first operator key of a stage, or a further one. Throws errors that say what the caller can do.
 */
export function bootstrapStage(
  { name, another, ...stage }: DeployedStage & { name: string; another: boolean },
  clock: Clock,
): Promise<{ keyId: string; key: Secret }> {
  return withStage(stage, clock, (records) =>
    createFirstOperatorKey({ ...records, clock, random: systemRandom, name, another }),
  );
}

/** Lists all operator keys of a stage. Throws like bootstrapStage. */
export function listOperatorKeys(stage: DeployedStage, clock: Clock): Promise<readonly ApiKeyRecord[]> {
  return withStage(stage, clock, async (records) => {
    const tenants = createTenants(records, clock);
    const keys: ApiKeyRecord[] = [];
    for await (const key of listItems((page) => tenants.listOperatorKeys(page))) keys.push(key);
    return keys;
  });
}

/** Revokes an operator key immediately. Throws like bootstrapStage, and if the stage has no such key. */
export function revokeOperatorKey(
  stage: DeployedStage,
  keyId: string,
  clock: Clock,
): Promise<ApiKeyRecord | undefined> {
  return withStage(stage, clock, (records) => createTenants(records, clock).revokeOperatorKey(keyId));
}

interface StageRecords {
  table: TableClient;
  stores: ReturnType<typeof createDynamoStores>;
  records: OpenedRecords;
}

function createTenants({ records: { access } }: StageRecords, clock: Clock): Tenants {
  return new Tenants(access, clock, systemRandom);
}

/** Signs the records of a stage that the previous release wrote. Returns their number. */
export function signStageRecords(stage: DeployedStage, clock: Clock): Promise<number> {
  return withStage(stage, clock, ({ records }) => signRecords(records, OWNED_KINDS));
}

/** Repeats the erasures of data that a restored main table contains again. */
export function replayStageErasures(stage: DeployedStage, clock: Clock): Promise<ReplayedErasures> {
  return withStage(stage, clock, ({ stores, records }) =>
    replayErasures({
      ...records,
      labelClaims: stores.labelClaims,
      watches: WATCHES as unknown as RecordKind<never>,
    }),
  );
}

/** Accepts tenants and watches that a restore reset to an earlier state. Returns the IDs of the tenants. */
export function acceptEarlierTenantsOf(stage: DeployedStage, clock: Clock): Promise<string[]> {
  return withStage(stage, clock, ({ records }) => records.access.acceptEarlierTenants(WATCHES as never));
}

/** Reads all data of a tenant from a stage's tables. Passes each record to `take`. */
export function exportFromStage(
  stage: DeployedStage,
  clock: Clock,
  read: (exporting: TenantExport, access: AccessStore) => Promise<void>,
): Promise<void> {
  return withStage(stage, clock, ({ stores: platform, records }) =>
    read(openTenantExport(records, { platform, clock, random: systemRandom }), records.access),
  );
}

/** Opens a stage with the caller's AWS credentials, runs a task and closes it. */
async function withStage<Answer>(
  stage: DeployedStage,
  clock: Clock,
  work: (records: StageRecords) => Promise<Answer>,
): Promise<Answer> {
  const opened = openStage(stage, clock);
  try {
    return await work(opened);
  } catch (error) {
    throw explainAwsRefusal(error, stage.stage);
  } finally {
    opened.close();
  }
}

/** A stage as commands open it: its tables, its key, and the integrity checks of its records. */
export interface OpenStage extends StageRecords {
  keyTable: TableClient;
  kms: ReturnType<typeof createKmsClient>;
  close(): void;
}

/** Opens a stage. `tables` replace the stage's own, for example with those that AWS restored. */
export function openStage(
  { stage, region, profile }: DeployedStage,
  clock: Clock,
  tables: { main?: string | undefined; keys?: string | undefined } = {},
): OpenStage {
  const where = { ...(region !== undefined && { region }), ...(profile !== undefined && { profile }) };
  const [client, kms] = [createDynamoClient(where), createKmsClient(where)];
  const table = new TableClient(client, tables.main ?? formatTableName(stage));
  const keyTable = new TableClient(client, tables.keys ?? formatKeyTableName(stage));
  const stores = createDynamoStores(table, keyTable, clock);
  const own = createOwnKeys(stage, { getTenant: (id) => records.access.getTenant(id) });
  const records: OpenedRecords = openRecords({
    records: stores.records,
    keys: new KmsKeyService(kms, formatKeyAlias(stage), own),
    stage,
    clock,
    random: systemRandom,
    logger: silentLogger,
  });
  return {
    ...{ table, keyTable, kms, stores, records },
    close() {
      client.destroy();
      kms.destroy();
    },
  };
}

const REASONS: Readonly<Record<string, (stage: string) => string>> = {
  ResourceNotFoundException: (stage) =>
    `There is no table ${formatTableName(stage)} in this region and account. Is ${stage} deployed there (npx sst deploy --stage ${stage})?`,
  CredentialsProviderError: () =>
    "There are no AWS credentials: set AWS_PROFILE, or sign in (aws sso login).",
  AccessDeniedException: (stage) =>
    `Your AWS credentials may not use ${formatTableName(stage)}. They need dynamodb:GetItem and PutItem (Query for --list, UpdateItem for --revoke), and kms:Decrypt and GenerateDataKey on ${formatKeyAlias(stage)}.`,
  UnrecognizedClientException: () =>
    "AWS does not recognise your credentials. Do they belong to this account, and are they still valid?",
  ExpiredTokenException: () => "Your AWS credentials have expired: sign in again (aws sso login).",
};

/** Converts a failed request to an error that says what to do. Returns an unexpected error unchanged. */
export function explainAwsRefusal(error: unknown, stage: string): unknown {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  if (cause.message === "Region is missing")
    return new UsageError("Give the region with --region or AWS_REGION.");
  const reason = REASONS[cause.name];
  if (reason) return new ConfigurationError(reason(stage), { cause });
  if ("hostname" in cause)
    return new ConfigurationError(
      `${cause.hostname} does not resolve. Is the region's name right, and is this machine online?`,
      { cause },
    );
  if (error instanceof ServiceError && error.code === "unavailable")
    return new ConfigurationError(`DynamoDB does not respond: ${cause.message}`, { cause });
  return error;
}

/** Key of the record that exists once a stage has had its first operator key. */
const BOOTSTRAP_KEY = { pk: "BOOTSTRAP", sk: "OPERATOR" };

interface BootstrapOptions {
  table: TableClient;
  records: Pick<OpenedRecords, "access" | "closingRows">;
  clock: Clock;
  random: Random;
  /** The key's display name. */
  name: string;
  /** True for a further key of a stage that has already had its first. */
  another: boolean;
}

/**
 * Creates a stage's first operator key, with which tenants are created over HTTP, and returns it only this
 * once. Writes to the tables, so it needs the rights of the deployer. Throws ConfigurationError for a stage
 * that has already had its first key, and ServiceError `unavailable`.
 */
export async function createFirstOperatorKey(
  options: BootstrapOptions,
): Promise<{ keyId: string; key: Secret }> {
  const { table, clock, random, name, another } = options;
  const { access, closingRows } = options.records;
  const isFirst = await table.putOwn({ ...BOOTSTRAP_KEY, made_at: timestamp(clock.now()) }, IF_ABSENT);
  if (!isFirst && !another) {
    const made = await table.get(BOOTSTRAP_KEY);
    throw new ConfigurationError(
      `The first operator key of this stage was created at ${made?.made_at}. If it is lost, create another one with --another.`,
    );
  }
  // A new stage contains no records without a signature.
  if (isFirst) await closingRows.write();
  const tenants = new Tenants(access, clock, random);
  const { record, key } = await tenants.createOperatorKey({ name });
  return { keyId: record.key_id, key };
}
