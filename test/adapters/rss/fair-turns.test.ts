import { expect, test } from "vitest";
import { FairTurns } from "../../../packages/adapters/rss/fair-turns.ts";

/**
 * Takes a turn for each tenant in order, and gives the order in which they get it, each turn ended at once.
 */
async function served(turns: FairTurns, tenants: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(
    tenants.map(async (tenant) => {
      await turns.enter(tenant);
      order.push(tenant);
      turns.leave();
    }),
  );
  return order;
}

function occupied(waitingPerTenant = 10, waiting = 20): FairTurns {
  const turns = new FairTurns({ atOnce: 1, waitingPerTenant, waiting });
  void turns.enter("first");
  return turns;
}

test("tenants that wait take turns, each with its own in order", async () => {
  const turns = occupied();
  const order = served(turns, ["a", "a", "a", "a", "b", "b", "c"]);
  turns.leave();
  expect(await order).toEqual(["a", "b", "c", "a", "b", "a", "a"]);
});

test("so many are at work at once, and a turn that nobody waits for is free again", async () => {
  const turns = new FairTurns({ atOnce: 2, waitingPerTenant: 0, waiting: 0 });
  for (let round = 0; round < 3; round++) {
    await turns.enter("a");
    await turns.enter("b");
    await expect(turns.enter("c")).rejects.toMatchObject({ code: "transient" });
    turns.leave();
    turns.leave();
  }
});

test("a patient caller waits for its turn, however many wait", async () => {
  const turns = occupied(1, 1);
  const waiting = served(turns, ["a"]);
  const order: string[] = [];
  const patient = ["a", "a", "b"].map(async (tenant) => {
    await turns.enter(tenant, { patient: true });
    order.push(tenant);
    turns.leave();
  });
  turns.leave();
  await Promise.all([waiting, ...patient]);
  expect(order).toEqual(["b", "a", "a"]);
});

test("too many of one tenant are refused, and of all together", async () => {
  const turns = occupied(2, 3);
  const refusal = { code: "transient", detail: { retryAfterSeconds: 5 } };
  const waiting = served(turns, ["a", "a"]);
  await expect(turns.enter("a")).rejects.toMatchObject(refusal);
  const other = served(turns, ["b"]);
  await expect(turns.enter("c")).rejects.toMatchObject(refusal);
  turns.leave();
  expect(await Promise.all([waiting, other])).toEqual([["a", "a"], ["b"]]);
  expect(await served(turns, ["c", "c", "c"])).toEqual(["c", "c", "c"]);
});
