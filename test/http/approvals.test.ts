import { APPROVALS, changeApproval } from "@plumbline/core/approvals/approval-record.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "../support/seeded-random.ts";
import { type Answer, itemsOf, startApi, startedWithTenants } from "./api-under-test.ts";

const TOOL = "chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The board meets on the third floor." };
const DAY_MS = 24 * 60 * 60_000;

let approver: string;
let approverId: string;
let credentialId: string;

const api = startedWithTenants(startApi);

beforeEach(async () => {
  const caller = await api.service.authenticator.authenticate(`Bearer ${api.tenant.apiKey.reveal()}`);
  api.tenant.caller = { ...api.tenant.caller, keyId: caller.keyId };
  credentialId = await api.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
  ({ key: approver, id: approverId } = await api.newKey({ scopes: ["approvals:grant"] }));
});

/** Makes a call under a policy that wants a person's word for it, and returns its approval's id. */
async function ask(args: object = MESSAGE): Promise<string> {
  const caller = { ...api.tenant.caller, policy: { approval: { [TOOL]: "always" as const } } };
  const options = { baseUrl: "http://plumbline.test" };
  const waits = (await api.service.dispatcher.call(caller, TOOL, args, options)) as DispatchFailure;
  expect(waits).toMatchObject({ ok: false, error_code: "approval_required", attempts: 0 });
  expect(waits.approve_url).toBe(`http://plumbline.test/approve/${waits.approval_id}`);
  expect(waits.approval_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  return waits.approval_id ?? "";
}

const decide = (id: string, decision: "approve" | "deny", key = approver) =>
  api.call("POST", `/api/v1/approvals/${id}`, { key, body: { decision } });
const read = (id: string, key = approver) => api.call("GET", `/api/v1/approvals/${id}`, { key });
const again = (id: string, args: object = MESSAGE, key = api.tenant.apiKey.reveal()) =>
  api.call("POST", `/api/v1/tools/${TOOL}`, { key, body: { arguments: args, approval_id: id } });
const told = ({ status, json }: Answer) => [status, json.status, json.result];

describe("a call with an Idempotency-Key that waits for a person", () => {
  const keyed = (idempotencyKey = "once", key = api.tenant.apiKey.reveal()) =>
    api.call("POST", `/api/v1/tools/${TOOL}`, {
      key,
      headers: { "idempotency-key": idempotencyKey },
      body: { arguments: MESSAGE },
    });

  beforeEach(async () => {
    const body = { approval: { [TOOL]: "always" } };
    expect((await api.call("PUT", "/api/v1/policy", { body })).status).toBe(200);
  });

  test("waits once, however often it is repeated, and is answered with what became of it", async () => {
    const [first, second] = [await keyed(), await keyed()];
    expect(first.json).toMatchObject({ error_code: "approval_required", approval_id: expect.any(String) });
    expect(second.json).toMatchObject({
      error_code: "approval_required",
      approval_id: first.json.approval_id,
      approve_url: first.json.approve_url,
    });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    const approved = await decide(String(first.json.approval_id), "approve");
    expect((await keyed()).json).toEqual(approved.json.result);
    expect(api.posts()).toBe(1);
    const list = await api.call("GET", "/api/v1/approvals", { key: approver });
    expect(itemsOf(list)).toHaveLength(1);
  });

  test("waits under its key for the call as a person changed it", async () => {
    const first = await keyed();
    const id = String(first.json.approval_id);
    const body = { decision: "edit", changes: { text: "At noon." } };
    const edited = (await api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body })).json.id;
    expect((await keyed()).json).toMatchObject({
      error_code: "approval_required",
      approval_id: id,
      changed_to: edited,
      approve_url: expect.stringContaining(`/approve/${edited}`),
    });
    const approved = await decide(String(edited), "approve");
    expect((await keyed()).json).toMatchObject(Object(approved.json.result));
    expect(api.posts()).toBe(1);
  });

  test("stays denied under its key, and may be asked for again under another", async () => {
    const first = await keyed();
    await decide(String(first.json.approval_id), "deny");
    expect((await keyed()).json).toMatchObject({ ok: false, error_code: "approval_denied" });
    const other = await keyed("another");
    expect(other.json.error_code).toBe("approval_required");
    expect(other.json.approval_id).not.toBe(first.json.approval_id);
    expect(api.posts()).toBe(0);
  });

  test("is answered to nobody but the key that made it", async () => {
    await keyed();
    const { key } = await api.newKey({ scopes: ["tools:call"] });
    const { status, json } = await keyed("once", key);
    expect([status, json.error_code]).toEqual([409, "conflict"]);
  });
});

