import {
  DeleteTableCommand,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { TableClient } from "./table-client.ts";

/** AWS restores a table in some minutes; a big one takes an hour and more. */
const MAX_RESTORE_SECONDS = 4 * 3_600;

/** Has AWS restore a table, as of the last moment that it can, into a new one, and waits for it. */
export async function restoreLatest({ client, tableName }: TableClient, target: string): Promise<void> {
  const latest = {
    ...{ SourceTableName: tableName, TargetTableName: target },
    UseLatestRestorableTime: true,
  };
  await client.send(new RestoreTableToPointInTimeCommand(latest));
  await waitUntilTableExists({ client, maxWaitTime: MAX_RESTORE_SECONDS }, { TableName: target });
}

export async function deleteTable({ client, tableName }: TableClient): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: tableName }));
}
