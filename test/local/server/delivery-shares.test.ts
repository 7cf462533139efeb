import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { describe, expect, test } from "vitest";
import { DeliveryShares } from "../../../packages/local/server/delivery-loop.ts";

const batch = (tenantId: string, watchId: string, ...sequences: number[]): DeliveryBatch => ({
  tenantId,
  watchId,
  sequences: sequences.length > 0 ? sequences : [1],
});

/** Begins all that may begin now, and tells whose each is. */
function begun(shares: DeliveryShares): string[] {
  const found: string[] = [];
  for (let [first] = shares.begin(); first; [first] = shares.begin()) found.push(first.tenantId);
  return found;
}

describe("the shares of tenants", () => {
  test("take turns when there is not room for all", () => {
    const shares = new DeliveryShares();
    const tenants = Array.from({ length: 10 }, (_, index) => `t${index}`);
    for (const tenant of tenants)
      for (let watch = 0; watch < 20; watch++) shares.add(batch(tenant, `w${watch}`));
    const counts = new Map<string, number>();
    for (const tenant of begun(shares)) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(128);
    expect(Math.min(...counts.values())).toBe(12);
    shares.add(batch("late", "w"));
    expect(begun(shares)).toEqual([]);
    shares.end({ tenantId: "t0", watchId: "w0" });
    expect(begun(shares)).toHaveLength(1);
  });

  test("never begin a watch twice, and hold what comes meanwhile until it has ended", () => {
    const shares = new DeliveryShares();
    shares.add(batch("t", "w", 1, 2));
    expect(shares.begin()).toEqual([batch("t", "w", 1, 2)]);
    shares.add(batch("t", "w", 3));
    shares.add(batch("t", "w", 3, 2));
    expect(shares.begin()).toEqual([]);
    shares.end({ tenantId: "t", watchId: "w" });
    expect(shares.begin()).toEqual([batch("t", "w", 2, 3)]);
    expect(shares.isIdle()).toBe(false);
    shares.end({ tenantId: "t", watchId: "w" });
    expect(shares.isIdle()).toBe(true);
  });

  test("are bounded: what finds no room is left to the store", () => {
    const shares = new DeliveryShares();
    for (let watch = 0; watch < 3; watch++)
      shares.add(batch("t", `w${watch}`, ...Array.from({ length: 10_000 }, (_, index) => index + 1)));
    const all = [shares.begin(), shares.begin(), shares.begin()].flat();
    expect(all.flatMap(({ sequences }) => sequences)).toHaveLength(20_000);
  });
});
