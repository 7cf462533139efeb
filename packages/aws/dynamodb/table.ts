import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";

/**
 * The sparse index that finds items by something other than their owner; only items with `gsi1pk` and
 * `gsi1sk` are in it, and of them only their keys: what they hold is read from the table.
 */
export const INDEX_NAME = "gsi1";

const KEY_SCHEMA = {
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "S" },
    { AttributeName: "gsi1pk", AttributeType: "S" },
    { AttributeName: "gsi1sk", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: INDEX_NAME,
      KeySchema: [
        { AttributeName: "gsi1pk", KeyType: "HASH" },
        { AttributeName: "gsi1sk", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "KEYS_ONLY" },
    },
  ],
  BillingMode: "PAY_PER_REQUEST",
} as const satisfies Omit<CreateTableCommandInput, "TableName">;

/** The one table of the product as CreateTable takes it; tests make it, the cloud stack mirrors it. */
export function createTableInput(tableName: string): CreateTableCommandInput {
  return { TableName: tableName, ...structuredClone(KEY_SCHEMA) };
}

/** The table's name in a stage, as SST makes it of stage, app and construct (stacks/storage.ts). */
export function stageTableName(stage: string): string {
  return `${stage}-plumbline-Table`;
}

/** The alias of the stage's KMS key (stacks/storage.ts). */
export function stageKeyAlias(stage: string): string {
  return `alias/plumbline/${stage}/tenant-data`;
}

/** The name of the table that keeps the stage's wrapped keys, likewise. */
export function stageKeyTableName(stage: string): string {
  return `${stage}-plumbline-KeyTable`;
}
