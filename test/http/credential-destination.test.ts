import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { storeMetadataUnchecked } from "../support/stored-earlier.ts";
import { type Answer, itemsOf, startApi } from "./api-under-test.ts";

const CREDENTIALS = "/api/v1/credentials";

/** Each test has a tenant of its own. */
let key: string;
let tenantId: string;

const api = startedForFile(startApi);

beforeEach(async () => {
  const tenant = await api.createTenant("one test");
  key = tenant.apiKey.reveal();
  tenantId = tenant.caller.tenantId;
});

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  api.call(method, path, { key, body });

async function create(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { status, json } = await call("POST", CREDENTIALS, { label: "one", token: "t-1", ...fields });
  expect(status, JSON.stringify(json)).toBe(201);
  return json;
}

const change = (id: unknown, body: unknown) => call("PATCH", `${CREDENTIALS}/${id}`, body);

/** Stores metadata as a version before origins did. */
async function storedByEarlierVersion(metadata: Record<string, unknown>): Promise<string> {
  const { id } = await create({ kind: "generic_api_key" });
  await storeMetadataUnchecked(api, tenantId, String(id), metadata);
  return String(id);
}

const MAIL = { username: "ada@example.com", imap_host: "imap.example.com", smtp_host: "smtp.example.com" };

describe("metadata that decides where a token goes", () => {
  const hook = { kind: "generic_api_key", metadata: { allowed_hosts: ["hooks.example.com"] } };
  const mail = { kind: "generic_api_key", metadata: MAIL };

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ["another host added", hook, { allowed_hosts: ["hooks.example.com", "evil.example"] }, ["allowed_hosts"]],
    ["another scheme", hook, { allowed_hosts: ["http://hooks.example.com"] }, ["allowed_hosts"]],
    ["another port", hook, { allowed_hosts: ["hooks.example.com:8443"] }, ["allowed_hosts"]],
    ["the hosts taken away", hook, {}, ["allowed_hosts"]],
    ["hosts where there were none", { kind: "generic_api_key" }, hook.metadata, ["allowed_hosts"]],
    [
      "a mail password made a webhook's key",
      mail,
      hook.metadata,
      ["allowed_hosts", "smtp_host", "imap_host", "username"],
    ],
    ["another SMTP host", mail, { ...MAIL, smtp_host: "smtp.evil.example" }, ["smtp_host"]],
    ["another IMAP host", mail, { ...MAIL, imap_host: "imap.evil.example" }, ["imap_host"]],
    ["another SMTP port", mail, { ...MAIL, smtp_port: 2525 }, ["smtp_port"]],
    ["another IMAP port", mail, { ...MAIL, imap_port: 1143 }, ["imap_port"]],
    ["no TLS from the first byte", mail, { ...MAIL, smtp_ssl: false }, ["smtp_ssl"]],
    ["another user", mail, { ...MAIL, username: "eve@example.com" }, ["username"]],
    ["a mailbox's user added", { kind: "mail_oauth_b" }, { username: "ada@example.com" }, ["username"]],
    [
      "a mailbox's user taken away",
      { kind: "mail_oauth_a", metadata: { username: "ada@example.com" } },
      { calendar_id: "team" },
      ["username"],
    ],
    ["another form of authorization", { kind: "tracker" }, { auth_form: "bearer" }, ["auth_form"]],
    [
      "another author",
      { kind: "network", metadata: { urn: "urn:li:person:a" } },
      { urn: "urn:li:organization:1" },
      ["urn"],
    ],
  ])("%s needs the token again", async (_what, stored, metadata, keys) => {
    const made = await create(stored);
    const refused = await change(made.id, { metadata });
    expect([refused.status, refused.json.error_code]).toEqual([409, "conflict"]);
    expect(refused.json.detail).toContain("include the token");
    for (const named of keys) expect(refused.json.detail).toContain(`metadata.${named}`);
    expect((await call("GET", `${CREDENTIALS}/${made.id}`)).json).toEqual(made);
    // A refresh token is not the token.
    expect((await change(made.id, { metadata, refresh_token: "r-2" })).status).toBe(409);
    const stated = await change(made.id, { metadata, token: "t-2" });
    expect([stated.status, Object.keys(stated.json.metadata as object)]).toEqual([
      200,
      expect.arrayContaining(Object.keys(metadata)),
    ]);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["the same hosts", hook, { allowed_hosts: ["https://HOOKS.example.com:443/"] }],
    [
      "the same hosts in another order",
      { kind: "generic_api_key", metadata: { allowed_hosts: ["a.example", "b.example"] } },
      { allowed_hosts: ["b.example", "a.example", "https://a.example"] },
    ],
    ["defaults written out", mail, { ...MAIL, smtp_port: 465, smtp_ssl: true, imap_port: 993 }],
    ["a host name in other letters", mail, { ...MAIL, smtp_host: "SMTP.Example.com" }],
    ["another sender", mail, { ...MAIL, from_address: "desk@example.com" }],
    ["another calendar", { kind: "mail_oauth_a" }, { calendar_id: "team@example.com" }],
  ])("%s does not need it", async (_what, stored, metadata) => {
    const { id } = await create(stored);
    expect((await change(id, { metadata })).status).toBe(200);
  });

  test("takes an old refresh token away, but for one that comes with it", async () => {
    const { id } = await create({ kind: "mail_oauth_b", refresh_token: "r-1" });
    const cipher = async () =>
      (await api.credentialStore.get(tenantId, String(id)))?.refresh_token_cipher !== undefined;
    await change(id, { token: "t-2" });
    expect(await cipher()).toBe(true);
    await change(id, { token: "t-3", metadata: { username: "ada@example.com" } });
    expect(await cipher()).toBe(false);
    await change(id, { token: "t-4", refresh_token: "r-4", metadata: { username: "eve@example.com" } });
    expect(await cipher()).toBe(true);
  });
});

