import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import {
  sampleCrmToken,
  sampleExpiredCrmToken,
  sampleReadingCrmToken,
} from "@plumbline/sandbox/crm/sample-portal.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startApi, startedWithTenants } from "./api-under-test.ts";

let approver: string;

const api = startedWithTenants(() =>
  startApi(({ settings, feeds }) => ({
    egressAllow: `127.0.0.1:${feeds.port}`,
    endpoints: { chatapp: { baseUrl: settings.CHATAPP_BASE_URL }, crm: { baseUrl: settings.CRM_BASE_URL } },
  })),
);

beforeEach(async () => {
  api.sandbox.crm.portal.contacts.length = 0;
  approver = (await api.newKey({ scopes: ["approvals:grant"] })).key;
  const approval = Object.fromEntries(
    ["crm_upsert_contact", "watch_stop", "chatapp_post_channel"].map((tool) => [tool, "always"]),
  );
  await api.setPolicy({ approval });
});

const connect = (kind: string, token: string) => api.addCredential({ kind, label: kind, token });

async function beginWatch(): Promise<unknown> {
  const body = { type: "feed", url: `${api.sandbox.feeds.url}/rss.xml`, interval_minutes: 15 };
  const { status, json } = await api.call("POST", "/api/v1/watches", { body });
  expect(status).toBe(201);
  return json.id;
}

/** Makes a call that waits, and returns its approval. */
async function ask(tool: string, args: object): Promise<Record<string, unknown>> {
  const { json } = await api.call("POST", `/api/v1/tools/${tool}`, { body: { arguments: args } });
  expect(json).toMatchObject({ error_code: "approval_required" });
  return (await api.call("GET", `/api/v1/approvals/${json.approval_id}`, { key: approver })).json;
}

describe("what a waiting call changes", () => {
  const contacts = [
    { email: "ada@example.com", properties: { phone: "2", company: null, city: "London" } },
    { email: "grace@example.com", properties: { firstname: "Grace" } },
  ];

  test("is read from the provider: each field before and after", async () => {
    await connect("crm", sampleCrmToken);
    api.sandbox.crm.portal.upsert("ada@example.com", { phone: "1", company: "Engines", city: "London" });
    const { changes } = await ask("crm_upsert_contact", { contacts });
    expect(changes).toEqual({
      unread_because: null,
      changes: [
        {
          thing: "ada@example.com",
          effect: "changed",
          fields: [
            { name: "phone", before: "1", after: "2" },
            { name: "company", before: "Engines", after: null },
          ],
        },
        {
          thing: "grace@example.com",
          effect: "created",
          fields: [{ name: "firstname", before: null, after: "Grace" }],
        },
      ],
    });
    expect(api.sandbox.crm.portal.contacts).toHaveLength(1);
    expect(api.sandbox.crm.requests.map(({ path }) => path)).toEqual(["/crm/v3/objects/contacts/batch/read"]);
  });

  test("finds a contact by another of its addresses, and shows no secret that is stored there", async () => {
    await connect("crm", sampleCrmToken);
    const phone = `call ${sampleCrmToken}`;
    api.sandbox.crm.portal.upsert("ada@work.example", { hs_additional_emails: "ada@example.com", phone });
    const { changes } = await ask("crm_upsert_contact", { contacts: contacts.slice(0, 1) });
    expect(changes).toMatchObject({
      changes: [
        { effect: "changed", fields: [{ name: "phone", before: "call [redacted]" }, { name: "city" }] },
      ],
    });
  });

  test("says why it could not be read", async () => {
    await connect("crm", sampleExpiredCrmToken);
    const { changes } = await ask("crm_upsert_contact", { contacts });
    expect(changes).toEqual({ changes: [], unread_because: expect.stringContaining("expired") });
  });

  test("is read with a token that may only read", async () => {
    await connect("crm", sampleReadingCrmToken);
    const { changes } = await ask("crm_upsert_contact", { contacts });
    expect(changes).toMatchObject({ changes: [{ effect: "created" }, { effect: "created" }] });
  });

  test("names a watch that would be ended", async () => {
    const { changes } = await ask("watch_stop", { watch_id: await beginWatch() });
    expect(changes).toMatchObject({
      changes: [
        {
          thing: `feed ${api.sandbox.feeds.url}/rss.xml`,
          effect: "removed",
          fields: expect.arrayContaining([{ name: "interval_minutes", before: "15", after: null }]),
        },
      ],
    });
  });
});

