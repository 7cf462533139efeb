import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { describe, expect, it } from "vitest";
import { Interleaver } from "../../../aws/dynamodb/interleaver.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { startedForFile } from "../../../support/started.ts";
import { tenantCaller } from "../../../support/tenant-caller.ts";
import { startKeyedCalls, wordFor } from "./keyed-calls-under-test.ts";

const ROUNDS = 25;
const CALLERS = 4;
/** Past the default deadline of a call and the margin of its claim. */
const CLAIM_MS = 330_000;

describe("calls of several processes with one key, their requests to the store interleaved", () => {
  const under = startedForFile(startKeyedCalls);

  const keyed = (name: string) => ({ key: "k", name, arguments: { line: "one" } });

  /** Runs the callers to their end, or their crash, and tells what each came to that did not crash. */
  async function together(tenantId: string, name: string, chanceOfCrash: number): Promise<string[]> {
    const interleaver = new Interleaver(under.client, seededRandom(tenantId));
    const words: string[] = [];
    for (let caller = 0; caller < CALLERS; caller++) {
      interleaver.start(
        (client) =>
          under.process({ client }).call(tenantCaller(tenantId), keyed(name)).then(wordFor, conflictWord),
        (word) => words.push(word),
      );
    }
    await interleaver.run(chanceOfCrash);
    return words;
  }

  const alone = async (tenantId: string, name: string) =>
    wordFor(await under.process().call(tenantCaller(tenantId), keyed(name)));

  /** A call whose process dies while its tool runs, and whose claim's time is over. */
  async function dead(tenantId: string, name: string): Promise<void> {
    await new Promise<void>((asked) => {
      under.ledger.script(() => {
        asked();
        return new Promise(() => undefined);
      });
      void under.process().call(tenantCaller(tenantId), keyed(name));
    });
    under.clock.advance(CLAIM_MS);
  }

  it.each([0, 0.06])("carry out a write at most once (chance of a crash: %d)", async (chance) => {
    for (let round = 0; round < ROUNDS; round++) {
      const tenant = `at once ${chance} ${round}`;
      const before = under.ledger.providerKeys.length;
      const runs = () => under.ledger.providerKeys.length - before;
      const words = await together(tenant, "enter", chance);
      const acknowledged = words.some((word) => word.startsWith("ok"));
      expect(words.filter((word) => word === "ok").length, tenant).toBeLessThanOrEqual(1);
      expect(["ok", "ok replayed", "conflict"], tenant).toEqual(expect.arrayContaining(words));
      if (chance === 0)
        expect([words.filter((word) => word === "ok").length, runs()], tenant).toEqual([1, 1]);
      const ran = runs();
      expect(ran, tenant).toBeLessThanOrEqual(1);
      under.clock.advance(CLAIM_MS);
      const late = await alone(tenant, "enter");
      if (acknowledged) expect(late, tenant).toBe("ok replayed");
      else if (ran === 1) expect(late, tenant).toMatch(/^(ok|unknown) replayed$/);
      expect(runs(), tenant).toBeLessThanOrEqual(1);
    }
  });

  it.each([0, 0.06])(
    "never repeat a write whose process died, and agree that its outcome is unknown (chance of a crash: %d)",
    async (chance) => {
      for (let round = 0; round < ROUNDS; round++) {
        const tenant = `after a death ${chance} ${round}`;
        await dead(tenant, "enter");
        const before = under.ledger.providerKeys.length;
        const words = await together(tenant, "enter", chance);
        expect([...words, await alone(tenant, "enter")], tenant).toEqual(
          Array(words.length + 1).fill("unknown replayed"),
        );
        expect(under.ledger.providerKeys.length, tenant).toBe(before);
      }
    },
  );

  it.each([0, 0.06])(
    "repeat a write by key under the provider key of the one that died (chance of a crash: %d)",
    async (chance) => {
      for (let round = 0; round < ROUNDS; round++) {
        const tenant = `by key ${chance} ${round}`;
        const before = under.ledger.providerKeys.length;
        await dead(tenant, "enter_key");
        const words = await together(tenant, "enter_key", chance);
        expect(words.filter((word) => word === "ok").length, tenant).toBeLessThanOrEqual(1);
        if (chance === 0) expect(words, tenant).toContain("ok");
        under.clock.advance(CLAIM_MS);
        expect(await alone(tenant, "enter_key"), tenant).toMatch(/^ok( replayed)?$/);
        expect(new Set(under.ledger.providerKeys.slice(before)).size, tenant).toBe(1);
      }
    },
  );
});

function conflictWord(error: unknown): string {
  if (error instanceof ServiceError && error.code === "conflict") return "conflict";
  throw error;
}
