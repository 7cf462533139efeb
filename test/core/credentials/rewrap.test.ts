import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { keyVersionOf } from "@plumbline/core/credentials/vault/vault.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkedStores } from "../../support/entity-stores.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "../../support/service-under-test.ts";

let under: ServiceUnderTest;
let tenantId: string;

beforeEach(async () => {
  under = await startServiceUnderTest();
  tenantId = (await under.createTenant("Acme")).caller.tenantId;
});
afterEach(() => under.close());

async function store(label: string): Promise<string> {
  const metadata = { allowed_hosts: ["a.example"] };
  const input = { kind: "generic_api_key", label, token: `token ${label}`, metadata };
  return (await under.service.credentials.create(tenantId, newCredentialSchema.parse(input))).id;
}

const sealOf = async (id: string) =>
  keyVersionOf((await under.stores.credentials.get(tenantId, id))?.token_cipher ?? "");

/** Opens a token as a call does, in a process that has read nothing yet. */
async function use(id: string): Promise<string> {
  const { clock, stores, keys } = under;
  const { credentials, opened } = checkedStores(stores.platform, clock, keys);
  const resolver = new CredentialResolver({ store: credentials, seals: opened.seals, clock, kinds });
  const record = await resolver.find({ tenantId }, id, { kinds: ["generic_api_key"] });
  return (await resolver.open(record)).token.reveal();
}

test("a new key seals what is stored from then on, and what was stored before goes on opening", async () => {
  const before = await store("before");
  expect(await under.service.dataKeyRotation.rotate(tenantId)).toBe(2);
  const after = await store("after");
  expect([await sealOf(before), await sealOf(after)]).toEqual([1, 2]);
  expect([await use(before), await use(after)]).toEqual(["token before", "token after"]);
});

test("rewrapping goes on where it was interrupted, and leaves what is done", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 60; index++) ids.push(await store(`account ${index}`));
  const broken = [...ids].sort().at(-1) ?? "";
  const record = await under.stores.credentials.get(tenantId, broken);
  if (!record) throw new Error("It was stored.");
  await under.stores.credentials.update({ ...record, label: "moved", version: record.version + 1 });
  const { dataKeyRotation } = under.service;
  await dataKeyRotation.rotate(tenantId);
  const first = await dataKeyRotation.rewrap(tenantId, undefined);
  expect(first).toMatchObject({ seen: 50, rewrapped: 50, unreadable: [], next: expect.any(String) });
  const again = under.anotherProcess().dataKeyRotation;
  const rest = await again.rewrap(tenantId, first.next ?? undefined);
  expect(rest).toEqual({
    seen: 10,
    rewrapped: 9,
    unreadable: [broken],
    unreadableWatches: [],
    next: null,
  });
  expect(await again.rewrap(tenantId, undefined)).toMatchObject({ seen: 50, rewrapped: 0 });
  const sound = ids.filter((id) => id !== broken);
  for (const id of sound) expect(await sealOf(id)).toBe(2);
  expect(await use(sound[0] ?? "")).toBe(`token account ${ids.indexOf(sound[0] ?? "")}`);
});
