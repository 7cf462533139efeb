/**
 * The sparse index that finds items by a value other than their owner. It contains only items with `gsi1pk`
 * and `gsi1sk`, and only their keys. Their content is read from the table.
 */
export const INDEX_NAME = "gsi1";

/**
 * Returns the table's name in a stage, which SST composes from stage, app and construct (stacks/storage.ts).
 */
export function formatTableName(stage: string): string {
  return `${stage}-plumbline-Table`;
}

/** Returns the alias of the stage's KMS key (stacks/storage.ts). */
export function formatKeyAlias(stage: string): string {
  return `alias/plumbline/${stage}/tenant-data`;
}

/** Returns the name of the table with the stage's wrapped keys. */
export function formatKeyTableName(stage: string): string {
  return `${stage}-plumbline-KeyTable`;
}
