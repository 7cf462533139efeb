/** The table's name in a stage, as SST makes it of stage, app and construct (stacks/storage.ts). */
export function stageTableName(stage: string): string {
  return `${stage}-plumbline-Table`;
}

/** The name of the table that keeps the stage's wrapped keys, likewise. */
export function stageKeyTableName(stage: string): string {
  return `${stage}-plumbline-KeyTable`;
}
