import { Duration } from "aws-cdk-lib";
import type { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { type StackContext, Table } from "sst/constructs";
import { KEPT, stageSettings } from "./stage.ts";

/**
 * Number of days after its erasure for which an administrator of the account can restore a tenant's data key
 * from the table's backups.
 */
const KEY_RECOVERY_DAYS = 7;

/**
 * Creates the stage's main table (for which SST enables point-in-time recovery), the table of wrapped keys,
 * and the KMS key that wraps them. KMS rotates the key's material every year and keeps the old material, so
 * nothing is re-encrypted. Deleting the key makes every stored token permanently unreadable, hence the
 * longest waiting period. By default both are retained; a stage that retains no data overrides this
 * (sst.config.ts).
 */
export function storage({ app, stack }: StackContext) {
  const table = new Table(stack, "Table", {
    fields: { pk: "string", sk: "string", gsi1pk: "string", gsi1sk: "string" },
    primaryIndex: { partitionKey: "pk", sortKey: "sk" },
    globalIndexes: { gsi1: { partitionKey: "gsi1pk", sortKey: "gsi1sk", projection: "keys_only" } },
    timeToLiveAttribute: "ttl",
    cdk: {
      table: {
        deletionProtection: stageSettings(app.stage).data === "retain",
        removalPolicy: KEPT,
      },
    },
  });
  const keyTable = new Table(stack, "KeyTable", {
    fields: { pk: "string", sk: "string" },
    primaryIndex: { partitionKey: "pk", sortKey: "sk" },
    timeToLiveAttribute: "ttl",
    cdk: {
      table: {
        deletionProtection: stageSettings(app.stage).data === "retain",
        removalPolicy: KEPT,
      },
    },
  });
  // Losing it would make every key and token unreadable, and a long recovery period would bring back
  // erased keys (docs/decisions/key-table-recovery.md). SST's table construct has no option for the period.
  (keyTable.cdk.table.node.defaultChild as CfnTable).pointInTimeRecoverySpecification = {
    pointInTimeRecoveryEnabled: true,
    recoveryPeriodInDays: KEY_RECOVERY_DAYS,
  };
  const tenantDataKey = new Key(stack, "TenantDataKey", {
    alias: `plumbline/${app.stage}/tenant-data`,
    description: `Wraps the data keys of the tenants of stage ${app.stage}`,
    enableKeyRotation: true,
    ...(isMultiRegion(process.env) && { multiRegion: true }),
    pendingWindow: Duration.days(30),
    removalPolicy: KEPT,
  });
  for (const statement of denyOtherContexts(app.stage)) tenantDataKey.addToResourcePolicy(statement);
  return { table, keyTable, tenantDataKey };
}

/**
 * Returns whether the key can be replicated to another region. This cannot change once the key exists:
 * CloudFormation would refuse the deployment. A stage whose key was created earlier therefore sets
 * `KEY_REGIONS=one`.
 */
function isMultiRegion({ KEY_REGIONS: regions = "many" }: NodeJS.ProcessEnv): boolean {
  if (regions === "many" || regions === "one") return regions === "many";
  throw new Error("KEY_REGIONS must be many or one.");
}

/** Resources of the storage stack that other stacks use. */
export type StorageStack = ReturnType<typeof storage>;

/** Every action on a key that accepts or returns plaintext. */
const KEY_ACTIONS = ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*"];

/**
 * Returns statements that deny using the key outside its context. The functions' roles already require the
 * context (stacks/permissions.ts). These statements require it of everyone else, including the account's
 * administrators. There is one statement per condition, because conditions in one statement only apply
 * together.
 */
function denyOtherContexts(stage: string): PolicyStatement[] {
  const outside = [
    { StringNotEquals: { "kms:EncryptionContext:stage": stage } },
    { StringNotEquals: { "kms:EncryptionContext:purpose": "tenant-data" } },
    { Null: { "kms:EncryptionContext:tenant_id": "true" } },
  ];
  return outside.map(
    (conditions) =>
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: KEY_ACTIONS,
        resources: ["*"], // in a key's policy: this key
        conditions,
      }),
  );
}
