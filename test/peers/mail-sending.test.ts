import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForFile } from "../support/started.ts";
import { PASSWORD } from "./mail/mail-servers.ts";
import { startMailService } from "./mail/mail-service.ts";

const sent = z.object({
  ok: z.literal(true),
  result: z.looseObject({
    id: z.string(),
    accepted: z.array(z.string()),
    rejected: z.array(z.looseObject({ address: z.string() })),
  }),
});
const found = z.object({
  ok: z.literal(true),
  result: z.looseObject({
    messages: z.array(z.looseObject({ subject: z.string(), body: z.string().optional() })),
  }),
});

const service = startedForFile(startMailService);
let byToken: string;
let byPassword: string;
let bob: string;

beforeAll(async () => {
  service.servers.tokens.grant("token-of-ada", "ada@example.com");
  byToken = await service.connect("ada", { token: "token-of-ada" });
  byPassword = await service.connect("ada", { password: PASSWORD, tls: true });
  bob = await service.connect("bob", { password: PASSWORD, tls: true });
});

const send = (args: Record<string, unknown>, credential_id = byToken) =>
  service.call("email_send", {
    credential_id,
    to: ["bob@example.com"],
    subject: "Hello",
    text: "Hello.",
    ...args,
  });

/** Bob's messages of a subject, once one has come: Postfix delivers a moment after it accepted. */
async function arrivedAtBob(query: string) {
  for (let look = 0; look < 100; look++) {
    const answer = await service.call("email_search", { credential_id: bob, query, include_body: true });
    const { messages } = found.parse(answer).result;
    if (messages.length > 0) return messages;
    await sleep(50);
  }
  return [];
}

describe("a message that is sent is delivered, whole", () => {
  test.each([
    ["XOAUTH2 and STARTTLS", () => byToken],
    ["a password and TLS from the first byte", () => byPassword],
  ])("by %s", async (how, credential) => {
    const subject = `Grüße 🚀 by ${how}`;
    const answer = await send(
      {
        subject,
        text: "Straße\n.a dot at the beginning\n",
        html: "<p>Straße</p>",
        attachments: [{ filename: "表.txt", content_base64: Buffer.from("Inhalt").toString("base64") }],
      },
      credential(),
    );
    const { id, accepted, rejected } = sent.parse(answer).result;
    expect([accepted, rejected]).toEqual([["bob@example.com"], []]);
    const [message, ...others] = await arrivedAtBob(`message-id:${id.replace(/[<>]/g, "")}`);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      subject,
      from: { address: "ada@example.com" },
      attachments: [{ filename: "表.txt" }],
    });
    expect(message?.body).toContain("Straße\n.a dot at the beginning");
  });
});

test("a message by password is also in the marked Sent mailbox, read and with its blind copy", async () => {
  const answer = await send({ subject: "Kept", bcc: ["carol@example.com"] }, byPassword);
  expect(sent.parse(answer).result).toMatchObject({ saved_to: "Ausgang" });
  const kept = await service.mailbox("ada", async (client) => {
    await client.mailboxOpen("Ausgang", { readOnly: true });
    const uids = (await client.search({ subject: "Kept" }, { uid: true })) || [];
    const message = await client.fetchOne(String(uids[0]), { flags: true, headers: ["bcc"] }, { uid: true });
    return {
      count: uids.length,
      seen: message ? message.flags?.has("\\Seen") : false,
      bcc: message ? String(message.headers) : "",
    };
  });
  expect(kept).toMatchObject({ count: 1, seen: true, bcc: expect.stringContaining("carol@example.com") });
});

test("a reply stands in its thread", async () => {
  const first = sent.parse(await send({ subject: "Thread" })).result.id;
  await send({ subject: "Re: Thread", in_reply_to: first });
  await arrivedAtBob('subject:"Re: Thread"');
  const headers = await service.mailbox("bob", async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const uids = await client.search({ subject: "Re: Thread" }, { uid: true });
    const message =
      uids &&
      (await client.fetchOne(String(uids[0]), { headers: ["in-reply-to", "references"] }, { uid: true }));
    return message ? message.headers?.toString() : "";
  });
  expect(headers).toContain(`In-Reply-To: ${first}`);
  expect(headers).toContain(`References: ${first}`);
});

test("a blind copy is in nobody's headers", async () => {
  await send({ to: ["ada@example.com"], bcc: ["bob@example.com"], subject: "Blind" });
  const [message] = await arrivedAtBob("subject:Blind");
  expect(message).toMatchObject({ to: [{ address: "ada@example.com" }], cc: [] });
});

describe("recipients the server refuses", () => {
  test("some of them: the others have it, and the refused are reported", async () => {
    const answer = await send({ to: ["bob@example.com", "nobody@example.com"], subject: "Partly" });
    const { accepted, rejected } = sent.parse(answer).result;
    expect(accepted).toEqual(["bob@example.com"]);
    expect(rejected).toMatchObject([
      { address: "nobody@example.com", reason: expect.stringContaining("554") },
    ]);
    expect(await arrivedAtBob("subject:Partly")).toHaveLength(1);
  });

  test("all of them, for good", async () => {
    expect(await send({ to: ["nobody@example.com"] })).toMatchObject({
      ok: false,
      error_code: "validation",
      attempts: 1,
    });
  });

  test("all of them, for now", async () => {
    expect(await send({ to: ["full@example.com"] })).toMatchObject({
      ok: false,
      error_code: "transient",
      attempts: 3,
    });
  });
});

test("a message over the server's size is refused by it, not by a time-out", async () => {
  const content_base64 = Buffer.alloc(760_000, "x").toString("base64");
  expect(await send({ attachments: [{ filename: "big.bin", content_base64 }] })).toMatchObject({
    ok: false,
    error_code: "validation",
    attempts: 1,
  });
});

test("a login that is refused sends nothing", async () => {
  const wrong = await service.connect("ada", { password: "wrong", tls: true });
  const nobody = await service.connect("ada", { token: "token-of-nobody" });
  for (const credential of [wrong, nobody]) {
    expect(await send({ subject: "Never" }, credential)).toMatchObject({
      ok: false,
      error_code: "authentication",
      attempts: 1,
    });
  }
  expect(service.logLines.join("\n")).not.toContain("token-of-nobody");
});
