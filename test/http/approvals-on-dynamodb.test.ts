import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { startedForEach } from "../support/started.ts";
import { type ApiUnderTest, itemsOf, startApi } from "./api-under-test.ts";

const TOOL = "chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The board meets on the third floor." };

let api: ApiUnderTest;
let approver: string;

const embedded = startedForEach(openEmbeddedStore);

beforeEach(async () => {
  const table = new TableClient(embedded.client, EMBEDDED_TABLE);
  const keyTable = new TableClient(embedded.client, EMBEDDED_KEY_TABLE);
  api = await startApi({ storesOf: (clock) => createDynamoStores(table, keyTable, clock) });
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  expect((await api.call("POST", "/api/v1/credentials", { body })).status).toBe(201);
  const policy = { approval: { [TOOL]: "always" } };
  expect((await api.call("PUT", "/api/v1/policy", { body: policy })).status).toBe(200);
  approver = await approverOf(api.tenant.caller.tenantId);
});

afterEach(async () => {
  await api.close();
});

async function approverOf(tenantId: string): Promise<string> {
  const { key } = await api.service.tenants.createKey(tenantId, {
    name: "approver",
    scopes: ["approvals:grant"],
  });
  return key.reveal();
}

const call = (args: object = MESSAGE, more: object = {}) =>
  api.call("POST", `/api/v1/tools/${TOOL}`, { body: { arguments: args, ...more } });
const ask = async () => String((await call()).json.approval_id);
const decide = (id: string, decision: "approve" | "deny", key = approver) =>
  api.call("POST", `/api/v1/approvals/${id}`, { key, body: { decision } });
const read = (id: string, key = approver) => api.call("GET", `/api/v1/approvals/${id}`, { key });
const posts = () =>
  api.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage")).length;

test("a call waits, is listed and read, and is carried out once when many decide at a time", async () => {
  const id = await ask();
  const waiting = await api.call("GET", "/api/v1/approvals?status=waiting", { key: approver });
  expect(itemsOf(waiting).map((one) => one.id)).toEqual([id]);
  expect((await read(id)).json).toMatchObject({ status: "waiting", arguments: MESSAGE, result: null });
  const decisions = await Promise.all(Array.from({ length: 8 }, () => decide(id, "approve")));
  const statuses = decisions.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(posts()).toBe(1);
  const { result } = (await read(id)).json;
  expect(result).toMatchObject({ ok: true });
  expect((await call(MESSAGE, { approval_id: id })).json).toMatchObject({ ok: true, approval_id: id });
  expect((await call({ ...MESSAGE, text: "The board meets." }, { approval_id: id })).status).toBe(409);
  expect(posts()).toBe(1);
});

test("a denied call, an expired one, and one of another tenant are never sent", async () => {
  const [denied, expired] = [await ask(), await ask()];
  expect((await decide(denied, "deny")).json).toMatchObject({ status: "denied" });
  const other = await api.createTenant("other");
  const stranger = await approverOf(other.caller.tenantId);
  expect((await read(expired, stranger)).status).toBe(404);
  expect((await decide(expired, "approve", stranger)).status).toBe(404);
  api.clock.advance(24 * 3_600_000);
  expect((await read(expired)).json.status).toBe("expired");
  for (const id of [denied, expired]) {
    expect((await decide(id, "approve")).status).toBe(409);
    expect((await call(MESSAGE, { approval_id: id })).json).toMatchObject({ error_code: "approval_denied" });
  }
  expect(posts()).toBe(0);
});

test("a revoked key's call is refused when it is approved, and a changed policy's too", async () => {
  const [ofPolicy, ofKey] = [await ask(), await ask()];
  const tenantId = api.tenant.caller.tenantId;
  await api.service.tenants.setPolicy(tenantId, { allowed_tools: ["feed_read"] });
  expect((await decide(ofPolicy, "approve")).json).toMatchObject({ status: "failed", result: { ok: false } });
  await api.service.tenants.setPolicy(tenantId, {});
  const { key_id } = (await read(ofKey)).json;
  await api.service.tenants.revokeKey(tenantId, String(key_id));
  expect((await decide(ofKey, "approve")).json).toMatchObject({ status: "failed", result: { ok: false } });
  expect(posts()).toBe(0);
});

test("a person reads the call on its page, and decides there", async () => {
  const id = await ask();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const page = (raw: string | undefined, cookie = "") =>
    api.call(raw === undefined ? "GET" : "POST", `/approve/${id}`, {
      key: null,
      headers: { ...(raw !== undefined && form), ...(cookie !== "" && { cookie }) },
      ...(raw !== undefined && { raw }),
    });
  const { headers } = await page(`key=${approver}`);
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await page(undefined, cookie)).text).toContain(MESSAGE.text);
  expect((await page("decision=approve", cookie)).text).toContain("Posted to ");
  expect((await page("decision=approve", cookie)).status).toBe(409);
  expect(posts()).toBe(1);
});
