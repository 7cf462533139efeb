import { type Moment, momentOf, type OwnedItem, type OwnedTable, restore } from "./owned-table.ts";
import { type Powers, powersOf } from "./powers.ts";
import type { StockedService } from "./stocked-service.ts";

/** The start of DynamoDB's keys for each kind of record; SQLite has tables of these names. */
const PREFIXES: Readonly<Record<string, string>> = {
  tenants: "TENANT#",
  api_keys: "APIKEY#",
  credentials: "CRED#",
  label_claims: "CREDLABEL#",
  idempotent_calls: "IDEM#",
  watches: "WATCH#",
  watch_states: "WSTATE#",
  watch_events: "WEVENT#",
  subscriptions: "WSUB#",
  pending_connects: "CONNECT#",
  approvals: "APPROVAL#",
  approval_texts: "APPROVALTEXT#",
  sessions: "SESSION#",
  run_traces: "RUN#",
  conversation_entries: "CONV#",
  ended_visits: "VISIT#",
  call_blocks: "CALLS#",
  call_sums: "CALLSUM#",
};

/** The kind of a record by its place; on DynamoDB also pointers, slots, heartbeats and ticks have one. */
export function kindOf({ place }: Pick<OwnedItem, "place">): string {
  const [first, second] = JSON.parse(place);
  if (typeof second === "object") return first;
  const key = second === "META" ? first : second;
  // A pointer to a tenant begins like the tenant itself.
  if (first === "TENANTS") return "tenant_pointers";
  const known = Object.entries(PREFIXES).find(([, prefix]) => key.startsWith(prefix));
  return known?.[0] ?? `${key.split("#")[0]} items`;
}

/** Writes the main table past the service. */
export class Attacker {
  readonly table: OwnedTable;
  readonly stocked: StockedService;
  readonly now: Moment;

  constructor(stocked: StockedService, now: Moment) {
    this.stocked = stocked;
    this.table = stocked.table;
    this.now = now;
  }

  items(kind: string): OwnedItem[] {
    return [...this.now.values()].filter((item) => kindOf(item) === kind);
  }

  /** The record of a kind that has a text in its place or body. */
  item(kind: string, text: string | undefined): OwnedItem {
    const found = this.items(kind).find((item) => text !== undefined && JSON.stringify(item).includes(text));
    if (!found) throw new Error(`There is no record of ${kind} with ${text}.`);
    return found;
  }

  /** Versions of a record before that of now, and those of one that is gone, the oldest first. */
  earlier(kind: string, text: string): OwnedItem[] {
    const all = this.stocked.moments.flatMap((moment) => [...moment.values()]);
    const of = all.filter((item) => kindOf(item) === kind && JSON.stringify(item).includes(text));
    const shown = new Map(of.map((item) => [JSON.stringify(item), item]));
    const present = (item: OwnedItem) => JSON.stringify(this.now.get(item.place)) === JSON.stringify(item);
    return [...shown.values()].filter((item) => !present(item));
  }

  /** SQLite refuses a row that another one's unique columns rule out. */
  async put(item: OwnedItem): Promise<void> {
    await this.table.main.write(item).catch(() => undefined);
  }

  async edit(item: OwnedItem, changes: Readonly<Record<string, unknown>>): Promise<void> {
    await this.put({ ...item, body: { ...item.body, ...changes } });
  }

  /** Replaces texts in a record's place and in its body. */
  async move(item: OwnedItem, texts: readonly (readonly [string, string])[], where: Where): Promise<void> {
    const replaced = (text: string) => texts.reduce((old, [from, to]) => old.replaceAll(from, to), text);
    const place = where === "body" ? item.place : replaced(item.place);
    const body = where === "place" ? item.body : JSON.parse(replaced(JSON.stringify(item.body)));
    await this.put({ place, body });
  }

  /** Ids of the second tenant in place of those of the first. */
  get toOther(): (readonly [string, string])[] {
    const [one, two] = this.stocked.tenants;
    const { ids, approvals } = this.stocked;
    return [
      [one.caller.tenantId, two.caller.tenantId],
      [ids.inbox ?? "", ids.others ?? ""],
      [ids.feed ?? "", ids.others ?? ""],
      [ids.bot ?? "", ids.otherBot ?? ""],
      [ids.web ?? "", ids.otherWeb ?? ""],
      [approvals.waiting, approvals.others],
    ];
  }

  async delete(item: OwnedItem): Promise<void> {
    await this.table.main.remove(item.place);
  }
}

type Where = "place" | "body" | "both";

/** Attacks the table as it is now, measures what can be done, and takes the attack back. */
export async function afterAttack(
  stocked: StockedService,
  attack: (attacker: Attacker) => Promise<void>,
): Promise<Powers> {
  const now = await momentOf(stocked.table.main);
  try {
    await attack(new Attacker(stocked, now));
    return await powersOf(stocked);
  } finally {
    await restore(stocked.table.main, now);
  }
}

/** Powers that nobody had before, or that have another effect now. */
export function gained(before: Powers, after: Powers): [string, string][] {
  return [...after].filter(([name, effect]) => before.get(name) !== effect);
}
