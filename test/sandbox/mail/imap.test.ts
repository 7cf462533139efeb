import { once } from "node:events";
import { createInterface } from "node:readline";
import { connect } from "node:tls";
import { imapCut, imapFarewells } from "@plumbline/sandbox/mail/imap-failures.ts";
import { sampleMailPassword, sampleMailUser, startImap } from "@plumbline/sandbox/mail/imap-server.ts";
import { Mailbox } from "@plumbline/sandbox/mail/mailbox.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";

const imap = startedForEach(() => startImap({ mailboxes: [new Mailbox("Entwürfe")] }));

const LOGIN = `LOGIN ${sampleMailUser} ${sampleMailPassword}`;

/** Sends commands one after the other over TLS, and gives every line that came, greeting first. */
async function talk(...commands: string[]): Promise<string[]> {
  const socket = connect({ port: imap.port, host: imap.host, ca: sandboxCertificate().cert });
  const lines: string[] = [];
  const waiting = commands.map((command, index) => `a${index} ${command}\r\n`);
  const reader = createInterface({ input: socket });
  reader.on("line", (line) => {
    lines.push(line);
    if (!/^(\* OK Sandbox|a\d+ )/.test(line)) return;
    const next = waiting.shift();
    if (next === undefined) socket.end();
    else socket.write(next);
  });
  await once(reader, "close");
  return lines;
}

test("nothing is available before signing in, nor with a wrong password", async () => {
  expect(await talk("EXAMINE INBOX", `LOGIN ${sampleMailUser} wrong`, 'LIST "" *')).toEqual([
    "* OK Sandbox ready",
    "a0 BAD Sign in first",
    "a1 NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)",
    "a2 BAD Sign in first",
  ]);
});

test("a message is found, told and read, and read without PEEK it is seen", async () => {
  const message = imap.inbox.add(
    { subject: "Plan", messageId: "<1@x>", text: "one\ntwo" },
    { receivedAt: "2026-01-01T23:30:00Z", zone: -300 },
  );
  const peek = "UID FETCH 1:* (FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODY.PEEK[TEXT]<0.5>)";
  const lines = await talk(LOGIN, "EXAMINE inbox", "UID SEARCH SINCE 2-Jan-2026", "UID SEARCH ON x", peek);
  expect(lines).toContain("* SEARCH ");
  expect(lines).toContain("a3 BAD Unknown search key ON");
  expect(lines).toContain(
    `* 1 FETCH (UID 1 FLAGS () INTERNALDATE " 1-Jan-2026 18:30:00 -0500" RFC822.SIZE ${message.raw.length} ENVELOPE (NIL "Plan" ` +
      '(("Ada" NIL "ada" "example.com")) (("Ada" NIL "ada" "example.com")) (("Ada" NIL "ada" "example.com")) ' +
      '(("Grace" NIL "grace" "example.com")) NIL NIL NIL "<1@x>") BODY[TEXT]<0> {5}',
  );
  expect([...message.flags]).toEqual([]);
  await talk(LOGIN, "SELECT INBOX", "UID FETCH 1 BODY[]");
  expect([...message.flags]).toEqual(["\\Seen"]);
});

test("the structure of a message of several parts", async () => {
  const attachments = [{ filename: "a.pdf", contentType: "application/pdf", content: "%PDF" }];
  imap.inbox.add({ text: "plain", html: "<p>rich</p>", attachments });
  const lines = await talk(LOGIN, "EXAMINE INBOX", "UID FETCH 1 (BODYSTRUCTURE BODY.PEEK[1.1])");
  expect(lines.join("\n")).toContain(
    '(BODYSTRUCTURE ((("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 5 0 NIL NIL NIL NIL)'.slice(1),
  );
  expect(lines.join("\n")).toContain(
    '("APPLICATION" "PDF" NIL NIL NIL "BASE64" 8 NIL ("ATTACHMENT" ("FILENAME" "a.pdf")) NIL NIL)',
  );
  expect(lines.join("\n")).toContain("BODY[1.1] {5}\nplain)");
});

