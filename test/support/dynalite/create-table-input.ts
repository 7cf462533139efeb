import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import { INDEX_NAME } from "@plumbline/aws/dynamodb/table.ts";

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

/** Returns the CreateTable input of the product's one table, as stacks/storage.ts defines it. */
export function createTableInput(tableName: string): CreateTableCommandInput {
  return { TableName: tableName, ...structuredClone(KEY_SCHEMA) };
}
