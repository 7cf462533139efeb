import { hashCall, hashKey } from "@plumbline/core/dispatch/idempotency/call-seals.ts";
import { expect, test } from "vitest";

test("a key's digest is bounded, of one tenant, and of one key", () => {
  const digests = [hashKey("a", "bc"), hashKey("ab", "c"), hashKey("b", "bc"), hashKey("a", "~".repeat(255))];
  expect(new Set(digests).size).toBe(4);
  for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test.each<[what: string, one: unknown, other: unknown]>([
  ["fields", { b: 1, a: { d: [2], c: 3 } }, { a: { c: 3, d: [2] }, b: 1 }],
  ["fields within lists", [{ b: 1, a: 2 }], [{ a: 2, b: 1 }]],
])("the order of %s makes no other call", (_what, one, other) => {
  expect(hashCall("enter", one)).toBe(hashCall("enter", other));
});

test.each<[what: string, one: unknown, other: unknown]>([
  ["the order of a list", { a: [1, 2] }, { a: [2, 1] }],
  ["a type", { a: "1" }, { a: 1 }],
  ["null for nothing", { a: null }, {}],
  ["where a field stands", { a: { b: 1 }, c: {} }, { a: {}, c: { b: 1 } }],
])("%s makes another call", (_what, one, other) => {
  expect(hashCall("enter", one)).not.toBe(hashCall("enter", other));
});
