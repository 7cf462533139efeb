import { findEntryProblem } from "@plumbline/core/access/audit/audit-entry.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { startServiceUnderTest, type TestTenant } from "../support/service-under-test.ts";
import { startedForEach } from "../support/started.ts";

let tenant: TestTenant;
const under = startedForEach(startServiceUnderTest);

beforeEach(async () => {
  tenant = await under.createTenant("audited");
});
async function call(request: string, body?: unknown, key = tenant.apiKey) {
  const [method = "", path = ""] = request.split(" ");
  const app = createApp(under.service, createRoutes(under.service));
  const headers = { authorization: `Bearer ${key.reveal()}`, "content-type": "application/json" };
  const answer = await app.request(path, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return {
    status: answer.status,
    requestId: answer.headers.get("x-request-id"),
    json: JSON.parse((await answer.text()) || "null"),
  };
}

describe("GET /api/v1/audit", () => {
  it("lists who changed a credential and for which request, and holds no label or token", async () => {
    const input = { kind: "chatapp_bot", label: "secret-label", token: sampleBotToken };
    const made = await call("POST /api/v1/credentials", input);
    const at = `/api/v1/credentials/${made.json.id}`;
    const changed = await call(`PATCH ${at}`, { label: "other-label" });
    const revoked = await call(`DELETE ${at}`);
    const { json } = await call("GET /api/v1/audit");
    const key_id = json.items[0].subject === made.json.id ? "" : json.items[1].subject;
    expect(json.items.map((entry: { action: string }) => entry.action)).toEqual([
      "tenant.created",
      "api_key.created",
      "api_key.created",
      "credential.created",
      "credential.changed",
      "credential.revoked",
    ]);
    const subject = made.json.id;
    expect(json.items.slice(3)).toMatchObject([
      { subject, key_id, request_id: made.requestId, details: { kind: "chatapp_bot", version: 1 } },
      { subject, key_id, request_id: changed.requestId, details: { fields: ["label"], version: 2 } },
      { subject, key_id, request_id: revoked.requestId },
    ]);
    for (const text of ["secret-label", "other-label", sampleBotToken])
      expect(JSON.stringify(json)).not.toContain(text);
  });

  it("pages without a gap, and every entry follows the one before it", async () => {
    for (let index = 0; index < 7; index++)
      await call("POST /api/v1/credentials", {
        kind: "chatapp_bot",
        label: `l${index}`,
        token: sampleBotToken,
      });
    const entries = [];
    let after = "";
    for (let page = 0; page < 5 && after !== null; page++) {
      const { json } = await call(`GET /api/v1/audit?limit=4${after && `&after=${after}`}`);
      entries.push(...json.items);
      after = json.next_cursor;
    }
    expect(entries).toHaveLength(10);
    for (const [index, { cursor: _cursor, ...entry }] of entries.entries()) {
      const before = entries[index - 1];
      expect(findEntryProblem(entry, before)).toBeUndefined();
      expect(findEntryProblem({ ...entry, action: "tenant.deleted" }, before)).toMatch(/was changed/);
    }
    expect(findEntryProblem(entries[3], entries[1])).toMatch(/is missing/);
  });

  it("lists the newest first, and one kind alone, when asked", async () => {
    const input = (label: string) => ({ kind: "chatapp_bot", label, token: sampleBotToken });
    await call("POST /api/v1/credentials", input("one"));
    const made = await call("POST /api/v1/credentials", input("two"));
    await call(`DELETE /api/v1/credentials/${made.json.id}`);
    const actionsOf = ({ json }: Awaited<ReturnType<typeof call>>) =>
      json.items.map(({ action }: { action: string }) => action);
    const first = await call("GET /api/v1/audit?order=desc&limit=2");
    expect(actionsOf(first)).toEqual(["credential.revoked", "credential.created"]);
    const next = await call(`GET /api/v1/audit?order=desc&limit=2&after=${first.json.next_cursor}`);
    expect(actionsOf(next)).toEqual(["credential.created", "api_key.created"]);
    const keys = await call("GET /api/v1/audit?order=desc&action=credential.created&limit=1");
    expect(keys.json.items).toMatchObject([{ action: "credential.created", subject: made.json.id }]);
    expect((await call("GET /api/v1/audit?order=newest")).status).toBe(400);
    expect((await call("GET /api/v1/audit?action=nothing")).status).toBe(400);
  });

  it("shows a tenant its own entries alone, and nothing without the scope", async () => {
    const other = await under.createTenant("other");
    await call("POST /api/v1/credentials", { kind: "chatapp_bot", label: "a", token: sampleBotToken });
    const { json } = await call("GET /api/v1/audit", undefined, other.apiKey);
    expect(
      json.items.every((entry: { tenant_id: string }) => entry.tenant_id === other.caller.tenantId),
    ).toBe(true);
    const { key } = await under.service.tenants.createKey(tenant.caller.tenantId, {
      name: "k",
      scopes: ["agent"],
    });
    expect((await call("GET /api/v1/audit", undefined, key)).status).toBe(403);
  });

  it("has an entry for each of many changes at once", async () => {
    const record = (index: number) =>
      under.service.audit.record({
        tenantId: tenant.caller.tenantId,
        action: "credential.refresh_failed",
        subject: `c${index}`,
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => record(index)));
    const { json } = await call("GET /api/v1/audit?limit=100");
    expect(json.items.map((entry: { sequence: number }) => entry.sequence)).toEqual(
      Array.from({ length: 23 }, (_, index) => index + 1),
    );
  });
});

describe("GET /api/v1/audit/operators", () => {
  it("lists tenants and operator keys in a chain of their own, for operators alone", async () => {
    const { tenants } = under.service;
    const { record, key } = await tenants.createOperatorKey({ name: "another" });
    const made = await call("POST /api/v1/tenants", { name: "short-lived" }, key);
    await call(`DELETE /api/v1/tenants/${made.json.tenant_id}`, undefined, key);
    const { json } = await call("GET /api/v1/audit/operators", undefined, key);
    const subject = made.json.tenant_id;
    expect(json.items.slice(-3)).toMatchObject([
      { action: "api_key.created", subject: record.key_id, tenant_id: "" },
      { action: "tenant.created", subject, key_id: record.key_id, request_id: made.requestId },
      { action: "tenant.deleted", subject, key_id: record.key_id },
    ]);
    let before: Parameters<typeof findEntryProblem>[1];
    for (const { cursor: _cursor, ...entry } of json.items) {
      expect(findEntryProblem(entry, before)).toBeUndefined();
      before = entry;
    }
    expect(JSON.stringify(json)).not.toContain("short-lived");
    expect((await call("GET /api/v1/audit/operators")).status).toBe(403);
  });
});
