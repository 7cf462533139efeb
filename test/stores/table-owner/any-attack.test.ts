import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { type Attacker, afterAttack, gained, kindOf } from "./attacker.ts";
import { type OwnedItem, openOwnedDynamoTable, openOwnedSqliteTable } from "./owned-table.ts";
import { type Powers, powersOf } from "./powers.ts";
import { stock } from "./stocked-service.ts";

const WAYS = ["edit", "swap", "copy", "move", "other kind", "put back", "forge", "unsign"] as const;

/** Numbers that choose a record, another one, an attribute and a value. */
const attack = fc.record({
  way: fc.constantFrom(...WAYS),
  kind: fc.nat(),
  at: fc.nat(),
  from: fc.nat(),
  field: fc.nat(),
  value: fc.oneof(
    fc.constantFrom("others", "removed", "text", "host", "number", null, true, 0, "2099-01-01T00:00:00.000Z"),
    fc.string({ maxLength: 5 }),
  ),
  where: fc.constantFrom("place", "both", "body"),
});
type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(list: readonly T[], at: number): T => {
  const picked = list[at % list.length];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
};

async function carryOut(attacker: Attacker, { way, kind, at, from, field, value, where }: Attack) {
  const all = [...attacker.now.values()];
  const kinds = [...new Set(all.map(kindOf))].sort();
  const ofKind = attacker.items(pick(kinds, kind));
  const item = pick(ofKind, at);
  const other = pick(ofKind, from);
  if (way === "edit") await edit(attacker, item, { other, name: nameOf(item, other, field), value });
  if (way === "swap") await attacker.put({ ...item, body: other.body });
  if (way === "swap" || way === "copy") await attacker.put({ ...other, body: item.body });
  if (way === "move") await attacker.move(item, attacker.toOther, where);
  if (way === "other kind") await attacker.put({ place: item.place, body: pick(all, from).body });
  if (way === "put back") await putBack(attacker, { kind: pick(kinds, kind), at });
  if (way === "forge") await forge(attacker, item, { other, field });
  if (way === "unsign") {
    const { mac: _mac, ...unsigned } = item.body;
    await attacker.put({
      ...item,
      body: { ...unsigned, [nameOf(item, other, field)]: other.body[nameOf(other, item, field)] },
    });
  }
}

function nameOf({ body }: OwnedItem, other: OwnedItem, field: number): string {
  return pick([...Object.keys(body), ...Object.keys(other.body), "added"], field);
}

async function edit(
  attacker: Attacker,
  item: OwnedItem,
  { other, name, value }: { other: OwnedItem; name: string; value: Attack["value"] },
): Promise<void> {
  const { [name]: old, ...rest } = item.body;
  if (value === "removed") return attacker.put({ ...item, body: rest });
  const hosts = () =>
    JSON.parse((JSON.stringify(old) ?? "null").replace(/https:\/\/[^/"]+/g, "https://evil.example"));
  const changed: Record<string, () => unknown> = {
    others: () => other.body[name],
    text: () => `${old}x`,
    host: hosts,
    number: () => Number(old) + 1 || 1,
  };
  await attacker.edit(item, { [name]: typeof value === "string" ? (changed[value]?.() ?? value) : value });
}

/** Puts every earlier record of a kind back, or one alone. */
async function putBack(attacker: Attacker, { kind, at }: { kind: string; at: number }): Promise<void> {
  const moment = pick(attacker.stocked.moments, at);
  const items = [...moment.values()].filter((item) => kindOf(item) === kind);
  const some = at % 3 === 0 || items.length === 0 ? items : [pick(items, at)];
  for (const item of some) await attacker.put(item);
}

/** Writes a record with a key of its own and the contents of two others. */
async function forge(
  attacker: Attacker,
  item: OwnedItem,
  { other, field }: { other: OwnedItem; field: number },
) {
  const id = /[\da-f]{8}-[\da-f-]{27}(?=[^\da-f]*$)/.exec(item.place)?.[0] ?? "no id";
  const fresh = [[id, "00000000-0000-4000-8000-000000000000"]] as const;
  const mixed = { ...item.body, [nameOf(item, other, field)]: other.body[nameOf(other, item, field)] };
  await attacker.move({ ...item, body: mixed }, fresh, "both");
}

describe.each([
  ["a SQLite table", openOwnedSqliteTable, 40],
  ["a DynamoDB table", openOwnedDynamoTable, 15],
] as const)("the owner of %s", (_name, open, numRuns) => {
  const stocked = startedForFile(() => stock(open));
  let whole: Powers;
  beforeAll(async () => {
    whole = await powersOf(stocked);
  });

  test("gains nothing by any attack on any record", { timeout: 300_000 }, async () => {
    expect(whole.size).toBeGreaterThan(25);
    await fc.assert(
      fc.asyncProperty(fc.array(attack, { minLength: 1, maxLength: 3 }), async (attacks) => {
        const after = await afterAttack(stocked, async (attacker) => {
          for (const one of attacks) await carryOut(attacker, one);
        });
        expect(gained(whole, after)).toEqual([]);
      }),
      // Each run is a whole service's work, so none is shrunk.
      { numRuns, endOnFailure: true },
    );
    expect(await powersOf(stocked)).toEqual(whole);
  });

  test("gains nothing by any earlier moment of any kind of record", { timeout: 300_000 }, async () => {
    const kinds = new Set(stocked.moments.flatMap((moment) => [...moment.values()].map(kindOf)));
    const seen = new Set<string>();
    for (const kind of kinds)
      for (const moment of stocked.moments.slice(0, -1)) {
        const last = stocked.moments.at(-1);
        const items = [...moment.values()].filter((item) => kindOf(item) === kind);
        const changed = items.filter(
          (item) => JSON.stringify(last?.get(item.place)) !== JSON.stringify(item),
        );
        const together = JSON.stringify(changed.map(({ place, body }) => [place, body]).sort());
        if (changed.length === 0 || seen.has(together)) continue;
        seen.add(together);
        const after = await afterAttack(stocked, async (attacker) => {
          for (const item of changed) await attacker.put(item);
        });
        expect([kind, gained(whole, after)]).toEqual([kind, []]);
      }
  });
});
