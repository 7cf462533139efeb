import { randomUUID } from "node:crypto";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { sampleCredential } from "../../aws/dynamodb/sample-records.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { startedForEach } from "../../support/started.ts";

let caller: TenantCaller;

const under = startedForEach(startServiceUnderTest);

beforeEach(async () => {
  caller = (await under.createTenant("first")).caller;
});

async function create(
  kind: CredentialKind,
  label: string,
  expires_at: string | null = null,
  metadata = {},
): Promise<string> {
  const input = { kind, label, token: new Secret("s3cret-token"), scope: "", metadata, expires_at };
  return (await under.service.credentials.create(caller.tenantId, input)).id;
}

const list = (owner = caller, args: Record<string, unknown> = {}) =>
  under.service.dispatcher.call(owner, "connections_list", args);

test("a tenant without connections has none", async () => {
  expect(await list()).toMatchObject({
    ok: true,
    result: { connections: [] },
    attempts: 1,
  });
});

test("id, kind, provider, label, status and failures of every connection that is not revoked, and nothing else", async () => {
  const active = await create("notes", "Active");
  const expiring = await create("crm", "Expiring", "2026-01-01T12:00:00Z");
  const expired = await create("tracker", "Expired", "2026-01-01T00:00:01Z");
  const refusedOne = await create("chatapp_bot", "Refused");
  const gone = await create("chatapp_bot", "Gone");
  const failure = { error_code: "authentication", message: "no", at: "2026-01-01T00:00:00.000Z" } as const;
  const { at: tested_at, error_code } = failure;
  const health = { tested_at, ok: false, failing_since: tested_at, error_code };
  await under.credentialStore.noteUse(caller.tenantId, refusedOne, { last_error: failure, health });
  await under.service.credentials.revoke(caller.tenantId, gone);
  under.clock.advance(1_000);
  const expected = [
    { id: active, kind: "notes", provider: "notes app (Notion)", label: "Active", status: "active" },
    { id: expiring, kind: "crm", provider: "CRM (HubSpot)", label: "Expiring", status: "expiring" },
    { id: expired, kind: "tracker", provider: "issue tracker (Linear)", label: "Expired", status: "expired" },
    {
      id: refusedOne,
      kind: "chatapp_bot",
      provider: "chat app (Slack)",
      label: "Refused",
      status: "needs_reconnect",
      failing_since: failure.at,
    },
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  const answer = await list();
  expect(answer).toMatchObject({ ok: true });
  expect(answer.ok && answer.result).toEqual({ connections: expected });
});

test("another tenant sees its own", async () => {
  await create("notes", "Mine");
  const { caller: other } = await under.createTenant("second");
  expect(await list(other)).toMatchObject({ ok: true, result: { connections: [] } });
});

test("the account, where the metadata names it, and what a password opens", async () => {
  const metadata = { username: "ada@example.com" };
  await create("mail_oauth_a", "Mailbox", null, metadata);
  await create("generic_api_key", "Password", null, { ...metadata, imap_host: "imap.example.com" });
  await create("generic_api_key", "Hook", null, { allowed_hosts: ["hooks.example.com"] });
  const { connections } = await page();
  const shown = connections.map(({ label, provider, account }) => [label, provider, account]);
  expect(shown.sort()).toEqual([
    ["Hook", "webhook", undefined],
    ["Mailbox", "mailbox (Gmail and Google Calendar)", "ada@example.com"],
    ["Password", "mail server", "ada@example.com"],
  ]);
});

const pageShape = z.object({
  connections: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      label: z.string(),
      provider: z.string(),
      account: z.string().optional(),
    }),
  ),
  next_cursor: z.string().optional(),
});

/** One page that must come. */
async function page(args: Record<string, unknown> = {}) {
  const answer = await list(caller, args);
  expect(answer).toMatchObject({ ok: true });
  return pageShape.parse(answer.ok && answer.result);
}

async function everyLabel(args: Record<string, unknown> = {}): Promise<string[]> {
  const labels: string[] = [];
  let cursor: string | undefined;
  do {
    const { connections, next_cursor } = await page({ ...args, ...(cursor && { cursor }) });
    expect(connections.length).toBeGreaterThan(0);
    expect(connections.length).toBeLessThanOrEqual(50);
    labels.push(...connections.map(({ label }) => label));
    cursor = next_cursor;
  } while (cursor !== undefined);
  return labels.sort();
}

test("every one of more than five hundred is reached, a page at a time, by kind and by query", async () => {
  const kinds = ["notes", "crm", "chatapp_bot"] as const;
  const labels = Array.from({ length: 501 }, (_, number) => `Connection ${String(number).padStart(3, "0")}`);
  for (const [index, label] of labels.entries()) {
    const kind = kinds[index % 3] ?? "notes";
    const record = sampleCredential({ id: randomUUID(), tenant_id: caller.tenantId, kind, label });
    await under.credentialStore.create(record);
  }
  expect(await everyLabel()).toEqual(labels);
  expect(await everyLabel({ kind: "crm" })).toEqual(labels.filter((_, index) => index % 3 === 1));
  expect(await everyLabel({ query: "NECTION 50" })).toEqual(["Connection 500"]);
  expect(await everyLabel({ query: "slack" })).toHaveLength(167);
  expect(await everyLabel({ query: "CRM", kind: "crm" })).toHaveLength(167);
  const full = await page({ query: "connection 00" });
  expect([full.connections.length, full.next_cursor]).toEqual([10, undefined]);
  expect(await page({ query: "notes", kind: "crm" })).toEqual({ connections: [] });
});
