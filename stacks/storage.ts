import { Duration } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { type StackContext, Table } from "sst/constructs";
import { removalPolicy } from "./stage.ts";

/**
 * The stage's one table (SST turns point-in-time recovery on) and the KMS key that wraps its tenants' data
 * keys. KMS rotates the key's material each year and keeps the old: nothing has to be encrypted again.
 * Deleting the key makes every stored token unreadable for good, hence the longest wait.
 */
export function storage({ app, stack }: StackContext) {
  const table = new Table(stack, "Table", {
    fields: { pk: "string", sk: "string", gsi1pk: "string", gsi1sk: "string" },
    primaryIndex: { partitionKey: "pk", sortKey: "sk" },
    globalIndexes: { gsi1: { partitionKey: "gsi1pk", sortKey: "gsi1sk" } },
    timeToLiveAttribute: "ttl",
    cdk: { table: { deletionProtection: removalPolicy(app.stage) === "retain" } },
  });
  const tenantDataKey = new Key(stack, "TenantDataKey", {
    alias: `plumbline/${app.stage}/tenant-data`,
    description: `Wraps the data keys of the tenants of stage ${app.stage}`,
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
  });
  return { table, tenantDataKey };
}
