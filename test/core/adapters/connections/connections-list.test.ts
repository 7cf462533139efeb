import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ServiceUnderTest, startServiceUnderTest } from "../../../support/service-under-test.ts";

let under: ServiceUnderTest;
let caller: TenantCaller;

beforeEach(async () => {
  under = await startServiceUnderTest();
  caller = (await under.createTenant("first")).caller;
});

afterEach(() => under.close());

async function create(
  kind: CredentialKind,
  label: string,
  expires_at: string | null = null,
): Promise<string> {
  const input = { kind, label, token: new Secret("s3cret-token"), scope: "", metadata: {}, expires_at };
  return (await under.service.credentials.create(caller.tenantId, input)).id;
}

const list = (owner = caller) => under.service.dispatcher.call(owner, "connections_list", {});

test("a tenant without connections has none", async () => {
  expect(await list()).toMatchObject({
    ok: true,
    result: { connections: [], truncated: false },
    attempts: 1,
  });
});

test("id, kind, label and status of every connection that is not revoked, and nothing else", async () => {
  const active = await create("notes", "Active");
  const expiring = await create("crm", "Expiring", "2026-01-01T12:00:00Z");
  const expired = await create("tracker", "Expired", "2026-01-01T00:00:01Z");
  const refusedOne = await create("chatapp_bot", "Refused");
  const gone = await create("chatapp_bot", "Gone");
  const failure = { error_code: "authentication", message: "no", at: "2026-01-01T00:00:00.000Z" } as const;
  await under.credentialStore.noteUse(caller.tenantId, refusedOne, { lastError: failure });
  await under.service.credentials.revoke(caller.tenantId, gone);
  under.clock.advance(1_000);
  const expected = [
    { id: active, kind: "notes", label: "Active", status: "active" },
    { id: expiring, kind: "crm", label: "Expiring", status: "expiring" },
    { id: expired, kind: "tracker", label: "Expired", status: "expired" },
    { id: refusedOne, kind: "chatapp_bot", label: "Refused", status: "needs_reconnect" },
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(await list()).toMatchObject({ ok: true, result: { connections: expected, truncated: false } });
});

test("another tenant sees its own", async () => {
  await create("notes", "Mine");
  const { caller: other } = await under.createTenant("second");
  expect(await list(other)).toMatchObject({ ok: true, result: { connections: [] } });
});

test("it takes no argument of its own", async () => {
  const answer = await under.service.dispatcher.call(caller, "connections_list", { kind: "notes" });
  expect(answer).toMatchObject({ ok: false, error_code: "validation" });
});
