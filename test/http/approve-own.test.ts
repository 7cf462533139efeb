import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, itemsOf, startApi, startedWithTenants } from "./api-under-test.ts";

const TOOL = "chatapp_post_channel";
const ALWAYS = { approval: { [TOOL]: "always" } };

/** Sends a request as somebody. */
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

let ownKey: string;

const api = startedWithTenants(startApi);

beforeEach(async () => {
  ownKey = api.tenant.apiKey.reveal();
  await api.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
  await api.setPolicy(ALWAYS);
});

const withKey =
  (key: string): Ask =>
  (method, path, body) =>
    api.call(method, path, { key, body });

/** Signs in to the console with a key, and asks as its page does. */
async function atConsole(key: string): Promise<Ask> {
  const page = { "x-plumbline-console": "1", "sec-fetch-site": "same-origin" };
  const signedIn = await api.call("POST", "/api/v1/visit", {
    key: null,
    body: { api_key: key },
    headers: page,
  });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const headers = { ...page, cookie, "x-plumbline-console": String(signedIn.json.page_secret) };
  return (method, path, body) => api.call(method, path, { key: null, body, headers });
}

const newKey = async (scopes: string[]) => (await api.newKey({ scopes })).key;

/** Makes a call that waits, and returns its approval's id. */
async function begin(ask: Ask): Promise<string> {
  const { json } = await ask("POST", `/api/v1/tools/${TOOL}`, {
    arguments: { channel: "C0GENERAL", text: "Hello" },
  });
  expect(json.error_code).toBe("approval_required");
  return String(json.approval_id);
}

const decide = async (ask: Ask, id: string, decision = "approve") => {
  const { status, json } = await ask("POST", `/api/v1/approvals/${id}`, { decision });
  return [status, json.error_code ?? json.status];
};
const idsShown = async (ask: Ask) =>
  itemsOf(await ask("GET", "/api/v1/approvals")).map(({ id }) => String(id));

describe("a person at the console whose key has no approvals:grant", () => {
  test("sees, approves and denies the calls that they began there", async () => {
    const person = await atConsole(ownKey);
    const [one, other] = [await begin(person), await begin(person)];
    expect((await idsShown(person)).toSorted()).toEqual([one, other].toSorted());
    expect(await decide(person, one)).toEqual([200, "approved"]);
    expect(await decide(person, other, "deny")).toEqual([200, "denied"]);
    expect(api.posts()).toBe(1);
  });

  test("approves nothing that a program began with the same key, though its holder signs in", async () => {
    const [person, id] = [await atConsole(ownKey), await begin(withKey(ownKey))];
    expect(await idsShown(person)).toEqual([id]);
    expect(await decide(person, id)).toEqual([403, "forbidden"]);
    expect(await decide(withKey(await newKey(["approvals:grant"])), id)).toEqual([200, "approved"]);
  });

  test("approves what they changed of a call that they began", async () => {
    const person = await atConsole(ownKey);
    const path = `/api/v1/approvals/${await begin(person)}`;
    const changed = await person("POST", path, { decision: "edit", changes: { text: "Hello, all" } });
    expect(await decide(person, String(changed.json.id))).toEqual([200, "approved"]);
  });

  test("decides about nobody else's call, nor about that of an end user, and sees none of them", async () => {
    const [other, caller] = [await newKey(["tools:call"]), await newKey(["tools:call", "sessions:create"])];
    const session = await withKey(caller)("POST", "/api/v1/sessions", { ttl_seconds: 600 });
    const ofOther = await begin(withKey(other));
    const ofEndUser = await begin(withKey(String(session.json.session_token)));
    const person = await atConsole(caller);
    expect(await idsShown(person)).toEqual([]);
    expect(await decide(person, ofOther)).toEqual([404, "not_found"]);
    expect(await decide(person, ofEndUser)).toEqual([403, "forbidden"]);
    expect(api.posts()).toBe(0);
  });

  test("approves nothing of their own where the policy says approve_own: false", async () => {
    await api.setPolicy({ ...ALWAYS, approve_own: false });
    const person = await atConsole(ownKey);
    const id = await begin(person);
    expect(await decide(person, id)).toEqual([403, "forbidden"]);
    expect(await decide(withKey(await newKey(["approvals:grant"])), id)).toEqual([200, "approved"]);
    expect(api.posts()).toBe(1);
  });

  test("approves nothing with a key for agents, not even what was called at the console", async () => {
    const agent = await atConsole(await newKey(["tools:call"]));
    const id = await begin(agent);
    expect(await idsShown(agent)).toEqual([id]);
    expect(await decide(agent, id)).toEqual([403, "forbidden"]);
    expect(api.posts()).toBe(0);
  });

  test("approves with the key that replaced the one that began it", async () => {
    const id = await begin(await atConsole(ownKey));
    const { tenantId } = api.tenant.caller;
    const { keyId } = await api.service.authenticator.authenticate(`Bearer ${ownKey}`);
    const rotated = await api.call("POST", `/api/v1/tenants/${tenantId}/keys/${keyId}/rotate`, {
      key: api.operatorKey,
      body: { overlap_seconds: 3_600 },
    });
    const person = await atConsole(String(rotated.json.api_key));
    expect(await decide(person, id)).toEqual([200, "approved"]);
  });
});

describe("a key, which a program holds,", () => {
  test.each([["its own"], ["another's"]])("approves %s call never without approvals:grant", async (whose) => {
    const id = await begin(withKey(whose === "its own" ? ownKey : await newKey(["tools:call"])));
    expect(await decide(withKey(ownKey), id)).toEqual([403, "forbidden"]);
    expect((await withKey(ownKey)("GET", "/api/v1/approvals")).status).toBe(403);
    expect(api.posts()).toBe(0);
  });

  test("approves its own call not even with approvals:grant, and its person at the console does", async () => {
    const key = await newKey(["tools:call", "approvals:grant"]);
    const id = await begin(withKey(key));
    expect(await decide(withKey(key), id)).toEqual([403, "forbidden"]);
    expect(await decide(await atConsole(key), id)).toEqual([200, "approved"]);
  });
});
