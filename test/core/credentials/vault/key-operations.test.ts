import { expect, it } from "vitest";
import { countKeyOperations } from "../../../support/key-operations.ts";

it("each tenant costs one key operation in five minutes, whatever it calls", async () => {
  // A tenant calls every 36 s, so each operation comes at most 36 s after the five minutes.
  const counted = await countKeyOperations({ tenants: 10, calls: 400, spanMs: 24 * 60_000 });
  expect(counted.mostInFiveMinutes).toBe(1);
  expect(counted.ofCalls).toBe(10 * 4);
});
