import type { Watch } from "../service/watch.ts";
import { waitsUntil } from "../service/watch-health.ts";
import { groupedBy } from "./grouped-by.ts";
import { sourceKey } from "./slots.ts";

/** A tenant's watches on one source. */
export type Group = readonly [Watch, ...Watch[]];

/** Sources of one host that are looked at side by side. */
const AT_ONE_HOST = 3;

/** Returns true when a watch is due for a look: it is not paused, and does not wait after a failure. */
export function isDue({ record, state }: Watch, now: number): boolean {
  const waits = waitsUntil(state, now);
  return record.paused_at === null && state.cursor !== null && (waits === null || Date.parse(waits) <= now);
}

/**
 * The watches by source, and the sources in lanes: one lane is looked at one by one, and no host is in more
 * than three.
 */
export function lanesOf(watches: readonly Watch[]): Group[][] {
  const sources = groupedBy(watches, ({ record }) => sourceKey(record.tenant_id, record.source));
  const hosts = groupedBy(sources.values(), ([watch]) => hostOf(watch));
  return [...hosts.values()].flatMap(divided);
}

/** Returns the host that serves a source. The server of a mailbox is known by its credential. */
function hostOf({ record: { source, tenant_id } }: Watch): string {
  return source.type === "feed" ? new URL(source.url).host : `${tenant_id} ${source.credential_id}`;
}

function divided(groups: readonly Group[]): Group[][] {
  const lanes = Array.from({ length: Math.min(AT_ONE_HOST, groups.length) }, (): Group[] => []);
  for (const [index, group] of groups.entries()) lanes[index % AT_ONE_HOST]?.push(group);
  return lanes;
}
