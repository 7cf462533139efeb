import type { ItemKey, TableClient } from "./table-client.ts";

/** The minute a wheel was last read to, at `TICK#<wheel> / TICK`. */
export async function lastTick(table: TableClient, wheel: string): Promise<number | undefined> {
  const tick = await table.get(tickKey(wheel));
  return tick && Number(tick.minute);
}

/** Ticks may run twice or late: one that has read less than another leaves that one's minute. */
export async function moveTick(table: TableClient, wheel: string, minute: number): Promise<void> {
  await table.put(
    { ...tickKey(wheel), minute },
    { expression: "attribute_not_exists(#pk) OR #minute < :minute", values: { minute } },
  );
}

function tickKey(wheel: string): ItemKey {
  return { pk: `TICK#${wheel}`, sk: "TICK" };
}
