import { headerOf, type MimePart } from "./mailbox-mime.ts";

/** The parts of a message that hold no others. */
export function partsOf(part: MimePart): MimePart[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(partsOf);
}

/** Whether a header, or any of them, holds a text; case does not count. */
export function headerHolds(part: MimePart, name: string | undefined, text: string): boolean {
  const header = name === undefined ? part.head : headerOf(part, name);
  return header !== undefined && holds(decodeWords(header), text);
}

/** Whether one of a message's texts holds a text; case does not count. */
export function bodyHolds(message: MimePart, text: string): boolean {
  return partsOf(message).some((part) => part.type.startsWith("text/") && holds(decodedBody(part), text));
}

/** A part's text, its transfer encoding and UTF-8 undone. */
function decodedBody(part: MimePart): string {
  const encoding = headerOf(part, "content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64") return Buffer.from(part.body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return Buffer.from(part.body, "latin1").toString("utf8");
  const bytes = part.body
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Encoded words (RFC 2047) of UTF-8 in base64, as this sandbox writes them. */
function decodeWords(header: string): string {
  const decoded = header.replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, encoded: string) =>
    Buffer.from(encoded, "base64").toString("latin1"),
  );
  return Buffer.from(decoded, "latin1").toString("utf8");
}

function holds(whole: string, part: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}
