import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { DataKeys } from "@plumbline/core/credentials/vault/data-keys.ts";
import { KeyServiceBusyError, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { Vault } from "@plumbline/core/credentials/vault/vault.ts";
import { AdapterAuthError, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { CredentialSeals } from "../../../packages/core/credentials/credential-seals.ts";
import { RecordStates } from "../../../packages/core/records/record-states.ts";
import { SqliteStore } from "../../../packages/local/store/sqlite-store.ts";
import { MemoryRecordStore } from "../../support/memory-record-store.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import { storeWith } from "../../support/store-with.ts";

const NOTES = { kinds: ["notes"] } as const;

let tenantId: string;

const under = startedForEach(startServiceUnderTest);

beforeEach(async () => {
  tenantId = (await under.createTenant("first")).caller.tenantId;
});

function create(label: string): Promise<CredentialRecord> {
  return under.service.credentials.create(tenantId, {
    kind: "notes",
    label,
    token: new Secret("ntn_token"),
    scope: "",
    metadata: {},
    expires_at: null,
  });
}

/** A resolver whose key service fails as told whenever it is asked to unwrap. */
function resolverWith(error: Error): CredentialResolver {
  const { clock, credentialStore } = under;
  const record = { tenant_id: tenantId, version: 1, wrapped: "", created_at: "2026-01-01T00:00:00.000Z" };
  const records = storeWith<RecordStore>(new MemoryRecordStore(), { get: async () => record as never });
  const fail = () => Promise.reject(error);
  const keys = { generateDataKey: fail, unwrapDataKey: fail };
  const vault = new Vault(new DataKeys({ records, keys, clock, stage: "test" }), seededRandom("resolver"));
  const states = new RecordStates({ records: under.stores.platform.records, macs: vault, clock });
  const seals = new CredentialSeals(vault, states);
  return new CredentialResolver({ store: credentialStore, seals, clock, kinds });
}

test("no more records are read than a refusal can list", async () => {
  for (let number = 0; number < 130; number += 1) await create(`Number ${number}`);
  // The stage's key is in the store too, and is read once.
  await under.credentialStore.list(tenantId, { limit: 1 });
  // Reads the key that verifies the records.
  await under.credentialStore.list(tenantId, { limit: 1 });
  const rows = vi.spyOn(SqliteStore.prototype, "rows");
  const finding = resolverWith(new Error("not asked")).find({ tenantId }, undefined, {
    kinds: ["notes", "crm"],
  });
  await expect(finding).rejects.toThrow(/; and at least 2 more\.$/);
  expect(rows.mock.results.reduce((sum, { value }) => sum + value.length, 0)).toBe(22);
  rows.mockRestore();
});

test("a key that may use one account finds it among any number, and its revocation leaves none", async () => {
  for (let number = 0; number < 30; number += 1) await create(`Number ${number}`);
  const { id } = await create("Granted");
  const owner = { tenantId, grants: { credentials: new Set([id, crypto.randomUUID()]) } };
  const resolver = resolverWith(new Error("not asked"));
  expect((await resolver.find(owner, undefined, NOTES)).id).toBe(id);
  await under.service.credentials.revoke(tenantId, id);
  await expect(resolver.find(owner, undefined, NOTES)).rejects.toThrow(
    "There is no credential of kind notes.",
  );
});

test("the usable one is found behind any number of revoked ones", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 102; number += 1) {
    const { id } = await create(`Number ${number}`);
    ids.push(id);
  }
  const [last, ...others] = ids.sort().reverse();
  for (const id of others) await under.service.credentials.revoke(tenantId, id);
  const found = await resolverWith(new Error("not asked")).find({ tenantId }, undefined, NOTES);
  expect(found.id).toBe(last);
});

test.each([
  ["a key that is disabled", new KeyUnavailableError("AKIA-secret-detail"), AdapterAuthError],
  ["a key service that is busy", new KeyServiceBusyError("AKIA-secret-detail"), AdapterTransientError],
])("%s is one of the four errors, without its details", async (_what, error, adapterError) => {
  const record = await create("Notes");
  const opening = resolverWith(error).open(record);
  await expect(opening).rejects.toBeInstanceOf(adapterError);
  await expect(opening).rejects.not.toThrow(/AKIA/);
});

test("an error nobody foresaw is not dressed up as the tenant's fault", async () => {
  const record = await create("Notes");
  const unforeseen = new RangeError("bug");
  await expect(resolverWith(unforeseen).open(record)).rejects.toBe(unforeseen);
});
