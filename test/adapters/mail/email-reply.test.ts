import { startImap } from "@plumbline/sandbox/mail/imap-server.ts";
import type { MessageSeed } from "@plumbline/sandbox/mail/mailbox-message.ts";
import { headerOf, type MimePart, parseMime } from "@plumbline/sandbox/mail/mailbox-mime.ts";
import { sampleSmtpLogin, startSmtpServer } from "@plumbline/sandbox/mail/smtp-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { type AdapterUnderTest, refused, startAdapterUnderTest, succeeded } from "../adapter-under-test.ts";
import { decodedBody, decodedHeader } from "./delivered-mime.ts";

let under: AdapterUnderTest;

const smtp = startedForEach(startSmtpServer);
const imap = startedForEach(() => startImap({ implicitTls: false }));

beforeEach(async () => {
  imap.inbox.recreate();
  under = await startAdapterUnderTest({
    endpoints: {
      mail_oauth_a: {
        smtp: { host: smtp.host, port: smtp.port },
        imap: { host: imap.host, port: imap.port },
      },
    },
    egressAllow: "127.0.0.1",
    extraCertificates: sandboxCertificate().cert,
  });
  const { user, token } = sampleSmtpLogin;
  await under.connect({ kind: "mail_oauth_a", token, metadata: { username: user } });
});

afterEach(async () => {
  await under.close();
});

const PARENT: MessageSeed = {
  from: "Bob Marsh <bob@example.com>",
  to: "ada@example.com, Carol <carol@example.com>",
  subject: "Tuesday",
  date: "Tue, 10 Nov 2026 10:00:00 +0000",
  messageId: "<2@example.com>",
  text: "Shall we?\n> Yes",
  headers: { "Reply-To": "eve@evil.example", References: "<0@example.com> <1@example.com>" },
};

async function reply(args: Record<string, unknown>, parent: MessageSeed = PARENT): Promise<MimePart> {
  imap.inbox.add(parent);
  const in_reply_to = parent.messageId ?? "1";
  succeeded(await under.call("email_reply", { in_reply_to, text: "Gladly.", ...args }));
  return parseMime(smtp.delivered[0]?.raw ?? "");
}

const QUOTED =
  "Gladly.\n\nOn 2026-11-10 10:00 UTC, Bob Marsh <bob@example.com> wrote:\n> Shall we?\n>> Yes\n";

const textOf = (part: MimePart) => decodedBody(part).toString("utf8").replaceAll("\r\n", "\n");

test("goes to the mail's From alone, in its thread, quoted", async () => {
  const sent = await reply({});
  expect(smtp.delivered[0]?.to).toEqual(["bob@example.com"]);
  expect(decodedHeader(sent, "to")).toBe("Bob Marsh <bob@example.com>");
  expect(decodedHeader(sent, "subject")).toBe("Re: Tuesday");
  expect(headerOf(sent, "in-reply-to")).toBe("<2@example.com>");
  expect(headerOf(sent, "references")).toBe("<0@example.com> <1@example.com> <2@example.com>");
  expect(textOf(sent)).toBe(QUOTED);
});

test("goes to those who are named, with the quote where all of them had the mail", async () => {
  const sent = await reply({ to: ["bob@example.com"], cc: ["Carol@example.com"] });
  expect(smtp.delivered[0]?.to).toEqual(["bob@example.com", "Carol@example.com"]);
  expect(textOf(sent)).toBe(QUOTED);
});

test.each([
  ["somebody who is added", { cc: ["dan@example.com"] }],
  ["the Reply-To, which need not be the sender's", { to: ["eve@evil.example"] }],
  ["a caller who wants no quote", { quote: false }],
])("nothing is quoted to %s", async (_who, args) => {
  expect(textOf(await reply(args)).trim()).toBe("Gladly.");
});

test("as HTML, with what the mail says as text", async () => {
  const parent = { ...PARENT, text: "1 < 2 <b>", subject: "RE: Tuesday" };
  const sent = await reply({ text: undefined, html: "<p>Gladly.</p>" }, parent);
  expect(decodedHeader(sent, "subject")).toBe("RE: Tuesday");
  const [plain, html] = sent.parts;
  expect(html && textOf(html)).toContain("<blockquote>1 &lt; 2 &lt;b&gt;</blockquote>");
  expect(plain && textOf(plain)).toMatch(/^Gladly\.\n[\s\S]*> 1 < 2 <b>/);
});

test("a mail without a Message-ID is named by its id", async () => {
  const { messageId: _none, headers: _headers, ...parent } = PARENT;
  const sent = await reply({}, parent);
  expect(headerOf(sent, "in-reply-to")).toBeUndefined();
  expect(decodedHeader(sent, "subject")).toBe("Re: Tuesday");
});

test("a mail that is not there is answered to nobody", async () => {
  const result = refused(await under.call("email_reply", { in_reply_to: "<9@example.com>", text: "Yes." }));
  expect(result).toMatchObject({ error_code: "validation" });
  expect(smtp.delivered).toEqual([]);
});

test("the mail is read once, however often the answer is tried", async () => {
  smtp.script("data", "451 4.3.0 Try again later");
  await reply({});
  expect(smtp.delivered).toHaveLength(1);
  expect(imap.commands.filter((said) => said.startsWith("EXAMINE"))).toHaveLength(1);
});
