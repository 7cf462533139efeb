import { Secret } from "@plumbline/core/access/secret.ts";
import { type CredentialChange, newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import type { CredentialConflict, CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import { CREDENTIALS } from "@plumbline/core/credentials/credential-store.ts";
import type { RenewedTokens } from "@plumbline/core/credentials/credentials.ts";
import { SealBrokenError } from "@plumbline/core/credentials/vault/vault.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ServiceUnderTest, startServiceUnderTest } from "../../support/service-under-test.ts";

let under: ServiceUnderTest;
let tenantId: string;
/** Runs before a write reaches the store; a conflict that it returns is the answer. */
let beforeWrite: () => Promise<CredentialConflict | undefined>;

function interrupted(store: CredentialStore): CredentialStore {
  return new Proxy(store, {
    get(target, name) {
      const found = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      if (name !== "update" && name !== "create") return found.bind(target);
      return async (...args: unknown[]) => (await beforeWrite()) ?? found.apply(target, args);
    },
  });
}

beforeEach(async () => {
  beforeWrite = async () => undefined;
  under = await startServiceUnderTest({ wrapCredentialStore: interrupted });
  tenantId = (await under.createTenant("Acme")).caller.tenantId;
});
afterEach(() => under.close());

/** Does something once, just before the next write. */
function onceBeforeWrite(work: () => Promise<unknown>): void {
  beforeWrite = async () => {
    beforeWrite = async () => undefined;
    await work();
    return undefined;
  };
}

/** Answers this many writes with a conflict, and counts all writes. */
function conflicting(conflict: CredentialConflict, times: number): { writes: number } {
  const counted = { writes: 0 };
  beforeWrite = async () => {
    counted.writes += 1;
    return counted.writes <= times ? conflict : undefined;
  };
  return counted;
}

async function create(label = "team", fields: Record<string, unknown> = {}) {
  const input = newCredentialSchema.parse({ kind: "notes", label, token: "first", ...fields });
  return under.service.credentials.create(tenantId, input);
}

const change = (id: string, fields: CredentialChange) =>
  under.service.credentials.change(tenantId, id, fields);
const renewed = (more: Partial<RenewedTokens> = {}): RenewedTokens => ({
  token: new Secret("renewed"),
  expiresAt: null,
  ...more,
});

/** The token as a process opens it that has read nothing yet. */
async function tokenOf(id: string): Promise<string> {
  const { credentials } = under.anotherProcess();
  return (await credentials.open(await credentials.get(tenantId, id), "token")).reveal();
}

const actions = async () => {
  const page = await under.service.audit.list(tenantId, { limit: 50 });
  return page.items.map(({ action }) => action);
};

test("every change makes the next version, which alone counts", async () => {
  const { id, version } = await create();
  const stateOf = () => under.stores.recordStates.get(tenantId, `credential/${id}`);
  expect(version).toBe(1);
  expect(await stateOf()).toMatchObject({ version: 1, next: null });
  expect(await change(id, { token: new Secret("second") })).toMatchObject({ version: 2 });
  expect(await stateOf()).toMatchObject({ version: 2, next: null });
});

test("a change that is refused leaves the record that stands", async () => {
  const { id } = await create();
  await create("other");
  await expect(change(id, { label: "OTHER", token: new Secret("second") })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(
      'There is already a credential of kind notes with the label "OTHER" (ignoring case). ' +
        "Choose another label, or change that credential.",
    ),
  });
  expect(await tokenOf(id)).toBe("first");
  expect(await actions()).not.toContain("credential.changed");
});

test("a change of what was changed meanwhile is refused, and the other one stands", async () => {
  const { id } = await create();
  onceBeforeWrite(() => change(id, { token: new Secret("second") }));
  await expect(change(id, { token: new Secret("third") })).rejects.toMatchObject({
    code: "conflict",
    message: "This credential was changed at the same time. Read it again and repeat the change.",
  });
  expect(await tokenOf(id)).toBe("second");
});

test("of a tenant that is deleted meanwhile nothing is stored", async () => {
  const { id } = await create();
  conflicting("tenant_deleted", 4);
  const gone = { code: "not_found", message: "The tenant has been deleted." };
  await expect(create("second")).rejects.toMatchObject(gone);
  await expect(change(id, { scope: "read" })).rejects.toMatchObject(gone);
  await expect(under.service.credentials.revoke(tenantId, id)).rejects.toMatchObject(gone);
  const { credentials } = under.service;
  await expect(credentials.renew(await credentials.get(tenantId, id), renewed())).rejects.toMatchObject(gone);
});

test("a renewal does not bring a credential back that was revoked meanwhile", async () => {
  const { credentials } = under.service;
  const old = await create();
  onceBeforeWrite(() => credentials.revoke(tenantId, old.id));
  expect(await credentials.renew(old, renewed())).toBeUndefined();
  expect(await credentials.get(tenantId, old.id)).toMatchObject({
    token_cipher: "",
    revoked_at: expect.any(String),
  });
  expect(await actions()).not.toContain("credential.refreshed");
});

test("a renewal leaves a token that its owner stored meanwhile", async () => {
  const { credentials } = under.service;
  const old = await create();
  onceBeforeWrite(() => change(old.id, { token: new Secret("of the owner") }));
  expect(await credentials.renew(old, renewed())).toBeUndefined();
  expect(await tokenOf(old.id)).toBe("of the owner");
});

test("a renewal of a record that is gone stores nothing", async () => {
  const { credentials } = under.service;
  const old = await create();
  onceBeforeWrite(() => under.service.tenants.delete(tenantId));
  expect(await credentials.renew(old, renewed())).toBeUndefined();
});

test("a renewal is tried ten times against changes beside the tokens", async () => {
  const { credentials } = under.service;
  const old = await create();
  const nine = conflicting("stale", 9);
  expect(await credentials.renew(old, renewed())).toMatchObject({ id: old.id });
  expect(nine.writes).toBe(10);
  const current = await credentials.get(tenantId, old.id);
  const ten = conflicting("stale", 10);
  expect(await credentials.renew(current, renewed())).toBeUndefined();
  expect(ten.writes).toBe(10);
});

test("a renewal keeps what the provider does not repeat", async () => {
  const { credentials } = under.service;
  const old = await create("team", { scope: "read", refresh_token: "refresh me" });
  const first = await credentials.renew(old, renewed({ expiresAt: under.clock.now() + 1000 }));
  if (!first) throw new Error("Nobody else changed it.");
  expect(first).toMatchObject({
    scope: "read",
    expires_at: new Date(under.clock.now() + 1000).toISOString(),
  });
  expect((await credentials.open(first, "refresh_token")).reveal()).toBe("refresh me");
  expect(await credentials.renew(first, renewed({ scope: "write" }))).toMatchObject({
    scope: "write",
    expires_at: null,
  });
});

test("a revocation is tried ten times, and ends the credential in the key table at once", async () => {
  const { credentials } = under.service;
  const { id } = await create();
  const { id: other } = await create("other");
  const nine = conflicting("stale", 9);
  expect(await credentials.revoke(tenantId, id)).toMatchObject({ revoked_at: expect.any(String) });
  expect(nine.writes).toBe(10);
  const { records } = under.stores.platform;
  const replace = records.replace.bind(records);
  let writes = 0;
  vi.spyOn(records, "replace").mockImplementation(async (kind, ...args) => {
    const isCredential = kind.name === CREDENTIALS.name;
    if (isCredential) writes += 1;
    return isCredential && writes <= 10 ? false : replace(kind, ...args);
  });
  await expect(credentials.revoke(tenantId, other)).rejects.toMatchObject({ code: "conflict" });
  expect(writes).toBe(10);
  await expect(tokenOf(other)).rejects.toThrow(SealBrokenError);
  const { revoked_at } = await credentials.revoke(tenantId, other);
  const stored = await records.get(CREDENTIALS, [tenantId, other]);
  expect(stored).toMatchObject({ token_cipher: "", revoked_at });
});
