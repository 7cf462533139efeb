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
