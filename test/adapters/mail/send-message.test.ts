import { headerOf, type MimePart, parseMime } from "@plumbline/sandbox/mail/mailbox-mime.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { succeeded } from "../adapter-under-test.ts";
import { decodedBody, decodedHeader } from "./delivered-mime.ts";
import { startSmtpUnderTest } from "./smtp-under-test.ts";

const under = startedForEach(startSmtpUnderTest);

/** Sends a message and reads it as it was delivered. */
async function delivered(args: Record<string, unknown>): Promise<MimePart> {
  succeeded(await under.send(args));
  const [mail, ...more] = under.smtp.delivered;
  if (mail === undefined || more.length > 0) expect.fail("one message should have been delivered");
  return parseMime(mail.raw);
}

describe("the head", () => {
  test("names the sender, the recipients, the subject and the time", async () => {
    const message = await delivered({
      to: ["Grace Hopper <grace@example.com>", "jean@example.com"],
      cc: ['"Hamilton, Margaret" <margaret@example.com>'],
      subject: "Launch",
      reply_to: "Team <team@example.com>",
      in_reply_to: "<first@mail.example.com>",
    });
    const header = (name: string) => headerOf(message, name);
    expect(header("from")).toBe("ada@example.com");
    expect(header("to")).toBe("Grace Hopper <grace@example.com>, jean@example.com");
    expect(header("cc")).toBe('"Hamilton, Margaret" <margaret@example.com>');
    expect(header("subject")).toBe("Launch");
    expect(header("reply-to")).toBe("Team <team@example.com>");
    expect(header("in-reply-to")).toBe("<first@mail.example.com>");
    expect(header("references")).toBe("<first@mail.example.com>");
    expect(header("date")).toBe("Thu, 01 Jan 2026 00:00:00 +0000");
    expect(under.smtp.delivered[0]?.to).toEqual([
      "grace@example.com",
      "jean@example.com",
      "margaret@example.com",
    ]);
  });

  test("keeps blind copies to the envelope", async () => {
    const message = await delivered({ bcc: ["secret@example.com"] });
    expect(under.smtp.delivered[0]?.to).toEqual(["grace@example.com", "secret@example.com"]);
    expect(message.head).not.toMatch(/bcc|secret@/i);
  });

  test("names each recipient once, where it is named first", async () => {
    const message = await delivered({
      to: ["grace@example.com", "Grace <GRACE@example.com>"],
      cc: ["grace@EXAMPLE.com", "jean@example.com"],
      bcc: ["jean@example.com"],
    });
    expect(headerOf(message, "to")).toBe("grace@example.com");
    expect(headerOf(message, "cc")).toBe("jean@example.com");
    expect(under.smtp.delivered[0]?.to).toEqual(["grace@example.com", "jean@example.com"]);
  });

  test("carries Unicode, and an internationalised domain in ASCII", async () => {
    const subject = `Grüße 👋 aus ${"der sehr langen Überschrift ".repeat(6)}日本語`;
    const message = await delivered({ to: ["Zoë Ünder <zoe@mañana.example>"], subject });
    expect(decodedHeader(message, "subject")).toBe(subject);
    expect(decodedHeader(message, "to")).toBe("Zoë Ünder <zoe@xn--maana-pta.example>");
    expect(message.head).toMatch(/^\p{ASCII}*$/u);
    expect(Math.max(...message.head.split("\r\n").map((line) => line.length))).toBeLessThan(100);
  });

  test("keeps its lines as short as they must be, whatever cannot be folded", async () => {
    const in_reply_to = `<${"i".repeat(983)}@example.com>`;
    const message = await delivered({ subject: "s".repeat(997), in_reply_to });
    expect(headerOf(message, "subject")).toBe("s".repeat(997));
    expect(headerOf(message, "in-reply-to")).toBe(in_reply_to);
    expect(Math.max(...message.head.split("\r\n").map((line) => line.length))).toBe(998);
  });

  test.each([
    "<a b@x.example>",
    "<no-at-sign>",
    '<"quoted id"@x.example>',
    "<5F.31@[10.0.0.1]>",
    "<\u00FCmlaut@x.example>",
  ])("answers the mail %s", async (in_reply_to) => {
    const message = await delivered({ in_reply_to });
    expect(headerOf(message, "in-reply-to")).toBe(in_reply_to);
  });

  test("says how to leave the list", async () => {
    const message = await delivered({ list_unsubscribe: "https://list.example/leave?u=1" });
    expect(headerOf(message, "list-unsubscribe")).toBe("<https://list.example/leave?u=1>");
  });

  test("is from metadata.from_address where it is set", async () => {
    const credential_id = await under.connectByPassword({ from_address: "Sales <sales@shop.example>" });
    const message = await delivered({ credential_id });
    expect(headerOf(message, "from")).toBe("Sales <sales@shop.example>");
    expect(headerOf(message, "message-id")).toMatch(/@shop\.example>$/);
    expect(under.smtp.delivered[0]?.from).toBe("sales@shop.example");
  });
});

