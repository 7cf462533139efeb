import { Duration } from "aws-cdk-lib";
import type { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { type StackContext, Table } from "sst/constructs";
import { KEPT, stageSettings } from "./stage.ts";

/** So long after its erasure may whoever restores tables in the account bring a tenant's data key back. */
const KEY_RECOVERY_DAYS = 7;

/**
 * The stage's main table (SST turns point-in-time recovery on), the table of wrapped keys, and the KMS key
 * that wraps them. KMS rotates the key's material each year and keeps the old: nothing is encrypted again.
 * Deleting the key makes every stored token unreadable for good, hence the longest wait. A stage that keeps
 * no data overrides that both are kept (sst.config.ts).
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
  // Its loss would close every key and token, and a long recovery would bring erased keys back
  // (docs/decisions/key-table-recovery.md). SST's own form of the table has no period.
  (keyTable.cdk.table.node.defaultChild as CfnTable).pointInTimeRecoverySpecification = {
    pointInTimeRecoveryEnabled: true,
    recoveryPeriodInDays: KEY_RECOVERY_DAYS,
  };
  const tenantDataKey = new Key(stack, "TenantDataKey", {
    alias: `plumbline/${app.stage}/tenant-data`,
    description: `Wraps the data keys of the tenants of stage ${app.stage}`,
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: KEPT,
  });
  for (const statement of outsideTenantData(app.stage)) tenantDataKey.addToResourcePolicy(statement);
  return { table, keyTable, tenantDataKey };
}

/** Every use of a key that takes or gives plaintext. */
const USES = ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*"];

/**
 * The functions' roles name the context they may use the key under (stacks/permissions.ts). This holds for
 * everybody else too, administrators of the account among them: a statement each, as the conditions of one
 * would have to fail together.
 */
function outsideTenantData(stage: string): PolicyStatement[] {
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
        actions: USES,
        resources: ["*"], // in a key's policy: this key
        conditions,
      }),
  );
}