describe("an entry of allowed_hosts", () => {
  test.each([
    ["hooks.example.com", "https://hooks.example.com"],
    ["hooks.example.com:8443", "https://hooks.example.com:8443"],
    ["hooks.example.com:443", "https://hooks.example.com"],
    ["hooks.example.com:80", "https://hooks.example.com:80"],
    ["http://hooks.example.com", "http://hooks.example.com"],
    ["http://hooks.example.com:80", "http://hooks.example.com"],
    ["http://hooks.example.com:443", "http://hooks.example.com:443"],
    [" HTTPS://Hooks.Example.COM/ ", "https://hooks.example.com"],
    ["bücher.example", "https://xn--bcher-kva.example"],
    ["BÜCHER.example:8443", "https://xn--bcher-kva.example:8443"],
    ["[2606:4700::1111]", "https://[2606:4700::1111]"],
    ["0x5db8d822", "https://93.184.216.34"],
    ["my_hooks.example.com", "https://my_hooks.example.com"],
  ])("%j is stored as %s", async (entry, origin) => {
    const { metadata } = await create({ kind: "generic_api_key", metadata: { allowed_hosts: [entry] } });
    expect(metadata).toEqual({ allowed_hosts: [origin] });
  });

  test.each([
    "https://hooks.example.com/in",
    "hooks.example.com/in",
    "https://hooks.example.com?x=1",
    "hooks.example.com#in",
    "https://ada@hooks.example.com",
    "ada:pw@hooks.example.com",
    "*",
    "*.example.com",
    "https://*.example.com",
    "a.example,b.example",
    "hooks..example.com",
    "hooks.example.com\\in",
    "hooks.example.com:0",
    "hooks.example.com:70000",
    "hooks.example.com:https",
    "ftp://hooks.example.com",
    "https:hooks.example.com",
    "file:///etc/passwd",
    "https://",
    "//hooks.example.com",
    "2606:4700::1111",
    "two words.example",
    `${"a".repeat(64)}.example`,
    "",
    " ",
  ])("%j is refused", async (entry) => {
    const metadata = { allowed_hosts: ["hooks.example.com", entry] };
    const { status, json } = await call("POST", CREDENTIALS, {
      kind: "generic_api_key",
      label: "one",
      token: "t-1",
      metadata,
    });
    expect(status).toBe(400);
    expect(json.errors).toContainEqual({ path: "metadata.allowed_hosts.1", message: expect.any(String) });
  });
});

