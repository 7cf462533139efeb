import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { afterAttack, gained } from "./attacker.ts";
import { NAMED_ATTACKS } from "./named-attacks.ts";
import type { OWNED_TABLES } from "./owned-table.ts";
import { type Powers, powersOf } from "./powers.ts";
import { SCHEMES } from "./schemes.ts";
import { stock } from "./stocked-service.ts";

/** Declares the tests of every named attack and scheme against one kind of table. */
export function describeNamedAttacks([name, open]: (typeof OWNED_TABLES)[number]): void {
  describe(`the owner of ${name}`, () => {
    const stocked = startedForFile(() => stock(open));
    let whole: Powers;
    beforeAll(async () => {
      whole = await powersOf(stocked);
    });

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
}