describe("the texts of a waiting call", () => {
  beforeEach(() => connect("chatapp_bot", sampleBotToken));
  const post = (args: object) => ask("chatapp_post_channel", { channel: "#general", ...args });

  test("are shown as their reader will see them", async () => {
    const markdown = "# Build\n\nIt is **green**.";
    expect(await post({ text: markdown })).toMatchObject({
      texts: [{ argument: "text", form: "markdown", text: markdown }],
      editable: ["channel", "text"],
      changes: null,
    });
    const text = "*Build* is ~red~ green\n<https://ci.example/7|number 7>, `*not bold*`";
    expect((await post({ text, format: "mrkdwn" })).texts).toEqual([
      {
        argument: "text",
        form: "markdown",
        text: "**Build** is ~~red~~ green  \n[number 7](https://ci.example/7), `*not bold*`",
      },
    ]);
    expect((await post({ text, format: "plain" })).texts).toEqual([]);
  });

  test.each([
    ["# Build\n\nIt is **green**: [log](https://ci.example/7), ![chart](https://ci.example/8)", undefined],
    ["*Build*\n~It~ is green: <https://ci.example/7|log>, chart", "mrkdwn"],
  ])("are one line without marks in its title: %j", async (text, format) => {
    const { title } = await post({ text, ...(format && { format }) });
    expect(title).toBe("Post to #general: Build It is green: log, chart");
  });

  test.each([
    ["- one\n- [x] two\n  3. inner", "• one • two 3. inner"],
    ["> quoted\n\n---\n\n```\ncode\n```", "quoted code"],
    ["| a | b |\n|---|---|\n| 1 | **2** |", "a b 1 2"],
    ["a &amp; b <b>c</b> \\*d\\*", "a & b <b>c</b> *d*"],
  ])("show their blocks in its title: %j", async (text, line) => {
    expect((await post({ text })).title).toBe(`Post to #general: ${line}`);
  });

  test("are as written in the title of a plain message", async () => {
    expect((await post({ text: "*Build*", format: "plain" })).title).toBe("Post to #general: *Build*");
  });

  test("can be edited; the account cannot", async () => {
    const { id } = await post({ text: "The board meets." });
    const edit = (changes: object) =>
      api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision: "edit", changes } });
    for (const changes of [{ thread_ts: "1.2" }, { credential_id: "x" }, { text: "a", thread_ts: "1.2" }]) {
      const { status, json } = await edit(changes);
      expect([status, json.detail]).toEqual([400, expect.stringContaining("its account and the rest stay")]);
    }
    const before = await api.call("GET", `/api/v1/approvals/${id}`, { key: approver });
    const { json: edited } = await edit({ text: "It meets at noon." });
    expect(edited.status).toBe("waiting");
    expect(edited.reason).toMatch(/^a key changed this call\. ./);
    expect(edited.reason).toContain(before.json.reason);
  });
});

describe("the destination of a waiting call", () => {
  beforeEach(() => connect("chatapp_bot", sampleBotToken));
  const edit = (id: unknown, changes: object) =>
    api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision: "edit", changes } });
  const decide = (id: unknown) =>
    api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision: "approve" } });
  const channels = () => api.sandbox.chatapp.workspace.messages.map(({ channel }) => channel);

  test("can be edited: the call waits for the new one, and is sent there alone", async () => {
    const { id } = await ask("chatapp_post_channel", { channel: "C0GENERAL", text: "Hello." });
    const { json: edited } = await edit(id, { channel: "C0RANDOM" });
    expect(edited).toMatchObject({
      status: "waiting",
      destinations: [{ kind: "channel", value: "C0RANDOM" }],
      arguments: { channel: "C0RANDOM", text: "Hello." },
    });
    expect(edited.reason).toMatch(/^a key changed where this call goes\. The original waited /);
    expect(JSON.stringify(edited.preview)).not.toContain("C0GENERAL");
    expect((await decide(id)).status).toBe(409);
    expect((await decide(edited.id)).json).toMatchObject({ status: "approved", result: { ok: true } });
    expect(channels()).toEqual(["C0RANDOM"]);
  });

  test("stays if the policy forbids the new one, and so does the call", async () => {
    const { id } = await ask("chatapp_post_channel", { channel: "C0GENERAL", text: "Hello." });
    await api.setPolicy({ allowed_destinations: ["C0GENERAL"], only_allowed_destinations: true });
    const { status, json } = await edit(id, { channel: "C0RANDOM" });
    expect([status, json.detail]).toEqual([400, expect.stringContaining("C0RANDOM")]);
    expect((await api.call("GET", `/api/v1/approvals/${id}`, { key: approver })).json.status).toBe("waiting");
    expect(channels()).toEqual([]);
  });
});