describe("a call that waits for a person", () => {
  test("is listed and shown with what exactly it would send, and nothing of it is sent", async () => {
    const id = await ask();
    const list = await api.call("GET", "/api/v1/approvals?status=waiting", { key: approver });
    expect(itemsOf(list).map((one) => [one.id, one.status, one.tool])).toEqual([[id, "waiting", TOOL]]);
    const { status, json } = await read(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({ arguments: MESSAGE, credential: { id: credentialId }, result: null });
    expect(JSON.stringify(json.preview)).toContain(MESSAGE.text);
    expect(JSON.stringify(json)).not.toContain(sampleBotToken);
    expect(api.posts()).toBe(0);
  });

  test("is carried out once it is approved, and its result stands for approver and caller", async () => {
    const id = await ask();
    expect((await again(id)).json).toMatchObject({ ok: false, error_code: "approval_required" });
    const approved = await decide(id, "approve");
    expect(approved.json).toMatchObject({ status: "approved", decided_by: approverId, result: { ok: true } });
    expect(api.posts()).toBe(1);
    const { result } = (await read(id)).json;
    expect(result).toEqual(approved.json.result);
    expect((await read(id, api.tenant.apiKey.reveal())).json.result).toEqual(result);
    expect((await again(id)).json).toEqual(result);
    expect(api.posts()).toBe(1);
  });

  test("is never sent once it is denied", async () => {
    const id = await ask();
    expect(told(await decide(id, "deny"))).toEqual([200, "denied", null]);
    expect((await decide(id, "approve")).status).toBe(409);
    expect((await again(id)).json).toMatchObject({ ok: false, error_code: "approval_denied" });
    expect(api.posts()).toBe(0);
  });

  test("expires after a day", async () => {
    const id = await ask();
    api.clock.advance(DAY_MS);
    expect(told(await read(id))).toEqual([200, "expired", null]);
    expect((await decide(id, "approve")).status).toBe(409);
    expect((await again(id)).json.error_code).toBe("approval_denied");
    expect(api.posts()).toBe(0);
  });

  test("is carried out once, however many approve it at once", async () => {
    const id = await ask();
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(id, "approve")));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect((await decide(id, "approve")).status).toBe(409);
    expect(api.posts()).toBe(1);
  });

  test("is written down with who asked and who decided", async () => {
    const id = await ask();
    await decide(id, "approve");
    await decide(await ask(), "deny");
    const { items } = await api.service.audit.list(api.tenant.caller.tenantId, { limit: 100 });
    const entries = items.filter(({ action }) => action.startsWith("approval."));
    expect(entries.map(({ action, key_id }) => [action.slice(9), key_id])).toEqual([
      ["asked", api.tenant.caller.keyId],
      ["approved", approverId],
      ["carried_out", approverId],
      ["asked", api.tenant.caller.keyId],
      ["denied", approverId],
    ]);
  });
});

