import type { AuditEvent } from "@plumbline/core/access/audit/audit.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { DataKeyRotation, type RewrappedPage } from "@plumbline/core/credentials/rewrap.ts";
import { readKeyVersion } from "@plumbline/core/credentials/vault/vault.ts";
import { beforeEach, expect, test } from "vitest";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { startedForEach } from "../../support/started.ts";

let tenantId: string;
/** The pages of watches that are asked for, and what is answered. */
let asked: { newest: number; after: string | undefined; limit: number }[];
let pages: RewrappedPage[];
let recorded: AuditEvent[];
let rotation: DataKeyRotation;

const under = startedForEach(startServiceUnderTest);

beforeEach(async () => {
  tenantId = (await under.createTenant("Acme")).caller.tenantId;
  [asked, pages, recorded] = [[], [], []];
  const { credentials, opened } = under.stores;
  const { seals, states, dataKeys } = opened;
  rotation = new DataKeyRotation({
    store: credentials,
    seals,
    states,
    dataKeys,
    audit: { record: async (event) => void recorded.push(event) },
    watches: {
      async rewrap(_tenantId, newest, { after, limit }) {
        asked.push({ newest, after, limit });
        return pages.shift() ?? expect.fail("No page of watches is left.");
      },
    },
  });
});
async function create(label: string): Promise<string> {
  const input = newCredentialSchema.parse({ kind: "notes", label, token: `token of ${label}` });
  return (await under.service.credentials.create(tenantId, input)).id;
}

const page = (fields: Partial<RewrappedPage>): RewrappedPage => ({
  seen: 0,
  rewrapped: 0,
  unreadable: [],
  next: null,
  ...fields,
});

test("watches come behind the last credential, and go on where the page before ended", async () => {
  await create("team");
  await rotation.rotate(tenantId);
  pages.push(
    page({ seen: 50, rewrapped: 49, unreadable: ["w7"], next: "w50" }),
    page({ seen: 3, rewrapped: 3 }),
  );
  const first = await rotation.rewrap(tenantId, undefined);
  expect(first).toEqual({
    seen: 51,
    rewrapped: 50,
    unreadable: [],
    unreadableWatches: ["w7"],
    next: "watches/w50",
  });
  expect(await rotation.rewrap(tenantId, first.next ?? undefined)).toEqual({
    seen: 3,
    rewrapped: 3,
    unreadable: [],
    unreadableWatches: [],
    next: null,
  });
  expect(asked).toEqual([
    { newest: 2, after: undefined, limit: 50 },
    { newest: 2, after: "w50", limit: 50 },
  ]);
});

test("every page is in the audit log with its counts", async () => {
  await create("team");
  const by = { keyId: "k1", requestId: "r1" };
  expect(await rotation.rotate(tenantId, by)).toBe(2);
  pages.push(page({ seen: 2, rewrapped: 1 }));
  await rotation.rewrap(tenantId, undefined, by);
  expect(recorded).toEqual([
    { tenantId, action: "data_key.rotated", subject: tenantId, by, details: { version: 2 } },
    {
      tenantId,
      action: "data_key.rewrapped",
      subject: tenantId,
      by,
      details: { version: 2, seen: 3, rewrapped: 2 },
    },
  ]);
});

test("a credential that changes meanwhile counts as kept; its change has the newest key", async () => {
  const id = await create("team");
  await rotation.rotate(tenantId);
  const { credentials } = under.stores;
  const update = credentials.update.bind(credentials);
  credentials.update = async (...args) => {
    credentials.update = update;
    const token = newCredentialSchema.shape.token.parse("new");
    await under.anotherProcess().credentials.change(tenantId, id, { token });
    return update(...args);
  };
  pages.push(page({}));
  expect(await rotation.rewrap(tenantId, undefined)).toMatchObject({ seen: 1, rewrapped: 0, unreadable: [] });
  const record = await credentials.get(tenantId, id);
  expect(readKeyVersion(record?.token_cipher ?? "")).toBe(2);
});
