/**
 * The sparse index that finds items by something other than their owner; only items with `gsi1pk` and
 * `gsi1sk` are in it, and of them only their keys: what they hold is read from the table.
 */
export const INDEX_NAME = "gsi1";

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
