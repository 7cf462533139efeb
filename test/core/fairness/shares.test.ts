import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { OriginShares } from "@plumbline/core/fairness/process-shares.ts";
import {
  type PermitRequest,
  type Release,
  Shares,
  type SharesOptions,
} from "@plumbline/core/fairness/shares.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

const EMPTY = { held: 0, waiting: 0, tenants: 0 };

function newShares(options: Partial<SharesOptions> = {}) {
  const clock = new ManualClock();
  const shares = new Shares({
    ...{ name: "calls", most: 8, longestQueue: 4, longestWaitMs: 5_000, clock },
    ...options,
  });
  return { clock, shares };
}

/** Takes so many permits of a tenant at once. */
function fill(shares: Shares, tenantId: string, count: number): Release[] {
  const all = Array.from({ length: count }, () => shares.tryAcquire({ tenantId }));
  return all.filter((release) => release !== undefined);
}

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

const askedToWait = (seconds: number) =>
  expect.objectContaining({
    code: "rate_limit",
    detail: expect.objectContaining({ retryAfterSeconds: seconds }),
  });

describe("permits that tenants share", () => {
  test("go to a tenant that is alone up to a half, so that one is left for whoever comes", () => {
    const { shares } = newShares();
    expect(fill(shares, "noisy", 20)).toHaveLength(4);
    expect(fill(shares, "second", 20)).toHaveLength(2);
    expect(fill(shares, "third", 20)).toHaveLength(1);
    expect(fill(shares, "fourth", 20)).toHaveLength(1);
    expect(shares.load).toEqual({ held: 8, waiting: 0, tenants: 4 });
  });

  test("go to those who wait by turns of the tenants, in the order in which each came", async () => {
    const { shares } = newShares({ most: 4 });
    const [held] = fill(shares, "a", 2);
    fill(shares, "b", 1);
    fill(shares, "c", 1);
    const served: string[] = [];
    const wait = (tenantId: string, name: string) =>
      void Promise.resolve(shares.acquire({ tenantId })).then((release) => {
        served.push(name);
        release();
      });
    wait("d", "d1");
    wait("d", "d2");
    wait("e", "e1");
    await settled();
    expect(served).toEqual([]);
    held?.();
    await settled();
    await settled();
    expect(served).toEqual(["d1", "e1", "d2"]);
  });

  test("are refused with the time to stay away once the queue is full, longer the more often", async () => {
    const { shares } = newShares();
    fill(shares, "noisy", 4);
    for (let waiting = 0; waiting < 4; waiting++)
      Promise.resolve(shares.acquire({ tenantId: "noisy" })).catch(() => undefined);
    await expect(shares.acquire({ tenantId: "noisy" })).rejects.toEqual(askedToWait(7));
    await expect(shares.acquire({ tenantId: "noisy" })).rejects.toEqual(askedToWait(8));
    for (let more = 0; more < 100; more++)
      await Promise.resolve(shares.acquire({ tenantId: "noisy" })).catch(() => undefined);
    await expect(shares.acquire({ tenantId: "noisy" })).rejects.toEqual(askedToWait(60));
    expect(await shares.acquire({ tenantId: "quiet" })).toBeTypeOf("function");
  });

  test("are refused when the wait was too long, or the request has no more time", async () => {
    const { clock, shares } = newShares();
    const held = fill(shares, "noisy", 4);
    const patient = shares.acquire({ tenantId: "noisy" });
    const hurried = shares.acquire({ tenantId: "noisy", withinMs: 1_000 });
    clock.advance(1_000);
    await expect(hurried).rejects.toEqual(askedToWait(7));
    expect(shares.load.waiting).toBe(1);
    clock.advance(4_000);
    await expect(patient).rejects.toEqual(askedToWait(8));
    for (const release of held) release();
    expect(shares.load).toEqual(EMPTY);
  });

  test("keep to a bound that was set for a tenant, at least one", async () => {
    const { shares } = newShares();
    const release = shares.tryAcquire({ tenantId: "a", atMost: 1 });
    expect(shares.tryAcquire({ tenantId: "a", atMost: 1 })).toBeUndefined();
    const next = shares.acquire({ tenantId: "a", atMost: 1 });
    release?.();
    await expect(next).resolves.toBeTypeOf("function");
  });

  test("are given up by a caller that leaves while it waits, or before", async () => {
    const { shares } = newShares();
    const held = fill(shares, "noisy", 4);
    const left = new AbortController();
    const waiting = shares.acquire({ tenantId: "noisy", signal: left.signal });
    left.abort();
    const gone = expect.objectContaining({ code: "transient" });
    await expect(waiting).rejects.toEqual(gone);
    await expect(shares.acquire({ tenantId: "noisy", signal: left.signal })).rejects.toEqual(gone);
    for (const release of held) release();
    expect(shares.load).toEqual(EMPTY);
  });

  test("are given back once, however often it is said", () => {
    const { shares } = newShares();
    const [release] = fill(shares, "a", 2);
    release?.();
    release?.();
    expect(shares.load.held).toBe(1);
  });
});

describe("whatever tenants do", () => {
  const tenant = fc.constantFrom("a", "b", "c", "d", "e");
  const step = fc.oneof(
    fc.record({
      do: fc.constant("acquire" as const),
      tenant,
      atMost: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
    fc.record({ do: fc.constant("release" as const), at: fc.nat(50) }),
    fc.record({ do: fc.constant("abort" as const), at: fc.nat(50) }),
    fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
  );

  test("no more permits are held than there are, none waits for a free one, and nothing leaks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 80 }),
        fc.integer({ min: 1, max: 6 }),
        async (steps, most) => {
          const { clock, shares } = newShares({ most });
          const inside: { tenant: string; release: Release }[] = [];
          const outside: { tenant: string; controller: AbortController }[] = [];
          for (const one of steps) {
            if (one.do === "acquire") {
              const controller = new AbortController();
              const waiting = { tenant: one.tenant, controller };
              outside.push(waiting);
              const request: PermitRequest = {
                ...{ tenantId: one.tenant, atMost: one.atMost ?? undefined, signal: controller.signal },
              };
              const gone = () => void outside.splice(outside.indexOf(waiting), 1);
              Promise.resolve(shares.acquire(request)).then((release) => {
                gone();
                inside.push({ tenant: one.tenant, release });
              }, gone);
            } else if (one.do === "release") inside.splice(one.at % (inside.length || 1), 1)[0]?.release();
            else if (one.do === "abort") outside[one.at % (outside.length || 1)]?.controller.abort();
            else clock.advance(one.ms);
            await settled();
            expect(shares.load.held).toBe(inside.length);
            expect(shares.load.waiting).toBe(outside.length);
            expect(inside.length).toBeLessThanOrEqual(most);
            // Who holds none waits only when none is free.
            const holders = new Set(inside.map(({ tenant: holder }) => holder));
            if (inside.length < most)
              for (const { tenant: waiter } of outside) expect(holders).toContain(waiter);
          }
          for (const { controller } of [...outside]) controller.abort();
          await settled();
          for (const { release } of inside) release();
          expect(shares.load).toEqual(EMPTY);
        },
      ),
    );
  });
});

test("an origin that nobody uses any more is forgotten", async () => {
  const origins = new OriginShares(() => newShares({ most: 2 }).shares);
  const release = await origins.acquire("https://a.example", { tenantId: "t" });
  const other = await origins.acquire("https://b.example", { tenantId: "t" });
  expect(origins.size).toBe(2);
  release();
  other();
  expect(origins.size).toBe(0);
});
