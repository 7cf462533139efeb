import { headerOf, type MimePart, parseParameters } from "./mailbox-mime.ts";

/**
 * Returns a string on the wire as bytes (latin1): quoted if possible, otherwise a literal. Returns NIL for
 * `undefined`.
 */
export function imapString(value: string | undefined): string {
  if (value === undefined) return "NIL";
  if (/^[\x20-\x7e]*$/.test(value)) return `"${value.replace(/["\\]/g, "\\$&")}"`;
  return imapLiteral(value);
}

export function imapLiteral(value: string): string {
  return `{${value.length}}\r\n${value}`;
}

/** Returns a mailbox's name in modified UTF-7 (RFC 3501, 5.1.3). */
export function wireName(name: string): string {
  return name.replaceAll("&", "&-").replace(/[^\x20-\x7e]+/g, (run) => {
    const utf16 = Buffer.from(run, "utf16le").swap16().toString("base64");
    return `&${utf16.replace(/=+$/, "").replaceAll("/", ",")}-`;
  });
}

/** Returns the ENVELOPE of a message (RFC 3501, 7.4.2), with its headers unchanged. */
export function envelope(part: MimePart): string {
  const text = (name: string) => imapString(headerOf(part, name));
  const addresses = (name: string) => addressList(headerOf(part, name));
  const from = addresses("from");
  return `(${[
    text("date"),
    text("subject"),
    from,
    headerOf(part, "sender") === undefined ? from : addresses("sender"),
    headerOf(part, "reply-to") === undefined ? from : addresses("reply-to"),
    addresses("to"),
    addresses("cc"),
    addresses("bcc"),
    text("in-reply-to"),
    text("message-id"),
  ].join(" ")})`;
}

function addressList(header: string | undefined): string {
  const addresses = (header?.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []).map((entry) => {
    const [, name, angled] = /^(.*)<([^<>]*)>\s*$/s.exec(entry) ?? [];
    const address = (angled ?? entry).trim();
    const at = address.lastIndexOf("@");
    const shown = name
      ?.trim()
      .replace(/^"(.*)"$/s, "$1")
      .replace(/\\(.)/g, "$1");
    return `(${imapString(shown || undefined)} NIL ${imapString(address.slice(0, at))} ${imapString(address.slice(at + 1))})`;
  });
  return addresses.length === 0 ? "NIL" : `(${addresses.join("")})`;
}

/** Returns the BODYSTRUCTURE of a part (RFC 3501, 7.4.2). */
export function bodyStructure(part: MimePart): string {
  const [type = "", subtype = ""] = part.type.toUpperCase().split("/");
  const parameters = parameterList(part.parameters);
  const disposition = dispositionOf(part);
  if (type === "MULTIPART") {
    const inner = part.parts.map(bodyStructure).join("");
    return `(${inner} "${subtype}" ${parameters} ${disposition} NIL NIL)`;
  }
  const encoding = (headerOf(part, "content-transfer-encoding") ?? "7bit").toUpperCase();
  const contentId = headerOf(part, "content-id");
  const fields = [
    `"${type}"`,
    `"${subtype}"`,
    parameters,
    contentId === undefined ? "NIL" : imapString(contentId),
    "NIL",
    imapString(encoding),
    part.body.length,
  ];
  const [enclosed] = part.parts;
  if (enclosed) fields.push(envelope(enclosed), bodyStructure(enclosed));
  if (enclosed || type === "TEXT") fields.push(part.body.split("\r\n").length - 1);
  return `(${[...fields, "NIL", disposition, "NIL", "NIL"].join(" ")})`;
}

function dispositionOf(part: MimePart): string {
  const header = headerOf(part, "content-disposition");
  if (header === undefined) return "NIL";
  const { value, parameters } = parseParameters(header);
  return `("${value.toUpperCase()}" ${parameterList(parameters)})`;
}

function parameterList(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `"${name.toUpperCase()}" ${imapString(value)}`,
  );
  return pairs.length === 0 ? "NIL" : `(${pairs.join(" ")})`;
}
