import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterAttack, gained } from "./attacker.ts";
import { NAMED_ATTACKS } from "./named-attacks.ts";
import { OWNED_TABLES } from "./owned-table.ts";
import { type Powers, powersOf } from "./powers.ts";
import { SCHEMES } from "./schemes.ts";
import { type StockedService, stock } from "./stocked-service.ts";

describe.each(OWNED_TABLES)("the owner of %s", (_name, open) => {
  let stocked: StockedService;
  let whole: Powers;
  beforeAll(async () => {
    stocked = await stock(open);
    whole = await powersOf(stocked);
  });
  afterAll(() => stocked.close());

  test.each([...NAMED_ATTACKS, ...SCHEMES])("gains nothing where $name", async ({ write, ends = [] }) => {
    const after = await afterAttack(stocked, write);
    expect(gained(whole, after)).toEqual([]);
    const left = [...after.keys()];
    for (const end of ends) expect(left.filter((name) => name.startsWith(end))).toEqual([]);
  });

  test("is tried in at least forty ways, and leaves everything as it was", async () => {
    expect(NAMED_ATTACKS.length).toBeGreaterThanOrEqual(40);
    expect(await powersOf(stocked)).toEqual(whole);
  });
});