test("searches in words, with literals and charsets", async () => {
  imap.inbox.add({ subject: "Grüße", text: "für dich" });
  const lines = await talk(
    LOGIN,
    "EXAMINE INBOX",
    'UID SEARCH CHARSET UTF-8 SUBJECT "grüße" NOT (FROM "bob" SEEN)',
    "UID SEARCH OR BODY {3+}\r\nf\u00fc TEXT zzz",
    "UID SEARCH CHARSET KLINGON ALL",
    "UID SEARCH RETURN (COUNT ALL) ALL",
    "UID SEARCH YOUNGER 60",
    "UID SEARCH",
  );
  expect(lines.filter((line) => line.startsWith("* SEARCH"))).toEqual(["* SEARCH 1", "* SEARCH 1"]);
  expect(lines).toContain("a4 NO [BADCHARSET (UTF-8)] Unknown charset");
  expect(lines).toContain('* ESEARCH (TAG "a5") UID COUNT 1 ALL 1');
  expect(lines).toContain("a6 BAD Unknown search key YOUNGER");
  expect(lines).toContain("a7 BAD Missing search key");
});

test("subjects and texts are found in whatever way they are encoded", async () => {
  const raw = (...lines: string[]) => Buffer.from(lines.join("\r\n"), "latin1");
  imap.inbox.add(raw("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_zum_Start_=F0=9F=9A=80?=", "", ""));
  imap.inbox.add(raw("Subject: =?iso-8859-1?q?Gr=FC=DFe?=", " =?utf-8?B?IHp1bSBTdGFydCDwn5qA?=", "", ""));
  imap.inbox.add(raw("Subject: Gr\xc3\xbc\xc3\x9fe zum Start \xf0\x9f\x9a\x80", "", ""));
  const coding = [
    "Content-Type: text/plain; charset=iso-8859-1",
    "Content-Transfer-Encoding: quoted-printable",
  ];
  imap.inbox.add(raw(...coding, "", "Gr=FC=", "=DFe"));
  const find = (key: string) => `UID SEARCH CHARSET UTF-8 ${key}`;
  const subject = find('SUBJECT "grüße zum Start 🚀"');
  const lines = await talk(LOGIN, "EXAMINE INBOX", subject, find('BODY "grüße"'), find('TEXT "grüße"'));
  const found = lines.filter((line) => line.startsWith("* SEARCH"));
  expect(found).toEqual(["* SEARCH 1 2 3", "* SEARCH 4", "* SEARCH 1 2 3 4"]);
});

test("what came, went, was moved or recreated meanwhile is reported", async () => {
  const { inbox } = imap;
  for (const subject of ["one", "two", "three", "four"])
    inbox.add({ subject }, { receivedAt: "2025-01-01T00:00:00Z" });
  const elsewhere = new Mailbox("Elsewhere");
  const first = () => {
    inbox.expunge(2);
    inbox.move(4, elsewhere);
    inbox.add({ subject: "five" });
  };
  imap.script("UID SEARCH", { first });
  const lines = await talk(LOGIN, "EXAMINE INBOX", "UID SEARCH ALL", "NOOP");
  expect(lines.slice(lines.findIndex((line) => line.startsWith("a1")) + 1)).toEqual([
    "* 4 EXPUNGE",
    "* 2 EXPUNGE",
    "* 3 EXISTS",
    "* SEARCH 1 3 5",
    "a2 OK Done",
    "a3 OK Done",
  ]);
  expect(elsewhere.messages).toMatchObject([{ uid: 1, receivedAt: new Date("2025-01-01T00:00:00Z") }]);
  inbox.recreate();
  expect(await talk(LOGIN, "EXAMINE INBOX")).toEqual(
    expect.arrayContaining([
      "* 0 EXISTS",
      "* OK [UIDVALIDITY 1700000001] UIDs valid",
      "* OK [UIDNEXT 1] Predicted next UID",
    ]),
  );
});

test("scripts come first, once each, and commands are kept without their secrets", async () => {
  imap.script("EXAMINE", "NO [INUSE] Later");
  imap.script("UID SEARCH", imapCut);
  const lines = await talk(LOGIN, "EXAMINE INBOX", "EXAMINE INBOX", "UID SEARCH ALL", "NOOP");
  expect(lines).toContain("a1 NO [INUSE] Later");
  expect(lines).toContain("a2 OK [READ-ONLY] Opened");
  expect(lines.some((line) => line.startsWith("a3") || line.startsWith("a4"))).toBe(false);
  expect(imap.commands).toEqual(["LOGIN", "EXAMINE INBOX", "EXAMINE INBOX", "UID SEARCH ALL"]);
  imap.script("greeting", imapFarewells.shuttingDown);
  expect(await talk(LOGIN)).toEqual(["* BYE Server shutting down."]);
});
