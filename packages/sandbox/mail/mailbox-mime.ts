/** One part of a message, parsed from its raw bytes. Text is kept as bytes (latin1), as on the wire. */
export interface MimePart {
  /** The header block with its line ends, without the empty line after it. */
  head: string;
  body: string;
  /** In lower case, for example `text/plain`. */
  type: string;
  parameters: Readonly<Record<string, string>>;
  /** The parts of a multipart, or the enclosed message. Empty otherwise. */
  parts: readonly MimePart[];
}

/** Returns the value of the first header with this name, unfolded, or `undefined`. */
export function headerOf({ head }: Pick<MimePart, "head">, name: string): string | undefined {
  const unfolded = head.replace(/\r\n(?=[ \t])/g, "");
  const line = unfolded.split("\r\n").find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

/**
 * Parses a header such as `attachment; filename="a.txt"`. Returns its value in lower case and its parameters.
 */
export function parseParameters(header: string): { value: string; parameters: Record<string, string> } {
  const [value = ""] = header.split(";");
  const pairs = header.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g);
  const parameters = Object.fromEntries(
    [...pairs].map(([, name = "", quoted, plain]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "",
    ]),
  );
  return { value: value.trim().toLowerCase(), parameters };
}

/** Parses a message (RFC 5322 and 2045). Never throws: anything that is not MIME is text. */
export function parseMime(raw: string): MimePart {
  const [head, body] = splitHead(raw);
  const { value, parameters } = parseParameters(headerOf({ head }, "content-type") ?? "");
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : "text/plain";
  const part = { head, body, type, parameters };
  if (type === "message/rfc822") return { ...part, parts: [parseMime(body)] };
  const { boundary } = parameters;
  if (!type.startsWith("multipart/") || !boundary) return { ...part, parts: [] };
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1);
  const end = pieces.findIndex((piece) => piece.startsWith("--"));
  const inner = (end === -1 ? pieces : pieces.slice(0, end)).map((piece) => piece.replace(/^[ \t]*\r\n/, ""));
  // Like Dovecot, gives a multipart without parts one empty part.
  return { ...part, parts: (inner.length === 0 ? [""] : inner).map(parseMime) };
}

function splitHead(raw: string): [head: string, body: string] {
  if (raw.startsWith("\r\n")) return ["", raw.slice(2)];
  const end = raw.indexOf("\r\n\r\n");
  return end === -1 ? [raw, ""] : [raw.slice(0, end + 2), raw.slice(end + 4)];
}
