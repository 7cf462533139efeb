import { headerOf, type MimePart } from "@plumbline/sandbox/mail/mailbox-mime.ts";

/** A header with its encoded words (RFC 2047) read. */
export function decodedHeader(part: Pick<MimePart, "head">, name: string): string | undefined {
  return headerOf(part, name)
    ?.replace(/\?=\s+=\?/g, "?==?")
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat([...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(wordBytes)).toString("utf8"),
    );
}

function wordBytes([, encoding = "", text = ""]: RegExpMatchArray): Buffer {
  return encoding.toLowerCase() === "b"
    ? Buffer.from(text, "base64")
    : quotedPrintable(text.replaceAll("_", " "));
}

/** A part's content as its sender had it. */
export function decodedBody(part: MimePart): Buffer {
  const encoding = headerOf(part, "content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64") return Buffer.from(part.body, "base64");
  return encoding === "quoted-printable" ? quotedPrintable(part.body) : Buffer.from(part.body);
}

function quotedPrintable(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, "");
  const bytes = joined.replace(/=([\dA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1");
}
