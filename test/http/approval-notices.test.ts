import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleSmtpLogin } from "@plumbline/sandbox/mail/smtp-server.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { startedForEach } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const HOUR_MS = 3_600_000;
const SECRET_TEXT = "The board meets on the third floor.";

let bot: string;

const api = startedForEach(() => startAgent({ publicUrl: "https://plumbline.example" }));

beforeEach(async () => {
  bot = await api.connect({ kind: "chatapp_bot", token: sampleBotToken });
});
const putPolicy = (approval_notices: readonly object[]) =>
  api.call("PUT", "/api/v1/policy", {
    body: { approval: { chatapp_post_channel: "always" }, approval_notices },
  });

/** Makes a call that waits, and returns its approval's id. */
async function ask(): Promise<string> {
  const { json } = await api.call("POST", "/api/v1/tools/chatapp_post_channel", {
    body: { arguments: { channel: "C0GENERAL", text: SECRET_TEXT, credential_id: bot } },
  });
  return String(json.approval_id);
}

async function deny(id: string): Promise<void> {
  const { key } = await api.newKey({ scopes: ["approvals:grant"] });
  await api.call("POST", `/api/v1/approvals/${id}`, { key, body: { decision: "deny" } });
}

/** Delivers what is due, as the clock of a platform does. */
async function deliver(): Promise<void> {
  const { watchStore: store, deliverer, clock } = api.service;
  const send = async (batches: readonly Parameters<typeof deliverer.deliver>[0][]) => {
    for (const batch of batches) await deliverer.deliver(batch);
  };
  await sendDueDeliveries({ store, clock, queue: { send } });
}

async function watchOfNotices(): Promise<Record<string, unknown>> {
  const { json } = await api.call("GET", "/api/v1/watches");
  const items = json.items as { source: { type: string } }[];
  return items.find(({ source }) => source.type === "approvals") ?? {};
}

/** Lists the events of the notices' watch: sequence number and type. */
async function listEvents(): Promise<[number, string][]> {
  const { id } = await watchOfNotices();
  const { json } = await api.call("GET", `/api/v1/watches/${id}/events`);
  const items = json.items as { sequence: number; type: string }[];
  return items.map(({ sequence, type }) => [sequence, type]);
}

const hooked = () => api.sandbox.webhook.requests.map(({ text }) => JSON.parse(text));

test("a webhook learns of a waiting call, once more after 12 hours, and of its expiry, signed", async () => {
  await putPolicy([{ to: `${api.sandbox.webhook.url}/hook` }]);
  const id = await ask();
  await deliver();
  expect(hooked()).toMatchObject([
    {
      type: "approval.waiting",
      data: {
        item: {
          approval_id: id,
          tool: "chatapp_post_channel",
          url: `https://plumbline.example/approve/${id}`,
        },
      },
    },
  ]);
  const watch = await watchOfNotices();
  expect(watch).toMatchObject({ health: { status: "active", delivery: { status: "active" } } });
  const { json } = await api.call("POST", `/api/v1/watches/${watch.id}/secret`);

  api.clock.jump(12 * HOUR_MS);
  await deliver();
  await deliver();
  api.clock.jump(13 * HOUR_MS);
  await deliver();
  expect(hooked().map(({ type }) => type)).toEqual([
    "approval.waiting",
    "approval.reminder",
    "approval.expired",
  ]);
  const { headers = {}, text = "" } = api.sandbox.webhook.requests[2] ?? {};
  const seconds = Number(headers["webhook-timestamp"]);
  expect(seconds).toBe(Math.floor(api.clock.now() / 1000));
  const signature = new Webhook(String(json.secret)).sign(
    String(headers["webhook-id"]),
    new Date(seconds * 1000),
    text,
  );
  expect(String(headers["webhook-signature"])).toContain(signature);
});

test("a reminder and an expiry are events once they happen, without a gap in the sequence", async () => {
  await putPolicy([{ to: `${api.sandbox.webhook.url}/hook` }]);
  await ask();
  await deliver();
  expect(await listEvents()).toEqual([[1, "approval.waiting"]]);
  const decided = await ask();
  await deliver();
  await deny(decided);
  await deliver();
  const soFar = [
    [1, "approval.waiting"],
    [2, "approval.waiting"],
    [3, "approval.decided"],
  ];
  expect(await listEvents()).toEqual(soFar);
  api.clock.jump(12 * HOUR_MS);
  await deliver();
  api.clock.jump(13 * HOUR_MS);
  await deliver();
  const all = [...soFar, [4, "approval.reminder"], [5, "approval.expired"]];
  expect(await listEvents()).toEqual(all);
  expect(
    hooked()
      .map(({ type, data }) => [data.sequence, type])
      .sort(),
  ).toEqual(all);
  const { json } = await api.call("GET", `/api/v1/watches/${(await watchOfNotices()).id}/deliveries`);
  expect((json.items as unknown[]).length).toBe(5);
});

