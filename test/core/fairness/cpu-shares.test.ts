import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { CpuShares } from "@plumbline/core/fairness/cpu-shares.ts";
import { afterEach, beforeEach, expect, test } from "vitest";

let clock: ManualClock;
let activeMs: number;
let cpu: CpuShares;
let ended: AbortController;

afterEach(() => ended.abort());

beforeEach(() => {
  ended = new AbortController();
  clock = new ManualClock("2026-01-01T00:00:00Z", { autoAdvance: false });
  activeMs = 0;
  cpu = new CpuShares({ clock, activeMs: () => activeMs });
});

/** A client that sends the next request as soon as the one before has ended. */
async function caller(tenantId: string, served: Map<string, number>, costMs: number): Promise<void> {
  const [{ signal }, shares, time] = [ended, cpu, clock];
  while (!signal.aborted) {
    await shares.acquire({ tenantId });
    served.set(tenantId, (served.get(tenantId) ?? 0) + 1);
    activeMs += costMs;
    time.advance(costMs);
    // The answer reaches its client.
    await new Promise(setImmediate);
  }
}

/** Runs for so many milliseconds, with a request of a quiet tenant every 50 ms. */
async function pass(ms: number, quiet?: string): Promise<{ waited: number }> {
  const end = clock.now() + ms;
  let waited = 0;
  let next = clock.now();
  while (clock.now() < end) {
    if (quiet !== undefined && clock.now() >= next) {
      next += 50;
      let isIn = false;
      void cpu.acquire({ tenantId: quiet }).then(() => {
        isIn = true;
      });
      await Promise.resolve();
      await Promise.resolve();
      if (!isIn) waited += 1;
    }
    clock.advance(1);
    await new Promise(setImmediate);
  }
  return { waited };
}

const busy = (tenantId: string, callers: number, served: Map<string, number>, costMs = 2) => {
  for (let at = 0; at < callers; at++) caller(tenantId, served, costMs).catch(() => undefined);
};

test("a tenant that is alone uses all of the processor", async () => {
  for (let at = 0; at < 500; at++) {
    let isIn = false;
    void cpu.acquire({ tenantId: "one" }).then(() => {
      isIn = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(isIn).toBe(true);
    cpu.charge("one", 10);
  }
});

test.each([4, 16, 48])(
  "beside %i callers of another tenant a quiet one never waits, and they get a third",
  async (callers) => {
    const served = new Map<string, number>();
    await cpu.acquire({ tenantId: "quiet" });
    busy("busy", callers, served);
    await pass(2_000, "quiet");
    served.clear();
    const began = clock.now();
    expect((await pass(4_000, "quiet")).waited).toBe(0);
    const share = (2 * (served.get("busy") ?? 0)) / (clock.now() - began);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.38);
  },
);

test("two busy tenants get a quarter each, and neither is ahead of the other", async () => {
  const served = new Map<string, number>();
  busy("one", 8, served);
  busy("other", 40, served);
  await pass(2_000);
  served.clear();
  const began = clock.now();
  await pass(4_000);
  const shares = ["one", "other"].map((name) => (2 * (served.get(name) ?? 0)) / (clock.now() - began));
  for (const share of shares) expect(Math.abs(share - 1 / 4)).toBeLessThan(0.08);
});

test("a large body delays the next requests of its tenant, and of nobody else", async () => {
  await cpu.acquire({ tenantId: "quiet" });
  await cpu.acquire({ tenantId: "large" });
  cpu.charge("large", 400);
  let isIn = false;
  const next = cpu.acquire({ tenantId: "large" }).then(() => {
    isIn = true;
  });
  await cpu.acquire({ tenantId: "quiet" });
  clock.advance(100);
  await new Promise(setImmediate);
  expect(isIn).toBe(false);
  clock.advance(400);
  await next;
});

test("a request that was cancelled before it waits is refused immediately", async () => {
  await cpu.acquire({ tenantId: "quiet" });
  cpu.charge("busy", 100_000);
  const refused = cpu.acquire({ tenantId: "busy", signal: AbortSignal.abort() });
  await expect(refused).rejects.toMatchObject({ code: "transient" });
});

test("more than 64 waiting requests are refused, with the time after which to come again, and a cancelled one leaves", async () => {
  await cpu.acquire({ tenantId: "quiet" });
  cpu.charge("busy", 100_000);
  const leaving = new AbortController();
  const cancelled = cpu.acquire({ tenantId: "busy", signal: leaving.signal });
  const waiting = Array.from({ length: 63 }, () => cpu.acquire({ tenantId: "busy" }));
  await expect(cpu.acquire({ tenantId: "busy" })).rejects.toMatchObject({
    code: "rate_limit",
    detail: { retryAfterSeconds: expect.any(Number) },
  });
  leaving.abort();
  await expect(cancelled).rejects.toMatchObject({ code: "transient" });
  waiting.push(cpu.acquire({ tenantId: "busy" }));
  clock.advance(10_000);
  await Promise.allSettled(waiting);
});