describe("the page of a waiting call", () => {
  let cookie: string;
  const send = (id: unknown, form: Record<string, string>) =>
    api.fetch(
      new Request(`http://plumbline.test/approve/${id}`, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          origin: "http://plumbline.test",
          cookie,
        },
        body: new URLSearchParams(form).toString(),
      }),
    );
  const open = async (id: unknown) => {
    const request = new Request(`http://plumbline.test/approve/${id}`, { headers: { cookie } });
    return (await api.fetch(request)).text();
  };

  beforeEach(async () => {
    cookie = "";
    const { id } = await ask("watch_stop", { watch_id: await beginWatch() });
    const signedIn = await send(id, { key: approver });
    cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  });

  test("shows rendered text, its source, and what changes", async () => {
    await connect("chatapp_bot", sampleBotToken);
    const text = "**Green** [here](https://ci.example/7) <b>x</b>";
    const shown = await open((await ask("chatapp_post_channel", { channel: "#general", text })).id);
    expect(shown).toContain("<strong>Green</strong>");
    expect(shown).toContain(
      '<a href="https://ci.example/7" rel="noreferrer noopener" target="_blank">here</a>',
    );
    expect(shown).toContain("(ci.example)");
    expect(shown).not.toContain("<b>x</b>");
    expect(shown).toContain("**Green** [here](https://ci.example/7) &lt;b&gt;x&lt;/b&gt;");

    await connect("crm", sampleCrmToken);
    api.sandbox.crm.portal.upsert("ada@example.com", { phone: "<1>" });
    const contacts = [{ email: "ada@example.com", properties: { phone: "2" } }];
    const changed = await open((await ask("crm_upsert_contact", { contacts })).id);
    expect(changed).toContain("<h2>ada@example.com changes</h2>");
    expect(changed).toMatch(/<del>.*&lt;1&gt;<\/del> → <ins>.*2<\/ins>/);
  });

  test("names another call that its conversation is waiting for", async () => {
    await connect("chatapp_bot", sampleBotToken);
    const post = async (channel: string) => {
      const body = { arguments: { channel, text: "<b>Hello</b>" } };
      const headers = { "x-conversation-id": "chat-1" };
      return (await api.call("POST", "/api/v1/tools/chatapp_post_channel", { body, headers })).json
        .approval_id;
    };
    const first = await post("#general");
    await post("#random");
    const title = "Post to #random: &lt;b&gt;Hello&lt;/b&gt;";
    expect(await open(first)).toContain(`Also waiting: ${title}<small>`);
  });

  test("edits a text without a script: the edited call waits on its own page, and the first is denied", async () => {
    await connect("chatapp_bot", sampleBotToken);
    const { id } = await ask("chatapp_post_channel", { channel: "#general", text: "One\nTwo" });
    expect(await open(id)).toContain(">\nOne\nTwo</textarea>");
    const unchanged = await send(id, { decision: "edit", "text.text": "One\r\nTwo" });
    expect([unchanged.status, await unchanged.text()]).toEqual([
      409,
      expect.stringContaining("does not change anything"),
    ]);
    const answer = await send(id, {
      decision: "edit",
      "text.text": "One\r\nThree",
      "text.channel": "#random",
    });
    expect(answer.status).toBe(303);
    const to = answer.headers.get("location") ?? "";
    const edited = await api.call("GET", to.replace(/^.*\/approve/, "/api/v1/approvals"), { key: approver });
    expect(edited.json).toMatchObject({
      status: "waiting",
      arguments: { channel: "#random", text: "One\nThree" },
    });
    const first = await api.call("GET", `/api/v1/approvals/${id}`, { key: approver });
    expect(first.json.status).toBe("denied");
    const shown = await open(id);
    expect(shown).toContain("Changed: nothing was sent as it was");
    expect(shown).toContain(`<a href="${edited.json.id}">Open the changed call</a>`);
    expect(api.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("postMessage"))).toEqual([]);
  });
});

test("a waiting call and its result name the run that made it", async () => {
  await connect("chatapp_bot", sampleBotToken);
  const body = { arguments: { channel: "#general", text: "The board meets." } };
  const headers = { "x-run-id": "run-7" };
  const { json } = await api.call("POST", "/api/v1/tools/chatapp_post_channel", { headers, body });
  const path = `/api/v1/approvals/${json.approval_id}`;
  expect((await api.call("GET", path, { key: approver })).json.run_id).toBe("run-7");
  await api.call("POST", path, { key: approver, body: { decision: "approve" } });
  const { items } = (await api.call("GET", "/api/v1/calls?run_id=run-7")).json;
  expect(items).toHaveLength(2);
});
