import { deleteTable, restoreLatest } from "@plumbline/aws/dynamodb/restored-table.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { type Clock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { type DrillReport, runDrill } from "@plumbline/service/export/drill.ts";
import { type DeployedStage, explainAwsRefusal, openStage } from "./bootstrap-stage.ts";

/**
 * Makes AWS restore both tables of a stage to new tables, as of the latest possible time. Runs the drill on
 * the new tables and deletes them. Reads the stage itself but does not change it. Throws ConfigurationError,
 * and the errors of AWS.
 */
export async function drillStage(stage: DeployedStage, clock: Clock): Promise<DrillReport> {
  const live = openStage(stage, clock);
  const tables = [live.table, live.keyTable];
  const copies = tables.map((one) => new TableClient(one.client, `${one.tableName}-drill`));
  const made: TableClient[] = [];
  try {
    for (const [index, copy] of copies.entries()) {
      await restoreLatest(tables[index] ?? live.table, copy.tableName);
      made.push(copy);
    }
    const [main, keys] = copies.map(({ tableName }) => tableName);
    const original = live.stores.records;
    const copy = openStage(stage, clock, { main, keys });
    try {
      const { stores: platform, records: opened } = copy;
      return await runDrill({ platform, opened, original, clock, random: systemRandom });
    } finally {
      copy.close();
    }
  } catch (error) {
    throw explainAwsRefusal(error, stage.stage);
  } finally {
    for (const copy of made) await deleteTable(copy);
    live.close();
  }
}
