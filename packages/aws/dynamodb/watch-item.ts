import type { Watch, WatchRecord, WatchState } from "@plumbline/watches/service/watch.ts";
import type { SlotEntry } from "@plumbline/watches/service/watch-store.ts";
import { tenantPartition } from "./credential-item.ts";
import { type Item, type ItemKey, stripKey } from "./table-client.ts";

export const WATCH_PREFIX = "WATCH#";

/** Names a watch wherever it is stored. */
export type WatchName = Pick<SlotEntry, "tenantId" | "watchId">;

/** The record, which people write. */
export function watchKey({ tenantId, watchId }: WatchName): ItemKey {
  return { pk: tenantPartition(tenantId), sk: WATCH_PREFIX + watchId };
}

/** The state, which polls write: an item of its own, so that the two are never held against each other. */
export function stateKey({ tenantId, watchId }: WatchName): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `WSTATE#${watchId}` };
}

export function nameOf({ tenant_id, id }: WatchRecord): WatchName {
  return { tenantId: tenant_id, watchId: id };
}

export function watchItem(record: WatchRecord): Item {
  return { ...watchKey(nameOf(record)), ...record };
}

export function stateItem(state: WatchState): Item {
  return { ...stateKey({ tenantId: state.tenant_id, watchId: state.watch_id }), ...state };
}

/** The watch of each record; `undefined` where its state is not among `states`. */
export function joinStates(records: readonly Item[], states: readonly Item[]): (Watch | undefined)[] {
  const stateOf = new Map(states.map((item) => [keyText(item), stripKey<WatchState>(item)]));
  return records.map((item) => {
    const record = stripKey<WatchRecord>(item);
    const state = stateOf.get(keyText(stateKey(nameOf(record))));
    return state && { record, state };
  });
}

function keyText({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}
