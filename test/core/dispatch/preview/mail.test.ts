import type { PlannedRequest } from "@plumbline/core/tool/tool.ts";
import { startSandbox } from "@plumbline/sandbox";
import { headerOf, parseMime } from "@plumbline/sandbox/mail/mailbox-mime.ts";
import { describe, expect, test } from "vitest";
import { refused, succeeded } from "../../../adapters/adapter-under-test.ts";
import { decodedBody, decodedHeader } from "../../../adapters/mail/delivered-mime.ts";
import { startedForEach } from "../../../support/started.ts";
import { expectNothingArrived, startPreviewUnderTest, type ToolCall } from "./preview-under-test.ts";

const sandbox = startedForEach(startSandbox);
const under = startedForEach(() => startPreviewUnderTest(sandbox));
/** Makes up the same ids and times. */
const twin = startedForEach(() => startPreviewUnderTest(sandbox));

/**
 * Previews a call and returns its only planned conversation with a mail server. Expects that no connection
 * was made.
 */
async function shown(call: ToolCall): Promise<PlannedRequest> {
  const { result } = succeeded(await under.preview(call));
  expectNothingArrived(sandbox);
  const { requests } = result as { requests: PlannedRequest[] };
  return requests[0] ?? expect.fail("nothing is shown");
}

const server = (name: "smtp" | "imap") => ({
  protocol: name,
  host: "127.0.0.1",
  port: sandbox[name].port,
  security: "starttls",
  username: "ada@example.com",
});

const MESSAGE = {
  to: ["Grace Hopper <grace@example.com>", "jean@example.com"],
  cc: ["Jörg <joerg@example.com>"],
  bcc: ["hidden@example.com"],
  reply_to: "Team <team@example.com>",
  in_reply_to: "<first@mail.example.com>",
  subject: "Grüße 👋",
  text: "Hello, Grace.",
  html: "<p>Hello, Grace.</p>",
  attachments: [{ filename: "plan.pdf", content_base64: Buffer.from("12345").toString("base64") }],
};

test.each([
  ["mail", "xoauth2"],
  ["password", "password"],
])("a message is shown as it is delivered, sent with the connection %s", async (connection, login) => {
  const call = { tool: "email_send", connection, args: MESSAGE };
  const planned = await shown(call);
  succeeded(await twin.make(call));

  const [delivered] = sandbox.smtp.delivered;
  if (!delivered) expect.fail("nothing was delivered");
  const head = parseMime(delivered.raw);
  const header = (name: string) => decodedHeader(head, name);
  const [alternatives, file] = head.parts;
  const [text, html] = alternatives?.parts ?? [];
  if (!text || !html || !file) expect.fail("the message has not the parts it should have");
  expect(planned).toEqual({
    ...server("smtp"),
    login,
    envelope: { from: delivered.from, to: delivered.to },
    message: {
      headers: {
        "message-id": header("message-id"),
        date: new Date(header("date") ?? "").toISOString(),
        from: header("from"),
        to: header("to")?.split(", "),
        cc: [header("cc")],
        "reply-to": header("reply-to"),
        "in-reply-to": header("in-reply-to"),
        subject: header("subject"),
      },
      text: decodedBody(text).toString("utf8").trimEnd(),
      html: decodedBody(html).toString("utf8").trimEnd(),
      attachments: [{ filename: "plan.pdf", media_type: file.type, bytes: decodedBody(file).length }],
    },
  });
  expect(headerOf(head, "bcc")).toBeUndefined();
});

describe("a search is shown by its conditions", () => {
  test.each<[query: string, conditions: unknown[], command: string]>([
    ["in:INBOX", [{ all: true }], "ALL"],
    ["is:unread", [{ seen: false }], "UNSEEN"],
    [
      "is:unread from:ada -subject:spam larger:5M",
      [{ seen: false }, { from: "ada" }, { not: { subject: "spam" } }, { larger: 5_242_880 }],
      "UNSEEN FROM ada NOT SUBJECT spam LARGER 5242880",
    ],
    [
      "newer_than:24h has:attachment",
      // A day earlier than asked for, as servers keep dates in zones of their own; attachments are looked for
      // afterwards.
      [{ since: "2025-12-30T00:00:00.000Z" }],
      "SINCE 30-Dec-2025",
    ],
  ])("%s", async (query, search, command) => {
    const call = { tool: "email_search", connection: "mail", args: { query, limit: 7, include_body: true } };
    const more = { mailbox: "INBOX", search, limit: 7, include_body: true };
    expect(await shown(call)).toEqual({ ...server("imap"), login: "xoauth2", ...more });
    succeeded(await twin.make(call));
    expect(sandbox.imap.commands).toContain("EXAMINE INBOX");
    expect(sandbox.imap.commands.find((said) => said.startsWith("UID SEARCH"))).toMatch(
      new RegExp(` ${command}$`),
    );
  });

  test("of a watch", async () => {
    const call = { tool: "email_watch_inbox", connection: "password", args: { mailbox: "Archive" } };
    const more = { mailbox: "Archive", search: [{ seen: false }], limit: 20, include_body: false };
    expect(await shown(call)).toEqual({ ...server("imap"), login: "password", ...more });
  });
});

describe("what would be refused before the mail server is reached is refused here", () => {
  const elsewhere = (metadata: Record<string, unknown>) =>
    under.connect({
      kind: "generic_api_key",
      label: `At ${JSON.stringify(metadata)}`,
      token: "mail-password",
      metadata: { username: "ada@example.com", ...metadata },
    });
  const plain = { to: ["grace@example.com"], subject: "Hi", text: "Hi" };

  test.each<[what: string, tool: string, metadata: Record<string, unknown>, args: Record<string, unknown>]>([
    ["a private server for sending", "email_send", { smtp_host: "10.0.0.1" }, plain],
    ["a private server for searching", "email_search", { imap_host: "[::1]" }, { query: "is:unread" }],
    ["a private server for watching", "email_watch_inbox", { imap_host: "mail.internal" }, {}],
    ["no server", "email_send", {}, plain],
    ["no text", "email_send", { smtp_host: "127.0.0.1" }, { to: ["grace@example.com"], subject: "Hi" }],
    ["no sender", "email_send", { smtp_host: "127.0.0.1", username: "ada" }, plain],
    ["a filter nobody knows", "email_search", { imap_host: "127.0.0.1" }, { query: "is:lost" }],
  ])("%s", async (_what, tool, metadata, args) => {
    const credential_id = await elsewhere(metadata);
    const call = { tool, args: { ...args, credential_id } };
    const { elapsed_ms: _elapsed, ...refusal } = refused(await under.preview(call));
    expect(refusal.attempts).toBe(0);
    expect({ ...refused(await under.make(call)), attempts: 0 }).toMatchObject(refusal);
    expectNothingArrived(sandbox);
  });
});
