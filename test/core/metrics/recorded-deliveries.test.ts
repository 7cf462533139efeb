import { text } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { startWatchesOnLambda } from "../../functions/watches-on-lambda.ts";
import { sampleValue } from "../../support/exposition.ts";
import { startedForEach } from "../../support/started.ts";

const under = startedForEach(startWatchesOnLambda);

const due = () => under.tick({ due: "deliveries" });
const counts = async () => {
  const text = await under.metrics.text();
  return ["delivered", "failed", "dead"].map((outcome) =>
    sampleValue(text, "plumbline_deliveries_total", { outcome, tenant_id: under.caller.tenantId }),
  );
};

test("tries to deliver are counted by how they ended", async () => {
  await under.begin(1, { deliver_to: `${under.receiver.url}/hook` });
  for (const title of ["one", "two", "three"]) under.publish(title);
  await under.poll(await under.tick());
  under.receiver.script("", text("ok"), text("oops", 500), text("gone", 410));
  await under.deliver(await due());
  expect(await counts()).toEqual([1, 1, 1]);
  const batch = under.logged.findLast(({ event }) => event === "delivery_batch");
  expect(batch).toMatchObject({ deliveries: 3, failures: 2, dead: 1 });
});

test("events that are given up without a try are counted and logged as dead", async () => {
  await under.begin(1, { deliver_to: `${under.receiver.url}/hook` });
  for (const title of ["one", "two", "three"]) under.publish(title);
  await under.poll(await under.tick());
  under.receiver.script("", text("gone", 410));
  await under.deliver(await due());
  expect(under.receiver.requests).toHaveLength(1);
  expect(await counts()).toEqual([0, 0, 3]);
  const batch = under.logged.findLast(({ event }) => event === "delivery_batch");
  expect(batch).toMatchObject({ level: "warn", deliveries: 3, failures: 3, dead: 3 });
});
