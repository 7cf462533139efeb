import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../../packages/core/records/canonical-json.ts";

/** The same value, every object's keys put in the other order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, field]) => [name, turned(field)] as const);
  return Object.fromEntries(entries.reverse());
}

it("writes a value in one form, whatever order its keys came in", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(turned(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it.each<[string, unknown]>([
  ["inherits fields", Object.setPrototypeOf({ a: 1 }, { allowed_hosts: ["https://evil.example"] })],
  ["is a set", new Set(["a"])],
  ["is bytes", new Uint8Array()],
])("writes a part that %s as no JSON", (_how, part) => {
  for (const value of [part, { part }, [{ part }], { b: part, a: [] }])
    expect(() => JSON.parse(canonicalJson(value))).toThrow(SyntaxError);
});

it.each<[unknown, string]>([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ a: 2, b: undefined, c: [undefined, { y: 1, x: null }] }, '{"a":2,"c":[null,{"x":null,"y":1}]}'],
  [{ a: [1, "ż"], b: true }, '{"a":[1,"ż"],"b":true}'],
  [{ 9: "nine", 10: "ten" }, '{"10":"ten","9":"nine"}'],
  [[], "[]"],
  [undefined, "null"],
])("writes %j as %s", (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