describe("the content", () => {
  const text = "Dear Grace,\r\n\r\n.a line that begins with a dot\r\n..\r\nGrüße 👋\r\n";
  const html = "<p>Dear <b>Grace</b></p>";

  test("as text", async () => {
    const message = await delivered({ text });
    expect(message.type).toBe("text/plain");
    expect(decodedBody(message).toString("utf8")).toBe(text);
  });

  test("as HTML alone: its words as text, too", async () => {
    const message = await delivered({ text: undefined, html });
    expect(message.type).toBe("multipart/alternative");
    expect(message.parts.map((part) => decodedBody(part).toString("utf8").trimEnd())).toEqual([
      "Dear Grace",
      html,
    ]);
  });

  test("with an image that the HTML shows", async () => {
    const logo = { filename: "logo.png", content_base64: "QQ==", content_id: "logo@example.com" };
    const message = await delivered({ html: '<img src="cid:logo@example.com">', attachments: [logo] });
    const [, related] = message.parts;
    expect(related?.type).toBe("multipart/related");
    const image = related?.parts[1];
    expect(image && headerOf(image, "content-id")).toBe("<logo@example.com>");
    expect(image && headerOf(image, "content-disposition")).toMatch(/^inline/);
  });

  test("as both: the reader's choice", async () => {
    const message = await delivered({ text: "Dear Grace", html });
    expect(message.type).toBe("multipart/alternative");
    expect(message.parts.map(({ type }) => type)).toEqual(["text/plain", "text/html"]);
    expect(message.parts.map((part) => decodedBody(part).toString("utf8").trimEnd())).toEqual([
      "Dear Grace",
      html,
    ]);
  });

  test("with files, byte for byte", async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    const file = (filename: string, content_type?: string) => ({
      filename,
      content_base64: bytes.toString("base64"),
      ...(content_type === undefined ? {} : { content_type }),
    });
    const message = await delivered({
      html,
      attachments: [
        file("report.pdf"),
        file("data", "application/x-custom"),
        file("old.gzip"),
        file("Übersicht.csv"),
      ],
    });
    expect(message.type).toBe("multipart/mixed");
    const [readable, ...files] = message.parts;
    expect(readable?.type).toBe("multipart/alternative");
    expect(files.map(({ type }) => type)).toEqual([
      "application/pdf",
      "application/x-custom",
      "application/octet-stream",
      "text/csv",
    ]);
    for (const part of files) {
      expect(decodedBody(part).equals(bytes)).toBe(true);
      expect(headerOf(part, "content-disposition")).toMatch(/^attachment; filename/);
    }
    expect(headerOf(files[0] ?? message, "content-disposition")).toBe("attachment; filename=report.pdf");
  });

  test("reads no file and fetches no URL", async () => {
    const message = await delivered({
      html: '<img src="file:///etc/hostname"><img src="http://127.0.0.1:1/x.png">',
    });
    expect(message.type).toBe("multipart/alternative");
    expect(message.parts).toHaveLength(2);
  });
});

describe("recipients the server does not take", () => {
  test("are reported, and the others get the message", async () => {
    const to = ["grace@example.com", "nobody@example.com"];
    expect(await under.send({ to })).toMatchObject({
      ok: true,
      attempts: 1,
      result: {
        accepted: ["grace@example.com"],
        rejected: [{ address: "nobody@example.com", reason: "550 5.1.1 No such user" }],
      },
    });
    expect(under.smtp.delivered.map((mail) => mail.to)).toEqual([["grace@example.com"]]);
  });

  test("for the moment are reported too: the message is not sent twice to the others", async () => {
    under.smtp.script("rcpt", "250 2.1.5 OK", "450 4.2.1 Receiving too quickly");
    under.smtp.script("data", "354 Go ahead");
    const result = await under.send({ to: ["grace@example.com", "jean@example.com"] });
    expect(result).toMatchObject({
      attempts: 1,
      result: { rejected: [{ address: "jean@example.com", reason: "450 4.2.1 Receiving too quickly" }] },
    });
  });
});

test("an id that the server puts in place of our own is the one that is returned", async () => {
  under.smtp.script("dot", "250 2.0.0 OK <0123@eu1.prod.outlook.com> [Hostname=EU1]");
  expect(await under.send()).toMatchObject({ result: { id: "<0123@eu1.prod.outlook.com>" } });
});

test("an id longer than a header's line, which in_reply_to would not take, is not told", async () => {
  under.smtp.script("dot", `250 2.0.0 OK <${"0".repeat(1_000)}@eu1.prod.outlook.com>`);
  const own = expect.stringMatching(/^<[\da-f-]{36}@example\.com>$/);
  expect(await under.send()).toMatchObject({ ok: true, result: { id: own } });
});
