import {
  DeleteTableCommand,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { TableClient } from "./table-client.ts";

/** A restore takes minutes, or more than an hour for a large table. */
const MAX_RESTORE_SECONDS = 4 * 3_600;

/** Restores the latest restorable state of a table into a new table, and waits until it is available. */
export async function restoreLatest({ client, tableName }: TableClient, target: string): Promise<void> {
  const input = {
    ...{ SourceTableName: tableName, TargetTableName: target },
    UseLatestRestorableTime: true,
  };
  await client.send(new RestoreTableToPointInTimeCommand(input));
  await waitUntilTableExists({ client, maxWaitTime: MAX_RESTORE_SECONDS }, { TableName: target });
}

export async function deleteTable({ client, tableName }: TableClient): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: tableName }));
}
