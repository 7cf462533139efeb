import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { sampleBotToken, sampleUserToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startApi, startedWithTenants } from "./api-under-test.ts";

const TOOL = "chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The board meets on the third floor." };
const NEW_TOKEN = "xoxb-sandbox-renewed";
const HOUR_S = 3_600;

const api = startedWithTenants(startApi);
let approver: string;
let credential: string;

beforeEach(async () => {
  const { workspace } = api.sandbox.chatapp;
  const holder = workspace.tokens.get(sampleBotToken);
  if (holder) workspace.tokens.set(NEW_TOKEN, { ...holder });
  credential = await connect(sampleBotToken);
  ({ key: approver } = await api.newKey({ scopes: ["approvals:grant"] }));
  await api.setPolicy({ approval: { [TOOL]: "always" } });
});

const connect = (token: string) => api.addCredential({ kind: "chatapp_bot", label: "team", token });
const change = (body: object, id = credential) =>
  api.call("PATCH", `/api/v1/credentials/${id}`, { body }).then(({ status }) => expect(status).toBe(200));
const testAccount = (id = credential) => api.call("POST", `/api/v1/credentials/${id}/test`);
const revoke = () => api.call("DELETE", `/api/v1/credentials/${credential}`);

async function ask(headers: Record<string, string> = {}, key = api.tenant.apiKey.reveal()): Promise<string> {
  const { json } = await api.callTool(TOOL, MESSAGE, { headers, key });
  expect(json).toMatchObject({ error_code: "approval_required" });
  return String(json.approval_id);
}

const decide = (id: string, body: object = { decision: "approve" }) =>
  api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body });
const approve = async (id: string) => (await decide(id)).json as { status: string; result: DispatchFailure };

/** Returns the token of the only post. */
function tokenOfPost(): string | undefined {
  const posts = api.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage"));
  expect(posts).toHaveLength(1);
  return String(posts[0]?.headers.authorization).replace("Bearer ", "");
}

describe("an approved call is sent with the current token of its account", () => {
  test("which a person has stored, and nobody has tested", async () => {
    await testAccount();
    const id = await ask();
    await change({ token: NEW_TOKEN });
    expect(await approve(id)).toMatchObject({ status: "approved" });
    expect(tokenOfPost()).toBe(NEW_TOKEN);
  });

  test("which was first tested after the call was made", async () => {
    const id = await ask();
    await testAccount();
    expect(await approve(id)).toMatchObject({ status: "approved" });
  });

  test("which has another label by now", async () => {
    const id = await ask();
    await change({ label: "another team" });
    expect(await approve(id)).toMatchObject({
      status: "approved",
      result: { credential: { label: "another team" } },
    });
  });

  test("which was disconnected and connected again", async () => {
    await testAccount();
    const [id, edited] = [await ask(), await ask({ "x-conversation-id": "edited" })];
    await revoke();
    credential = await connect(NEW_TOKEN);
    expect(await approve(id)).toMatchObject({
      status: "approved",
      result: { credential: { id: credential } },
    });
    expect(tokenOfPost()).toBe(NEW_TOKEN);
    const changed = await decide(edited, { decision: "edit", changes: { text: "At noon." } });
    expect(changed.json).toMatchObject({ status: "waiting", credential: { id: credential } });
  });
});

describe("an approved call is not sent, and says what to do, if its account", () => {
  const OTHER = /^"team" belongs to another account now than when this call was made\. Nothing was sent\.$/;
  const GONE = /^The account "team" was disconnected after this call was made\. Nothing was sent\.$/;

  const expectUnsent = (ended: { status: string; result: DispatchFailure }, reason: RegExp) => {
    expect(ended).toMatchObject({
      status: "failed",
      result: {
        error_code: "authentication",
        refusal_reason: expect.stringMatching(reason),
        next_step: expect.stringMatching(/^Make the call again/),
      },
    });
    expect(api.posts()).toBe(0);
  };

  test("has the token of another account", async () => {
    await testAccount();
    const id = await ask();
    await change({ token: sampleUserToken });
    expectUnsent(await approve(id), OTHER);
  });

  test("was disconnected, and another account has its label", async () => {
    await testAccount();
    const id = await ask();
    await revoke();
    await connect(sampleUserToken);
    expectUnsent(await approve(id), GONE);
  });

  test("was disconnected, or was never known to be the one with its label", async () => {
    const [id, other] = [await ask(), await ask()];
    await revoke();
    expectUnsent(await approve(id), GONE);
    await connect(NEW_TOKEN);
    expectUnsent(await approve(other), GONE);
  });

  test("has a new token that the provider refuses", async () => {
    await testAccount();
    const id = await ask();
    await change({ token: "xoxb-unknown" });
    const { status, result } = await approve(id);
    expect([status, result.error_code]).toEqual(["failed", "authentication"]);
    expect(result.next_step).toMatch(/credential update/);
    expect(api.posts()).toBe(0);
  });
});

describe("a call whose key was rotated", () => {
  const newKey = () => api.newKey({ scopes: ["tools:call"] });
  const rotate = async (id: string, overlapSeconds: number) => {
    const { tenantId } = api.tenant.caller;
    return (await api.service.tenants.rotateKey(tenantId, id, { overlapSeconds })).key.reveal();
  };

  test("is sent with its successor once it has expired, which may read the result", async () => {
    const { key, id: keyId } = await newKey();
    const id = await ask({}, key);
    const successor = await rotate(keyId, HOUR_S);
    api.clock.advance(2 * HOUR_S * 1000);
    expect(await approve(id)).toMatchObject({ status: "approved" });
    const read = await api.call("GET", `/api/v1/approvals/${id}`, { key: successor });
    expect(read.json).toMatchObject({ status: "approved", result: { ok: true } });
  });

  test("is not sent if it was revoked at once, because somebody else may have had it", async () => {
    const { key, id: keyId } = await newKey();
    const id = await ask({}, key);
    await rotate(keyId, 0);
    expect(await approve(id)).toMatchObject({
      status: "failed",
      result: { refusal_reason: /revoked/, next_step: "Make the call again with a valid key." },
    });
    expect(api.posts()).toBe(0);
  });
});

describe("a call whose conversation is over", () => {
  test("was denied when it was erased", async () => {
    const id = await ask({ "x-conversation-id": "erased" });
    expect((await api.call("DELETE", "/api/v1/conversations/erased")).status).toBe(204);
    expect((await decide(id)).status).toBe(409);
    expect((await api.call("GET", `/api/v1/approvals/${id}`)).json).toMatchObject({ status: "denied" });
  });

  test("has expired with it, and says to make it again", async () => {
    const id = await ask({ "x-conversation-id": "over" });
    api.clock.advance(49 * HOUR_S * 1000);
    const late = await decide(id);
    expect([late.status, late.json.detail]).toEqual([
      409,
      "This call has expired: nobody approved it within 24 hours. Make it again if it is still needed.",
    ]);
  });
});
