import type { MissedMinutes } from "@plumbline/watches/service/watch-store.ts";
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

/** Two at once set it back once. */
export async function resetTick(
  table: TableClient,
  wheel: string,
  minute: number,
  from: number,
): Promise<void> {
  await table.put({ ...tickKey(wheel), minute }, { expression: "#minute = :from", values: { from } });
}

/** Returns the minutes that a wheel has yet to catch up, at `TICK#<wheel> / MISSED`. */
export async function missedMinutes(table: TableClient, wheel: string): Promise<readonly MissedMinutes[]> {
  const found = await table.get(missedKey(wheel));
  return (found?.missed ?? []) as readonly MissedMinutes[];
}

export async function putMissedMinutes(
  table: TableClient,
  wheel: string,
  missed: readonly MissedMinutes[],
): Promise<void> {
  await table.put({ ...missedKey(wheel), missed });
}

function missedKey(wheel: string): ItemKey {
  return { pk: `TICK#${wheel}`, sk: "MISSED" };
}

function tickKey(wheel: string): ItemKey {
  return { pk: `TICK#${wheel}`, sk: "TICK" };
}
