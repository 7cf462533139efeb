import MailComposer from "nodemailer/lib/mail-composer";

/** One message as it is put into the mailbox, and what a search must know of it. */
export interface SeededMessage {
  raw: Buffer;
  flags: readonly string[];
  internalDate: Date;
  from: string;
  to: string;
  subject: string;
  text: string;
  /** File names. */
  attachments: readonly string[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const SENDERS = [
  "Ada Lovelace <ada@example.com>",
  "Bob <bob@example.com>",
  "Ada <ada@example.com.evil.example>",
  "Grace Hopper <grace@navy.example>",
  "=?UTF-8?B?5bGx55Sw5aSq6YOO?= <taro@example.jp>",
];
const SUBJECTS = [
  "Invoice 2026-11",
  "Re: Invoice 2026-11",
  "Grüße aus Köln",
  "会議の議事録",
  "🚀 Launch plan",
  'A "quoted" subject',
  "newsletter: is:unread from:bob",
  "Счёт за ноябрь",
];
const TEXTS = [
  "Please find the invoice attached.",
  "Die Straße ist gesperrt; Umleitung über Düsseldorf.",
  "明日の会議は十時からです。",
  "Nothing to see here. 100% certain = yes.",
  "Line one\r\nLine two\r\n\r\n.starts with a dot\r\nFrom the beginning of a line",
];

/**
 * 60 ordinary messages of many kinds, spread from minutes to years before `now`, and a handful no composer
 * would write.
 */
export async function seededMessages(now: number): Promise<SeededMessage[]> {
  const composed = await Promise.all(Array.from({ length: 60 }, (_, index) => composedMessage(index, now)));
  return [...composed, ...oddMessages(now)];
}

async function composedMessage(index: number, now: number): Promise<SeededMessage> {
  const from = SENDERS[index % SENDERS.length] ?? "";
  const subject = `${SUBJECTS[index % SUBJECTS.length]} #${index}`;
  const text = `${TEXTS[index % TEXTS.length]} Number ${index}.`;
  const to = index % 4 === 0 ? "team@example.com" : "ada@example.com";
  const attachments =
    index % 6 === 0 ? [`report-${index}.pdf`] : index % 10 === 5 ? ["Übersicht 表.txt"] : [];
  const internalDate = new Date(now - ageOf(index));
  const html = `<html><head><style>p { color: red }</style></head><body><p>${text.replaceAll("\r\n", "<br>")}</p></body></html>`;
  const composer = new MailComposer({
    from,
    to,
    subject,
    date: internalDate,
    messageId: `<seed-${index}@example.com>`,
    ...(index % 7 === 3 ? { html } : index % 3 === 0 ? { text, html } : { text }),
    textEncoding: index % 2 === 0 ? "quoted-printable" : "base64",
    attachments: attachments.map((filename) => ({
      filename,
      content: Buffer.alloc(500 + index * 900, filename),
    })),
  });
  const flags = [...(index % 3 === 1 ? [] : ["\\Seen"]), ...(index % 8 === 2 ? ["\\Flagged"] : [])];
  return { raw: await composer.compile().build(), flags, internalDate, from, to, subject, text, attachments };
}

/** Minutes for the newest, then hours on either side of a day, then days, weeks and years. */
function ageOf(index: number): number {
  if (index < 10) return (index + 1) * 5 * 60_000;
  if (index < 30) return (index - 5) * 1.5 * HOUR;
  if (index < 50) return (index - 28) * 1.7 * DAY;
  return (index - 49) * 90 * DAY;
}

/** Messages as the world sends them: bare, in old charsets, without headers that everybody has. */
function oddMessages(now: number): SeededMessage[] {
  const odd = (
    name: string,
    headers: readonly string[],
    body: string | Buffer,
    more: Partial<SeededMessage> = {},
  ): SeededMessage => ({
    raw: Buffer.concat([Buffer.from(`${headers.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body)]),
    flags: ["\\Seen"],
    internalDate: new Date(now - 3 * DAY),
    from: "odd@example.org",
    to: "",
    subject: name,
    text: "",
    attachments: [],
    ...more,
  });
  return [
    odd(
      "",
      ["From: odd@example.org", "Message-ID: <odd-1@example.org>"],
      "No subject, no date, no recipient.",
      {
        text: "No subject, no date, no recipient.",
      },
    ),
    odd(
      "latin",
      [
        "From: odd@example.org",
        "Subject: latin",
        "Content-Type: text/plain; charset=iso-8859-1",
        "Content-Transfer-Encoding: 8bit",
      ],
      Buffer.from("Caf\u00e9 cr\u00e8me", "latin1"),
      { text: "Café crème" },
    ),
    odd(
      "koi8",
      [
        "From: odd@example.org",
        "Subject: koi8",
        "Content-Type: text/plain; charset=koi8-r",
        "Content-Transfer-Encoding: 8bit",
      ],
      Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]),
      { text: "Привет" },
    ),
    odd("Straße", ["From: odd@example.org", "Subject: =?utf-8?Q?Stra=C3?= =?utf-8?Q?=9Fe?="], ""),
    odd("empty", ["From: odd@example.org", "Subject: empty"], ""),
    odd(
      "forwarded",
      [
        "From: odd@example.org",
        "Subject: forwarded",
        "MIME-Version: 1.0",
        'Content-Type: multipart/mixed; boundary="b"',
      ],
      [
        "--b",
        "Content-Type: text/plain; charset=utf-8",
        "",
        "See below.",
        "--b",
        "Content-Type: message/rfc822",
        "Content-Disposition: attachment; filename=original.eml",
        "",
        "From: inner@example.org",
        "Subject: inner",
        "",
        "Inner text.",
        "--b--",
        "",
      ].join("\r\n"),
      { text: "See below.", attachments: ["original.eml"] },
    ),
  ];
}
