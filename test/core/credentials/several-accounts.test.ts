import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import type { CredentialFit } from "@plumbline/core/credentials/kinds.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { readKeyVersion } from "@plumbline/core/credentials/vault/vault.ts";
import type { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { checkedStores } from "../../support/entity-stores.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { startedForEach } from "../../support/started.ts";

const NOTES: CredentialFit = { kinds: ["notes"] };
const MAILBOX: CredentialFit = { kinds: ["mail_oauth_a"], metadata: { mail_oauth_a: ["username"] } };
const NAME_ONE =
  "Repeat the call with the credential_id of the intended account. Ask the user if that is not clear.";

let tenantId: string;

const under = startedForEach(startServiceUnderTest);

beforeEach(async () => {
  tenantId = (await under.createTenant("Acme")).caller.tenantId;
});
async function connect(kind: string, label: string, fields: Record<string, unknown> = {}): Promise<string> {
  const input = newCredentialSchema.parse({ kind, label, token: "a token", ...fields });
  return (await under.service.credentials.create(tenantId, input)).id;
}

async function connectSeveral(kind: string, count: number, labelOf = (number: number) => `Number ${number}`) {
  for (let number = 1; number <= count; number += 1) await connect(kind, labelOf(number));
}

/** The refusal of a call that names no credential. */
async function refusalOf(fit: CredentialFit): Promise<AdapterError> {
  const { clock, stores } = under;
  const { credentials: store, opened } = stores;
  const resolver = new CredentialResolver({ store, seals: opened.seals, clock, kinds });
  return resolver.find({ tenantId }, undefined, fit).then(
    (record) => expect.fail(`It found ${record.label}.`),
    (error: AdapterError) => error,
  );
}

const listedIn = ({ message }: AdapterError) => message.match(/\(notes, /g)?.length;

test("two accounts are listed with their status, and nothing more is said", async () => {
  const [first, second] = [
    await connect("notes", "Team"),
    await connect("notes", "Own", { expires_at: new Date(under.clock.now() + 1000).toISOString() }),
  ];
  const listed = [`${first} (notes, "Team", active)`, `${second} (notes, "Own", expiring)`].sort();
  const refusal = await refusalOf(NOTES);
  expect(refusal.message).toBe(
    `Several credentials match. Choose one as credential_id: ${listed.join("; ")}.`,
  );
  expect(refusal.detail.nextStep).toBe(NAME_ONE);
});

test("twenty accounts are listed whole", async () => {
  await connectSeveral("notes", 20);
  const refusal = await refusalOf(NOTES);
  expect(listedIn(refusal)).toBe(20);
  expect(refusal.message).toMatch(/active\)\.$/);
  expect(refusal.detail.nextStep).toBe(NAME_ONE);
});

test("of twenty-one accounts the last is counted, and a search shows it", async () => {
  await connectSeveral("notes", 21);
  const refusal = await refusalOf(NOTES);
  expect(listedIn(refusal)).toBe(20);
  expect(refusal.message).toMatch(/active\); and 1 more\.$/);
  expect(refusal.detail.nextStep).toBe(
    `Call connections_list with kind (and query) to see the others. ${NAME_ONE}`,
  );
});

