import { sampleBotToken, sampleUserToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { startApi, startedWithTenants } from "./api-under-test.ts";

const CREDENTIALS = "/api/v1/credentials";
const WORKSPACE = "https://sandbox.chatapp.example/";

const api = startedWithTenants(() =>
  startApi(({ settings }) => ({
    endpoints: { chatapp: { baseUrl: settings.CHATAPP_BASE_URL }, crm: { baseUrl: settings.CRM_BASE_URL } },
  })),
);

async function connect(kind: string, token: string): Promise<string> {
  return String((await api.call("POST", CREDENTIALS, { body: { kind, label: kind, token } })).json.id);
}

const testToken = (id: string) => api.call("POST", `${CREDENTIALS}/${id}/test`);

async function resultOf(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { json } = await api.call("POST", `/api/v1/tools/${tool}`, { body: { arguments: args } });
  expect(json.ok).toBe(true);
  return Object(json.result);
}

const post = (more: Record<string, unknown> = {}) =>
  resultOf("chatapp_post_channel", { channel: "C0GENERAL", text: "hello", ...more });

test("a message has its address once the token was tested, and asks the provider nothing more for it", async () => {
  const id = await connect("chatapp_bot", sampleBotToken);
  expect(await post()).not.toHaveProperty("url");
  await testToken(id);
  api.sandbox.chatapp.clear();
  const { id: ts, url } = await post();
  expect(url).toBe(`${WORKSPACE}archives/C0GENERAL/p${String(ts).replace(".", "")}`);
  const answer = await post({ thread_ts: ts });
  const second = String(answer.id).replace(".", "");
  expect(answer.url).toBe(`${WORKSPACE}archives/C0GENERAL/p${second}?thread_ts=${ts}&cid=C0GENERAL`);
  const direct = await resultOf("chatapp_dm", { to: "ada@example.com", text: "hello" });
  expect(direct.url).toMatch(/^https:\/\/sandbox\.chatapp\.example\/archives\/D\w+\/p\d+$/);
  expect(api.sandbox.chatapp.requests.map(({ path }) => path)).not.toContain("/api/auth.test");
});

test("the account is listed with the connection until its token is replaced", async () => {
  const id = await connect("chatapp_bot", sampleBotToken);
  const account = async () => (await api.call("GET", `${CREDENTIALS}/${id}`)).json.account;
  expect(await account()).toBeNull();
  await testToken(id);
  expect(await account()).toBe("plumbline @ Sandbox");
  const [listed] = Object(await resultOf("connections_list", {})).connections;
  expect(listed).toMatchObject({ id, account: "plumbline @ Sandbox" });
  await api.call("PATCH", `${CREDENTIALS}/${id}`, { body: { label: "renamed" } });
  expect(await account()).toBe("plumbline @ Sandbox");
  await api.call("PATCH", `${CREDENTIALS}/${id}`, { body: { token: sampleUserToken } });
  expect(await account()).toBeNull();
  expect(await post()).not.toHaveProperty("url");
});

test.each([
  "http://sandbox.chatapp.example/",
  "https://user@sandbox.example/",
  "javascript:alert(1)",
  "no URL",
  7,
])("a workspace's address that is no plain https URL is not used: %s", async (url) => {
  const id = await connect("chatapp_bot", sampleBotToken);
  api.sandbox.chatapp.script("", json({ ok: true, user: "u", team: "t", url }));
  expect((await testToken(id)).json).toMatchObject({ ok: true, account: "u @ t" });
  expect(await post()).not.toHaveProperty("url");
});

test("a contact has the address of its record once the token was tested", async () => {
  const id = await connect("crm", sampleCrmToken);
  const upsert = async () => {
    const { saved } = await resultOf("crm_upsert_contact", {
      contacts: [{ email: "ada@example.com", properties: { firstname: "Ada" } }],
    });
    return Object(saved)[0];
  };
  expect(await upsert()).not.toHaveProperty("url");
  await testToken(id);
  const contact = await upsert();
  expect(contact?.url).toBe(`https://crm.sandbox.example/contacts/4200042/record/0-1/${contact?.id}`);
});
