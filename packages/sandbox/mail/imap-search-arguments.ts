import type { ImapArgument } from "./imap-command.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Thrown for a search that the server cannot parse. The response is BAD, or NO with a code. */
export class BadSearch extends Error {
  override readonly name = "BadSearch";
  readonly status: "NO" | "BAD";

  constructor(message: string, status: "NO" | "BAD" = "BAD") {
    super(message);
    this.status = status;
  }
}

/** Returns an argument in capitals, or "" for a list. */
export function word(argument: ImapArgument | undefined): string {
  return typeof argument === "string" ? argument.toUpperCase() : "";
}

/** Takes the next argument as text. Throws BadSearch, like the functions below. */
export function takeText(rest: ImapArgument[]): string {
  const argument = rest.shift();
  if (typeof argument === "string") return argument;
  throw new BadSearch("Missing argument of a search key");
}

export function takeNumber(rest: ImapArgument[]): number {
  const digits = takeText(rest);
  if (!/^\d+$/.test(digits) || Number(digits) >= 2 ** 32) throw new BadSearch("Invalid number");
  return Number(digits);
}

export function takePositive(rest: ImapArgument[]): number {
  const value = takeNumber(rest);
  if (value === 0) throw new BadSearch("Invalid interval");
  return value;
}

/** Takes a date such as `1-Feb-2026`. Returns the start of the day in milliseconds since the epoch. */
export function takeDate(rest: ImapArgument[]): number {
  const match = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/.exec(takeText(rest));
  const month = MONTHS.indexOf(match?.[2] ?? "");
  if (!match || month === -1) throw new BadSearch("Invalid date");
  return Date.UTC(Number(match[3]), month, Number(match[1]));
}