describe("metadata that makes no sense", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["a mail host without its user", { imap_host: "imap.example.com" }, "metadata.username"],
    ["port 465 without TLS", { ...MAIL, smtp_port: 465, smtp_ssl: false }, "metadata.smtp_ssl"],
    ["port 993 without TLS", { ...MAIL, imap_port: 993, imap_ssl: false }, "metadata.imap_ssl"],
    ["a mail password for webhooks", { ...MAIL, allowed_hosts: ["a.example"] }, "metadata.allowed_hosts"],
    [
      "a mailbox's user for webhooks",
      { username: "ada", allowed_hosts: ["a.example"] },
      "metadata.allowed_hosts",
    ],
    ["an SMTP port without its host", { smtp_port: 587 }, "metadata.smtp_port"],
    [
      "an IMAP port without its host",
      { ...MAIL, imap_host: undefined, imap_port: 143 },
      "metadata.imap_port",
    ],
    ["TLS without a host", { imap_ssl: true }, "metadata.imap_ssl"],
  ])("%s is refused when it is stored, and when it is changed", async (_what, metadata, path) => {
    const body = { kind: "generic_api_key", label: "wrong", token: "t-1", metadata };
    const issue = { path, message: expect.any(String) };
    const refused = await call("POST", CREDENTIALS, body);
    expect([refused.status, refused.json.errors]).toEqual([400, [issue]]);
    const { id } = await create({ kind: "generic_api_key", metadata: MAIL });
    const changed = await change(id, { metadata, token: "t-2" });
    expect([changed.status, changed.json.errors]).toEqual([400, [issue]]);
  });

  test("is warned of where an earlier version stored it", async () => {
    const id = await storedByEarlierVersion({
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_ssl: false,
    });
    const { json } = await call("GET", `${CREDENTIALS}/${id}`);
    expect(json.usable_for).toEqual([]);
    expect(json.warnings).toEqual([
      expect.stringMatching(/^metadata\.smtp_ssl must be true/),
      expect.stringMatching(/^metadata\.username is required/),
      expect.stringContaining("email_send needs metadata.username"),
    ]);
  });
});

describe("usable_for", () => {
  const READ = ["email_get", "email_search", "email_watch_inbox"];
  const SEND = ["email_reply", "email_send"];
  test.each<[string, Record<string, unknown>, string[]]>([
    ["a chat app's token", { kind: "chatapp_bot" }, ["chatapp_dm", "chatapp_post_channel"]],
    ["a calendar", { kind: "mail_oauth_a" }, ["calendar_create_event", "calendar_list_events"]],
    [
      "a mailbox and its calendar",
      { kind: "mail_oauth_a", metadata: { username: "ada@example.com" } },
      ["calendar_create_event", "calendar_list_events", ...SEND, ...READ],
    ],
    ["a mail password", { kind: "generic_api_key", metadata: MAIL }, [...SEND, ...READ]],
    [
      "a password for reading",
      { kind: "generic_api_key", metadata: { username: "ada", imap_host: "imap.example.com" } },
      READ,
    ],
    [
      "a webhook's key",
      { kind: "generic_api_key", metadata: { allowed_hosts: ["a.example"] } },
      ["http_post_json"],
    ],
  ])("of %s names its tools in every answer", async (_what, fields, tools) => {
    const made = await create(fields);
    const { json: changed } = await change(made.id, { label: "two" });
    const { json: read } = await call("GET", `${CREDENTIALS}/${made.id}`);
    const usable_for = expect.toSatisfy(
      (named: string[]) => `${[...named].sort()}` === `${[...tools].sort()}`,
    );
    for (const view of [made, changed, read, ...itemsOf(await call("GET", CREDENTIALS))])
      expect(view).toMatchObject({ usable_for, warnings: [] });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a mailbox without its user", { kind: "mail_oauth_b" }, "email_send needs metadata.username"],
    ["a key for nothing", { kind: "generic_api_key" }, "http_post_json needs metadata.allowed_hosts"],
  ])("of %s is empty, with a warning", async (_what, fields, warning) => {
    const { usable_for, warnings } = await create(fields);
    expect([usable_for, warnings]).toEqual([[], [expect.stringContaining(warning)]]);
  });

  test("is empty of a revoked credential", async () => {
    const { id } = await create({ kind: "crm" });
    expect((await call("DELETE", `${CREDENTIALS}/${id}`)).json).toMatchObject({
      usable_for: [],
      warnings: [],
    });
  });
});
