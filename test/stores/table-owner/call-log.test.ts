import { beforeAll, describe, expect, test, vi } from "vitest";
import { itemsOf } from "../../http/api-under-test.ts";
import { startedForFile } from "../../support/started.ts";
import { Attacker } from "./attacker.ts";
import { momentOf, OWNED_TABLES, restore } from "./owned-table.ts";
import { stock } from "./stocked-service.ts";

const COPIES = 12;

describe.each(OWNED_TABLES)("the log of calls in %s", (_name, open) => {
  const stocked = startedForFile(() => stock(open));
  let attacker: Attacker;
  beforeAll(async () => {
    stocked.clock.advance(2 * 60 * 60_000);
    await usage();
  });

  const get = (path: string) => stocked.api.call("GET", `/api/v1/${path}`);
  const usage = async () => (await get("usage?from=2035-06-01&group=tool")).text;
  const log = async () => itemsOf(await get("calls?limit=100")).map(({ id }) => id);
  async function attacked(attack: () => Promise<void>): Promise<[usage: string, log: unknown[]]> {
    const now = await momentOf(stocked.table.main);
    attacker = new Attacker(stocked, now);
    await attack();
    const shown = [await usage(), await log()] as [string, unknown[]];
    await restore(stocked.table.main, now);
    return shown;
  }

  test("counts an hour again whose sum was edited, copied or forged", async () => {
    const whole = [await usage(), await log()];
    const shown = await attacked(async () => {
      const sums = attacker.items("call_sums");
      expect(sums.length).toBeGreaterThan(1);
      for (const item of sums) await attacker.edit(item, { groups: [] });
    });
    expect(shown).toEqual(whole);
    const copied = await attacked(async () => {
      const [full] = attacker
        .items("call_sums")
        .filter(({ body }) => JSON.stringify(body).includes("chatapp"));
      for (const item of attacker.items("call_sums"))
        if (full) await attacker.put({ ...item, body: full.body });
    });
    expect(copied).toEqual(whole);
  });

  test("shows and counts a block once, wherever it is copied to", async () => {
    const whole = [await usage(), await log()];
    const shown = await attacked(async () => {
      const { tenantId } = stocked.tenants[0].caller;
      const blocks = attacker.items("call_blocks").filter(({ place }) => place.includes(tenantId));
      const newest = blocks.toSorted((a, b) => (a.place < b.place ? 1 : -1))[0];
      const id = String(newest?.body.id);
      // A read that ends at a block which claims to be the newest would begin again.
      for (let at = 0; newest && at < COPIES; at++) {
        const place = newest.place.replaceAll(id, `${id.slice(0, -12)}${String(at).padStart(8, "0")}0000`);
        await attacker.put({ place, body: newest.body });
      }
      for (const item of attacker.items("call_sums")) await attacker.delete(item);
    });
    expect(shown).toEqual(whole);
    // Refusals are recorded beside the requests that met them.
    const told = async () => {
      const all = [...(await momentOf(stocked.table.keyTable)).values()];
      return all.filter(({ body }) => body.action === "record.refused").length >= COPIES;
    };
    await vi.waitUntil(told, { timeout: 20_000 });
  });
});