describe("an approval is refused", () => {
  test("to the key that made the call, whatever its scopes", async () => {
    const { key, id: keyId } = await api.newKey({ scopes: ["tools:call", "approvals:grant"] });
    const caller = { ...api.tenant.caller, keyId };
    api.tenant.caller = caller;
    expect((await decide(await ask(), "approve", key)).status).toBe(403);
    api.tenant.caller = { ...caller, session: { id: "s", endUser: "ada" } };
    expect((await decide(await ask(), "approve", key)).status).toBe(403);
    expect(api.posts()).toBe(0);
  });

  test("to every key that a rotation made of the one that made the call, and to its predecessor", async () => {
    const { tenantId } = api.tenant.caller;
    const { tenants, authenticator } = api.service;
    const first = await tenants.createKey(tenantId, { name: "both", scopes: ["approvals:grant"] });
    const overlapSeconds = 3_600;
    const second = await tenants.rotateKey(tenantId, first.record.key_id, { overlapSeconds });
    const third = await tenants.rotateKey(tenantId, second.record.key_id, { overlapSeconds });
    for (const { record } of [first, second, third]) {
      const asking = await authenticator.findCallerOfKey(tenantId, record.key_id);
      api.tenant.caller = { ...api.tenant.caller, ...asking, scopes: api.tenant.caller.scopes };
      const id = await ask();
      const answers = [first, second, third].map(({ key }) => decide(id, "approve", key.reveal()));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(api.posts()).toBe(0);
  });

  test("to a key without the scope, and another tenant learns nothing of it", async () => {
    const id = await ask();
    expect((await decide(id, "approve", api.tenant.apiKey.reveal())).status).toBe(403);
    const other = await api.createTenant("other");
    const { key } = await api.service.tenants.createKey(other.caller.tenantId, {
      name: "approver",
      scopes: ["approvals:grant", "tools:call"],
    });
    const answers = [
      await decide(id, "approve", key.reveal()),
      await read(id, key.reveal()),
      await again(id, MESSAGE, key.reveal()),
      await read(id, other.apiKey.reveal()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(api.posts()).toBe(0);
  });

  test("to another call, altered by one byte", async () => {
    const id = await ask();
    await decide(id, "approve");
    expect((await again(id, { ...MESSAGE, text: `${MESSAGE.text} ` })).status).toBe(409);
    const other = { arguments: { to: "U0ADA", text: "x" }, approval_id: id };
    expect((await api.call("POST", "/api/v1/tools/chatapp_dm", { body: other })).status).toBe(409);
    expect(api.posts()).toBe(1);
  });

  test("when the key was revoked meanwhile", async () => {
    const id = await ask();
    const { tenantId, keyId } = api.tenant.caller;
    await api.service.tenants.revokeKey(tenantId, keyId);
    expect((await decide(id, "approve")).json).toMatchObject({
      status: "failed",
      result: { ok: false, error_code: "authentication", attempts: 0 },
    });
    expect(api.posts()).toBe(0);
  });

  test("when the policy does not allow the tool any more", async () => {
    const id = await ask();
    await api.call("PUT", "/api/v1/policy", { body: { allowed_tools: ["feed_read"] } });
    expect((await decide(id, "approve")).json).toMatchObject({
      status: "failed",
      result: {
        ok: false,
        refusal_reason: `The tenant's policy does not allow ${TOOL}.`,
        error_code: "validation",
        next_step: expect.stringContaining("Ask whoever sets the tenant's policy"),
        attempts: 0,
      },
    });
    expect(api.posts()).toBe(0);
  });

  test("when the credential was revoked meanwhile", async () => {
    const id = await ask();
    await api.call("DELETE", `/api/v1/credentials/${credentialId}`);
    expect((await decide(id, "approve")).json).toMatchObject({
      status: "failed",
      result: { ok: false, error_code: "authentication" },
    });
    expect(api.posts()).toBe(0);
  });
});

test("a process that dies while it carries a call out leaves an unknown outcome, and no second call", async () => {
  const id = await ask();
  const { tenantId } = api.tenant.caller;
  const record = await api.service.approvals.record(tenantId, id);
  const carrying_until = new Date(api.clock.now() + 1_000).toISOString();
  const dead = { status: "carrying_out", carrying_until } as const;
  await changeApproval(api.stores.opened.records, record, dead, seededRandom("dead"));
  expect((await read(id)).json.status).toBe("carrying_out");
  expect((await decide(id, "approve")).status).toBe(409);
  api.clock.advance(1_000);
  expect((await read(id)).json).toMatchObject({ status: "failed", result: { outcome_unknown: true } });
  expect((await decide(id, "approve")).status).toBe(409);
  expect((await again(id)).json).toMatchObject({ ok: false, outcome_unknown: true });
  expect(api.posts()).toBe(0);
});

test("no more calls may wait than a thousand of one tenant, until one is decided", async () => {
  const id = await ask();
  const { tenantId } = api.tenant.caller;
  const record = await api.service.approvals.record(tenantId, id);
  const others = Array.from({ length: 999 }, (_, index) => ({
    ...record,
    id: `ffffffff-ffff-7fff-bfff-${String(index).padStart(12, "0")}`,
  }));
  for (const other of others) await api.stores.opened.records.put(APPROVALS, other);
  const caller = { ...api.tenant.caller, policy: { approval: { [TOOL]: "always" as const } } };
  const refused = await api.service.dispatcher.call(caller, TOOL, MESSAGE, {});
  expect(refused).toMatchObject({ ok: false, error_code: "rate_limit", attempts: 0 });
  await decide(id, "deny");
  await ask();
  expect(api.posts()).toBe(0);
});

describe("the page", () => {
  const page = (id: string, cookie = "", form?: string, headers: Record<string, string> = {}) =>
    api.call(form === undefined ? "GET" : "POST", `/approve/${id}`, {
      key: null,
      headers: {
        ...(cookie === "" ? {} : { cookie }),
        ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(form === undefined ? {} : { raw: form }),
    });
  const signIn = async (id: string, key = approver) => {
    const answer = await page(id, "", `key=${key}`);
    return { answer, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
  };

  test("shows a call to a person who has signed in, and to nobody else", async () => {
    const hostile = "</pre><script>alert(1)</script><img src=x onerror=alert(1)> \u202egnp.exe";
    const id = await ask({ ...MESSAGE, text: hostile });
    const stranger = await page(id);
    expect(stranger.text).not.toContain("third floor");
    expect(stranger.text).not.toContain(TOOL);
    const { answer, cookie } = await signIn(id);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `http://plumbline.test/approve/${id}`,
    ]);
    expect(answer.headers.get("set-cookie")).toMatch(/HttpOnly/);
    expect(cookie).not.toContain(approver);
    const shown = await page(id, cookie);
    expect(shown.text).not.toMatch(/<script|<img|\u202e/);
    expect(shown.text).toContain("&lt;script&gt;alert(1)");
    expect(shown.text).toContain("\\u{202e}gnp.exe");
    expect(shown.headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(api.posts()).toBe(0);
  });

  test("carries a call out by its button, and decides nothing by being opened", async () => {
    const id = await ask();
    const { cookie } = await signIn(id);
    await page(id, cookie);
    expect((await read(id)).json.status).toBe("waiting");
    const sent = await page(id, cookie, "decision=approve");
    // Its form signs the person out.
    expect(sent.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect([sent.status, api.posts()]).toEqual([200, 1]);
    expect(sent.text).toContain("Posted to ");
    expect((await page(id, cookie, "decision=approve")).status).toBe(409);
    expect(api.posts()).toBe(1);
  });

  test("breaks the lines of long texts, names the keys, and says when nobody decided in time", async () => {
    const id = await ask({ ...MESSAGE, text: "first line\nsecond \\n line" });
    const { cookie } = await signIn(id);
    const waiting = (await page(id, cookie)).text;
    expect(waiting).toContain("<dd>first line\nsecond \\n line</dd>");
    expect(waiting).toMatch(/&quot;first line\\n\n +second \\\\n line&quot;/);
    const record = await api.service.approvals.record(api.tenant.caller.tenantId, id);
    const key = await api.service.tenants.findKeyById(api.tenant.caller.tenantId, record.key_id);
    expect(waiting).toContain(`<dd>${key?.name}<small>${record.key_id}</small></dd>`);
    api.clock.advance(24 * 3_600_000);
    expect((await page(id, (await signIn(id)).cookie)).text).toContain("<h1>Expired: nothing was sent</h1>");
    expect(api.posts()).toBe(0);
  });

  test("refuses another site's form, a forged or finished visit, and a key that may not approve", async () => {
    const id = await ask();
    const { cookie } = await signIn(id);
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await page(id, cookie, "decision=approve", foreign)).status).toBe(403);
    expect((await page(id, cookie, "decision=approve", { origin: "https://evil.test" })).status).toBe(403);
    expect((await page(id, `${cookie.slice(0, -2)}AA`, "decision=approve")).status).toBe(403);
    expect((await signIn(id, api.tenant.apiKey.reveal())).answer.status).toBe(403);
    expect((await signIn(id, "plk_none")).answer.status).toBe(403);
    api.clock.advance(30 * 60_000);
    expect((await page(id, cookie, "decision=approve")).status).toBe(403);
    expect(api.posts()).toBe(0);
  });
});

test("a call has a title, and a denial its reason, which the caller reads and nobody else of the store", async () => {
  const id = await ask();
  expect((await read(id)).json.title).toBe(`Post to C0GENERAL: ${MESSAGE.text}`);
  const body = { decision: "deny", because: "Ask the board first" };
  const denied = await api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body });
  expect(denied.json).toMatchObject({ status: "denied", result: { error_code: "approval_denied" } });
  const answer = await again(id);
  expect(answer.json).toMatchObject({
    ok: false,
    error_code: "approval_denied",
    refusal_reason: "A person denied this call: “Ask the board first”. Nothing was sent.",
  });
  expect(api.posts()).toBe(0);
  const approve = { decision: "approve", because: "Fine" };
  const wrong = await api.call("POST", `/api/v1/approvals/${await ask()}`, { key: approver, body: approve });
  expect(wrong.status).toBe(400);
});

describe("an edited call", () => {
  const edit = (id: string, changes: object, key = approver) =>
    api.call("POST", `/api/v1/approvals/${id}`, { key, body: { decision: "edit", changes } });
  const changes = { text: "The board meets at noon." };

  test("waits with its own preview in place of the original, whose caller gets its result", async () => {
    const id = await ask();
    const edited = await edit(id, changes);
    expect(edited.json).toMatchObject({
      status: "waiting",
      title: `Post to C0GENERAL: ${changes.text}`,
      arguments: { ...MESSAGE, ...changes },
    });
    expect(JSON.stringify(edited.json.preview)).toContain(changes.text);
    expect(edited.json.id).not.toBe(id);
    const waits = (await again(id)).json;
    expect(waits).toMatchObject({ error_code: "approval_required", changed_to: edited.json.id });
    expect(waits.refusal_reason).toContain(`the changed call is ${edited.json.id}`);
    const original = await read(id);
    expect(told(original)[1]).toBe("denied");
    expect(original.json.changed_to).toBe(edited.json.id);
    expect(edited.json.changed_to).toBeNull();
    expect(api.posts()).toBe(0);
    const sent = await decide(String(edited.json.id), "approve");
    expect(sent.json).toMatchObject({ status: "approved", result: { ok: true } });
    const title_done = `Posted to C0GENERAL: ${changes.text}`;
    const changed = { title_done, arguments: edited.json.arguments };
    expect((await again(id)).json).toEqual({ ...Object(sent.json.result), changed });
    expect(api.posts()).toBe(1);
  });

  test("leaves the original waiting where it could not be sent, or where its editor may not decide", async () => {
    const id = await ask();
    expect((await edit(id, { channel: 5, nonsense: true })).status).toBe(400);
    expect((await edit(id, {})).status).toBe(400);
    expect((await edit(id, changes, api.tenant.apiKey.reveal())).status).toBe(403);
    expect((await read(id)).json.status).toBe("waiting");
    await decide(id, "deny");
    expect((await edit(id, changes)).status).toBe(409);
    expect(itemsOf(await api.call("GET", "/api/v1/approvals?status=waiting", { key: approver }))).toEqual([]);
  });
});

test("a waiting call shows what its conversation has read, and when the tenant last wrote to its destination", async () => {
  const body = { approval: { [TOOL]: "always" } };
  await api.call("PUT", "/api/v1/policy", { body });
  const headers = { "x-conversation-id": "c-1" };
  const call = (tool: string, args: object) =>
    api.call("POST", `/api/v1/tools/${tool}`, { headers, body: { arguments: args } });
  await call("feed_read", { url: "https://feed.example/rss?token=hidden" });
  const first = String((await call(TOOL, MESSAGE)).json.approval_id);
  expect((await read(first)).json).toMatchObject({
    read_before: ["Read the feed https://feed.example/rss?token=[redacted]"],
    destinations: [{ value: MESSAGE.channel, last_written_at: null }],
  });
  await decide(first, "approve");
  api.clock.advance(60_000);
  const second = String((await call(TOOL, { ...MESSAGE, text: "Again." })).json.approval_id);
  const { destinations } = (await read(second)).json;
  expect(destinations).toMatchObject([{ last_written_at: expect.stringMatching(/^20/) }]);
  expect((await read(await ask({ ...MESSAGE, channel: "C0RANDOM" }))).json).toMatchObject({
    read_before: null,
    destinations: [{ last_written_at: null }],
  });
});
