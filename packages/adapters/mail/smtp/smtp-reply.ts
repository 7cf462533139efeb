/** A mail server's no (RFC 5321 4.2), with its enhanced status code (RFC 3463) where it gives one. */
export interface SmtpReply {
  /** 400 to 599. */
  code: number;
  /** Such as `5.7.8`. */
  enhanced: string | undefined;
  /** Its lines as one, without the codes. Not cut: half a secret is not known for one. */
  text: string;
}

const LINE = /^([45]\d\d)(?:[ -]|$)(?:([45]\.\d{1,3}\.\d{1,3})(?:[ :]|$))?/;

/** A reply that refuses; `undefined` for anything else a server may have said. */
export function refusingReply(response: string | undefined): SmtpReply | undefined {
  const lines = (response ?? "").split(/\r?\n/);
  const match = LINE.exec(lines[0] ?? "");
  if (match === null) return undefined;
  const text = lines.map((line) => line.replace(LINE, "").trim()).join(" ");
  return { code: Number(match[1]), enhanced: match[2], text: text.trim() };
}

/** `550-5.1.1`, for the log and for tables. */
export function replyCode({ code, enhanced }: SmtpReply): string {
  return enhanced === undefined ? String(code) : `${code}-${enhanced}`;
}

/** `550 5.1.1 No such user`, for people. */
export function replyText({ code, enhanced, text }: SmtpReply): string {
  return [code, enhanced, text].filter((part) => part !== undefined && part !== "").join(" ");
}
