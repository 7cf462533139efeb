import { expect, test } from "vitest";
import { needsAttention } from "../../packages/console/src/pages/watches/watch-needs.ts";

type Health = Parameters<typeof needsAttention>[0]["health"];
type Delivery = NonNullable<Health["delivery"]>["status"];

const attended = (status: Health["status"], delivery?: Delivery) => {
  const health = { status, delivery: delivery === undefined ? null : { status: delivery } };
  return needsAttention({ health } as Parameters<typeof needsAttention>[0]);
};

test("a watch that polls but whose receiver fails needs attention", () => {
  expect(attended("active", "failing")).toBe(true);
  expect(attended("active", "stopped")).toBe(true);
  expect(attended("active", "active")).toBe(false);
  expect(attended("active")).toBe(false);
  expect(attended("paused", "failing")).toBe(false);
  expect(attended("failing")).toBe(true);
});