test("long labels are cut so that no id of twenty accounts is lost", async () => {
  await connectSeveral("notes", 20, (number) => `${number} ${"x".repeat(110)}`);
  const { message } = await refusalOf(NOTES);
  expect(message.length).toBeLessThanOrEqual(3_500);
  const labels = [...message.matchAll(/\(notes, "([^"]+)", active\)/g)].map(([, label = ""]) => label);
  expect(labels).toHaveLength(20);
  for (const label of labels) expect(label).toMatch(/^\d+ x{60,}…?$/);
});

test("the longest labels of a few accounts are shown whole", async () => {
  const label = (number: number) => `${number}${"x".repeat(119)}`;
  await connectSeveral("notes", 2, label);
  const { message } = await refusalOf(NOTES);
  for (const number of [1, 2]) expect(message).toContain(`"${label(number)}"`);
});

test("a single account without the metadata is named with its remedy", async () => {
  await connect("mail_oauth_a", "Calendar");
  const refusal = await refusalOf(MAILBOX);
  expect(refusal.message).toBe(
    'There is no credential of kind mail_oauth_a (with metadata.username): "Calendar" has no metadata.username.',
  );
  expect(refusal.detail.nextStep).toBe(
    'Store the token of "Calendar" again with metadata.username, or connect another account.',
  );
});

test("ten accounts without the metadata are named, and an eleventh is counted", async () => {
  await connectSeveral("mail_oauth_a", 10);
  const named = ({ message }: AdapterError) => message.match(/has no metadata\.username/g)?.length;
  const ten = await refusalOf(MAILBOX);
  expect(named(ten)).toBe(10);
  expect(ten.message).not.toContain("more do not match");
  await connect("mail_oauth_a", "Number 11");
  const eleven = await refusalOf(MAILBOX);
  expect(named(eleven)).toBe(10);
  expect(eleven.message).toMatch(/; 1 more do not match either\.$/);
});

test("where no account is of the kind, the refusal says which to connect", async () => {
  await connect("crm", "Sales");
  expect(await refusalOf(NOTES)).toMatchObject({
    message: "There is no credential of kind notes.",
    detail: { nextStep: "Connect one of kind notes first." },
  });
});

describe("credential refusals", () => {
  function create(label = "team", fields: Record<string, unknown> = {}) {
    const input = newCredentialSchema.parse({ kind: "notes", label, token: "first", ...fields });
    return under.service.credentials.create(tenantId, input);
  }

  test("a token that the record does not have is named", async () => {
    const record = await create();
    const { credentials } = under.service;
    await expect(credentials.open(record, "refresh_token")).rejects.toThrow(
      "The record has no refresh_token.",
    );
    const revoked = await credentials.revoke(tenantId, record.id);
    await expect(credentials.open(revoked, "token")).rejects.toThrow("The record has no token.");
  });

  test("an unknown kind is named as far as 80 characters, with those there are", async () => {
    const kind = `k${"x".repeat(79)}`;
    await expect(create("team", { kind: `${kind}yz` })).rejects.toMatchObject({
      code: "bad_request",
      message: `There is no credential kind ${kind}.`,
      issues: [{ path: "kind", message: expect.stringMatching(/^must be one of .*\bnotes\b/) }],
    });
  });

  test("an expiry at this moment lies in the past; the next millisecond does not", async () => {
    const at = (ms: number) => new Date(under.clock.now() + ms).toISOString();
    await expect(create("team", { expires_at: at(0) })).rejects.toMatchObject({ code: "bad_request" });
    expect(await create("team", { expires_at: at(1) })).toMatchObject({ expires_at: at(1) });
    expect(await create("other", { expires_at: at(0), refresh_token: "r" })).toMatchObject({
      expires_at: at(0),
    });
  });

  test("what decides where a token goes changes only with the token, and each such key is named", async () => {
    const { credentials } = under.service;
    const metadata = { allowed_hosts: ["a.example"] };
    const { id } = await create("hook", { kind: "generic_api_key", metadata });
    await expect(
      credentials.change(tenantId, id, { metadata: { allowed_hosts: ["b.example"] } }),
    ).rejects.toMatchObject({
      code: "conflict",
      message:
        "metadata.allowed_hosts decides where the stored token is sent, so " +
        "include the token: repeat the change together with it.",
      issues: [{ path: "metadata.allowed_hosts", message: "can only be changed together with the token" }],
    });
    expect(await credentials.get(tenantId, id)).toMatchObject({
      metadata: { allowed_hosts: ["https://a.example"] },
    });
  });
});

describe("rewrap", () => {
  async function store(label: string): Promise<string> {
    const metadata = { allowed_hosts: ["a.example"] };
    const input = { kind: "generic_api_key", label, token: `token ${label}`, metadata };
    return (await under.service.credentials.create(tenantId, newCredentialSchema.parse(input))).id;
  }

  const sealOf = async (id: string) =>
    readKeyVersion((await under.stores.credentials.get(tenantId, id))?.token_cipher ?? "");

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
});
