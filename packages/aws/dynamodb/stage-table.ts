/** The table's name in a stage, as SST makes it of stage, app and construct (stacks/storage.ts). */
export function stageTableName(stage: string): string {
  return `${stage}-plumbline-Table`;
}
