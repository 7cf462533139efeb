import type { Clock } from "@plumbline/core/clock/clock.ts";
import { DynamoAccessStore } from "./dynamo-access-store.ts";
import { DynamoConnectStore } from "./dynamo-connect-store.ts";
import { DynamoCredentialStore } from "./dynamo-credential-store.ts";
import { DynamoDataKeyStore } from "./dynamo-data-key-store.ts";
import { DynamoIdempotencyStore } from "./dynamo-idempotency-store.ts";
import { DynamoWatchStore } from "./dynamo-watch-store.ts";
import type { TableClient } from "./table-client.ts";

/** Every store of the product, on its one table. */
export function dynamoStores(table: TableClient, clock: Clock) {
  return {
    access: new DynamoAccessStore(table, clock),
    connects: new DynamoConnectStore(table),
    credentials: new DynamoCredentialStore(table),
    dataKeys: new DynamoDataKeyStore(table),
    idempotency: new DynamoIdempotencyStore(table),
    watches: new DynamoWatchStore(table, clock),
  };
}
