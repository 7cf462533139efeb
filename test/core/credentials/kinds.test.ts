import { CredentialKinds } from "@plumbline/core/credentials/kinds.ts";
import { expect, test } from "vitest";
import * as z from "zod";

const crm = { kind: "crm", metadata: () => z.strictObject({}) };
const network = {
  kind: "network",
  metadata: () => z.strictObject({ urn: z.string(), note: z.string().optional() }),
  destination: ({ urn }: Readonly<Record<string, unknown>>) => ({ urn }),
  canAdd: (_metadata: unknown, keys: readonly string[]) => !keys.includes("note"),
};
const kinds = new CredentialKinds([crm, network]);

test("two kinds of one name are refused", () => {
  expect(() => new CredentialKinds([crm, network, { ...crm }])).toThrow(
    "Two kinds of credentials are called crm.",
  );
});

test("kinds are listed in the order they were registered", () => {
  expect(kinds.listNames()).toEqual(["crm", "network"]);
  expect([kinds.has("crm"), kinds.has("gopher")]).toEqual([true, false]);
  expect(() => kinds.metadataSchema("gopher")).toThrow("no credential kind gopher");
});

test("only what its kind names decides where a token goes", () => {
  const changed = (kind: string) => kinds.listChangedDestination(kind, { urn: "a", note: "x" }, { urn: "b" });
  expect(changed("network")).toEqual(["urn"]);
  expect(changed("crm")).toEqual([]);
});

test("keys may be added unless their kind says no", () => {
  expect(kinds.canAddMetadata("crm", {}, ["note"])).toBe(true);
  expect(kinds.canAddMetadata("network", {}, ["urn"])).toBe(true);
  expect(kinds.canAddMetadata("network", {}, ["note"])).toBe(false);
});