test("of two instances that run the same due batch, one appends the reminder", async () => {
  await putPolicy([{ to: `${api.sandbox.webhook.url}/hook` }]);
  await ask();
  await deliver();
  api.clock.jump(12 * HOUR_MS);
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(await listEvents()).toEqual([
    [1, "approval.waiting"],
    [2, "approval.reminder"],
  ]);
});

test("a receiver that is gone gets no reminder, and the watch lists it", async () => {
  const { webhook } = api.sandbox;
  await putPolicy([{ to: `${webhook.url}/hook` }]);
  webhook.script("POST", { status: 410 });
  await ask();
  await deliver();
  api.clock.jump(12 * HOUR_MS);
  await deliver();
  expect(hooked()).toHaveLength(1);
  expect(await listEvents()).toEqual([
    [1, "approval.waiting"],
    [2, "approval.reminder"],
  ]);
});

test("a mail and a chat message have the link and none of the call's words, and a decided call no reminder", async () => {
  const metadata = { username: sampleSmtpLogin.user };
  const before = api.sandbox.smtp.delivered.length;
  const mail = await api.connect({ kind: "mail_oauth_b", token: sampleSmtpLogin.token, metadata });
  await putPolicy([
    { to: "mailto:ops@corp.example", credential_id: mail },
    { to: "channel:C0GENERAL", credential_id: bot },
  ]);
  const id = await ask();
  await deliver();
  const sent = api.sandbox.smtp.delivered.at(-1);
  expect(sent?.to).toEqual(["ops@corp.example"]);
  expect(sent?.raw.replaceAll("=\r\n", "")).toContain(`https://plumbline.example/approve/${id}`);
  const posted = api.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("chat.postMessage"));
  expect(posted).toHaveLength(1);
  expect(decodeURIComponent(posted[0]?.text ?? "")).toContain(`plumbline.example/approve/${id}`);
  expect(`${sent?.raw}${posted[0]?.text}`).not.toContain("third floor");

  await deny(id);
  api.clock.jump(25 * HOUR_MS);
  await deliver();
  expect(api.sandbox.smtp.delivered).toHaveLength(before + 1);
  expect(api.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("chat.postMessage"))).toHaveLength(
    1,
  );
});

test("a webhook learns the decision; once the policy names it no more, it gets nothing", async () => {
  await putPolicy([{ to: `${api.sandbox.webhook.url}/hook` }]);
  await deny(await ask());
  await deliver();
  expect(hooked().map(({ type, data }) => [type, data.item.decision])).toContainEqual([
    "approval.decided",
    "deny",
  ]);
  const before = hooked().length;
  await ask();
  await putPolicy([]);
  await deliver();
  expect(hooked()).toHaveLength(before);
  const change = await api.call("PATCH", `/api/v1/watches/${(await watchOfNotices()).id}`, {
    body: { deliver_to: "https://attacker.example/" },
  });
  expect(change.status).toBe(409);
});

test("a receiver that cannot be reached does not keep a call from waiting, and is tried again", async () => {
  const { webhook } = api.sandbox;
  await putPolicy([{ to: `${webhook.url}/hook` }]);
  webhook.script("POST", { status: 503 });
  const id = await ask();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await deliver();
  api.clock.jump(2 * 60_000);
  await deliver();
  expect(hooked().map(({ type }) => type)).toEqual(["approval.waiting", "approval.waiting"]);
});

test.each([
  [{ to: "ftp://example.com/" }],
  [{ to: "mailto:ops@corp.example" }],
  [{ to: "mailto:ops@corp.example?cc=eve@evil.example", credential_id: crypto.randomUUID() }],
  [{ to: "https://hooks.example/x", credential_id: crypto.randomUUID() }],
])("a notice that says no way to a person is refused: %j", async (notice) => {
  expect((await putPolicy([notice])).status).toBe(400);
});
