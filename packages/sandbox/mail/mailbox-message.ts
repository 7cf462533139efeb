/** Content of a raw message. */
export interface MessageSeed {
  from?: string;
  to?: string;
  cc?: string;
  subject?: string;
  messageId?: string;
  /** The Date header. */
  date?: string;
  text?: string;
  html?: string;
  attachments?: readonly { filename: string; contentType: string; content: string | Buffer }[];
  /** Further headers, sent unchanged. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Composes the raw message (RFC 5322, MIME). Encodes non-ASCII text as encoded words in headers and base64 in
 * bodies.
 */
export function composeSeedMessage(seed: MessageSeed): Buffer {
  const { from = "Ada <ada@example.com>", to = "Grace <grace@example.com>", subject = "" } = seed;
  const headers = Object.entries({
    From: encodeNames(from),
    To: encodeNames(to),
    ...(seed.cc === undefined ? {} : { Cc: encodeNames(seed.cc) }),
    Subject: encodeWord(subject),
    ...(seed.date === undefined ? {} : { Date: seed.date }),
    ...(seed.messageId === undefined ? {} : { "Message-ID": seed.messageId }),
    "MIME-Version": "1.0",
    ...seed.headers,
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(head + content(seed));
}

function content({ text = "", html, attachments = [] }: MessageSeed): string {
  const plain = textEntity("plain", text);
  const readable = html === undefined ? plain : multipart("alternative", [plain, textEntity("html", html)]);
  if (attachments.length === 0) return readable;
  const attached = attachments.map(({ filename, contentType, content: bytes }) => {
    const name = encodeWord(filename).replaceAll('"', "");
    const disposition = `Content-Disposition: attachment; filename="${name}"\r\n`;
    return `Content-Type: ${contentType}\r\n${disposition}Content-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}`;
  });
  return multipart("mixed", [readable, ...attached]);
}

function textEntity(subtype: "plain" | "html", text: string): string {
  const body = text.replace(/\r?\n/g, "\r\n");
  const type = `Content-Type: text/${subtype}; charset=utf-8\r\n`;
  if (isAscii(body)) return `${type}Content-Transfer-Encoding: 7bit\r\n\r\n${body}`;
  return `${type}Content-Transfer-Encoding: base64\r\n\r\n${base64(body)}`;
}

function multipart(subtype: "mixed" | "alternative", entities: readonly string[]): string {
  const boundary = `=_${subtype}`;
  const parts = entities.map((entity) => `--${boundary}\r\n${entity}\r\n`).join("");
  return `Content-Type: multipart/${subtype}; boundary="${boundary}"\r\n\r\n${parts}--${boundary}--\r\n`;
}

/** Returns an encoded word (RFC 2047) if the text needs one. */
function encodeWord(text: string): string {
  return isAscii(text) ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
}

/** Encodes the display names in `Name <address>, …`. */
function encodeNames(addresses: string): string {
  return addresses.replace(/[^<>,]*(?=<)/g, (name) => (isAscii(name) ? name : `${encodeWord(name.trim())} `));
}

function base64(content: string | Buffer): string {
  const encoded = Buffer.from(content).toString("base64");
  return (encoded.match(/.{1,76}/g) ?? []).join("\r\n");
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
