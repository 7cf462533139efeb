import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DeliveriesUnderTest, startDeliveriesUnderTest } from "./deliveries-under-test.ts";

let under: DeliveriesUnderTest;
let id: string;
/** The tenant has disabled its key. */
let disabled = false;

beforeEach(async () => {
  disabled = false;
  under = await startDeliveriesUnderTest({
    wrapKeyService: (keys) => ({
      generateDataKey: (context) => keys.generateDataKey(context),
      async unwrapDataKey(wrapped, context) {
        if (disabled && context.tenant_id !== STAGE)
          throw new KeyUnavailableError("The key service refuses it: DisabledException.");
        return keys.unwrapDataKey(wrapped, context);
      },
    }),
  });
  id = await under.watch();
  await under.find("one", "two");
  // The tenant's data key is kept for five minutes.
  under.clock.advance(6 * 60_000);
  disabled = true;
});

afterEach(() => under.close());

const message = "The tenant's data key cannot be used. The key service refuses it: DisabledException.";
const health = async () => (await under.service.watches.get(under.caller.tenantId, id)).health.delivery;

test("a key that is refused is a failed try of every event of the batch, told in what it came to", async () => {
  await under.deliver();
  expect(await under.due()).toEqual([]);
  const tried = {
    status: "waiting",
    tries: 1,
    next_try_at: new Date(under.clock.now() + 60_000).toISOString(),
    attempts: [{ url: `${under.receiver.url}/hook`, status: null, error_code: "authentication", message }],
  };
  expect(await under.list(id)).toMatchObject([tried, tried]);
  expect(await health()).toMatchObject({ status: "failing", waiting: 2, last_error: { message } });
  expect(under.logged.filter(({ event }) => event === "delivery_batch")).toMatchObject([
    { level: "warn", deliveries: 2, failures: 2, dead: 0 },
  ]);
  expect(under.receiver.requests).toEqual([]);
});

test("a key that may be used again in time costs the tries that it was refused for", async () => {
  await under.deliver();
  await under.passMinutes(1);
  disabled = false;
  await under.passMinutes(5);
  expect(under.received()).toEqual(["one", "two"]);
  expect(await under.list(id)).toMatchObject(Array(2).fill({ status: "delivered", tries: 3 }));
});

test("a key that is refused for a day makes dead letters, which can be replayed", async () => {
  await under.deliver();
  await under.passMinutes(24 * 60, 5);
  expect(await under.list(id)).toMatchObject(
    Array(2).fill({ status: "dead", tries: 8, attempts: Array(8).fill({ message }) }),
  );
  expect(await under.due()).toEqual([]);
  disabled = false;
  await under.service.deliveries.replay(under.caller.tenantId, id, 1);
  await under.deliver();
  expect(under.received()).toEqual(["one"]);
});

test("of two workers with the same batch one counts the try", async () => {
  const [batch] = await under.due();
  if (!batch) expect.fail("nothing is due");
  const workers = [under.service, under.anotherProcess()];
  const tried = await Promise.all(workers.map(({ deliverer }) => deliverer.deliver(batch)));
  expect(tried[0] ?? 0).toBe(2 - (tried[1] ?? 0));
  expect(await under.list(id)).toMatchObject(Array(2).fill({ tries: 1, attempts: [{ message }] }));
});
