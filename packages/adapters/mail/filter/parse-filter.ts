import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { toComparableAddress } from "./comparable-address.ts";
import type { AddressField, Filter, FilterTerm, TextField } from "./filter.ts";
import { checkValue, createWordError, type FilterWord, splitFilter } from "./filter-words.ts";

const KNOWN =
  "is:unread, is:read, is:starred, is:flagged, is:answered, is:draft, from:, to:, cc:, bcc: (an address, a part, or me), subject:, " +
  "body:, newer_than:24h, " +
  "older_than:7d, after:2026-01-31, since:, before:, has:attachment, larger:5M, smaller:100K, in:MAILBOX, message-id:, and plain " +
  "words; - before a term negates it";

const FLAGS = new Map<string, Pick<Extract<FilterTerm, { type: "flag" }>, "flag" | "set">>([
  ["unread", { flag: "seen", set: false }],
  ["read", { flag: "seen", set: true }],
  ["starred", { flag: "flagged", set: true }],
  ["flagged", { flag: "flagged", set: true }],
  ["answered", { flag: "answered", set: true }],
  ["draft", { flag: "draft", set: true }],
]);

const SIZE_UNITS = new Map([
  ["", 1],
  ["k", 1024],
  ["m", 1024 ** 2],
  ["g", 1024 ** 3],
]);
/** Largest IMAP number, which has 32 bits (RFC 3501, 9). */
const LARGEST = 2 ** 32 - 1;

/** Context for reading terms. */
interface Reading {
  /** Milliseconds since the epoch. */
  now: number;
  /** The account's own addresses, in the form of toComparableAddress. */
  own: readonly string[];
}

type TermReader = (word: FilterWord, reading: Reading) => FilterTerm;

const createTextReader =
  (field: TextField): TermReader =>
  ({ value, negated }) => ({ type: "text", field, value, negated });

/** Matches an optional local part with a domain or a bracketed IP address, also inside angle brackets. */
const ADDRESS = /^<?([^\s<>()[\],;:@"\\]*@(?:[\p{L}\p{N}\p{M}.-]+|\[[\da-f.:]+\]))>?$/iu;

/**
 * Reads a value with `@` as an address and `me` as the account's own addresses. Anything else is part of a
 * name or an address.
 */
const createAddressReader =
  (field: AddressField): TermReader =>
  (word, { own }) => {
    const { value, negated } = word;
    if (value.toLowerCase() === "me")
      return { type: "address", field, anyOf: requireOwnAddresses(word, own), negated };
    if (!value.includes("@")) return { type: "text", field, value, negated };
    const written = toComparableAddress(ADDRESS.exec(value.trim())?.[1] ?? "");
    if (written !== undefined) return { type: "address", field, anyOf: [written], negated };
    const help = "Write only the address, such as ada@example.com, or @example.com for its whole domain.";
    throw createWordError(word, "must give one e-mail address", help);
  };

function requireOwnAddresses(word: FilterWord, [first, ...rest]: readonly string[]): [string, ...string[]] {
  if (first !== undefined) return [first, ...rest];
  const help =
    "Write the address instead of me, or set metadata.from_address of the credential to the mailbox's address.";
  throw createWordError(word, "means the account's own address, but the credential does not have one", help);
}

const createSizeReader =
  (bound: "larger" | "smaller"): TermReader =>
  (word) => {
    const match = /^(\d{1,10})([kmg]?)b?$/i.exec(word.value);
    const bytes = Number(match?.[1]) * (SIZE_UNITS.get(match?.[2]?.toLowerCase() ?? "") ?? 1);
    if (bytes >= 1 && bytes <= LARGEST) return { type: "size", bound, bytes, negated: word.negated };
    throw createWordError(word, "must give a size of 1 to 4095M, such as 5M, 100K or 2000");
  };

const createTimeReader =
  (bound: "since" | "before", moment: (value: string, now: number) => number | undefined, form: string) =>
  (word: FilterWord, { now }: Reading): FilterTerm => {
    const at = moment(word.value, now);
    if (at === undefined) throw createWordError(word, `must give ${form}`);
    const opposite = bound === "since" ? "before" : "since";
    return { type: "received", bound: word.negated ? opposite : bound, at };
  };

const SPAN = "a span such as 24h, 7d, 2w, 3m (months) or 1y";
const DAY = "a day such as 2026-01-31 (UTC)";

const READERS = new Map<string, TermReader>([
  ["from", createAddressReader("from")],
  ["to", createAddressReader("to")],
  ["cc", createAddressReader("cc")],
  ["bcc", createAddressReader("bcc")],
  ["subject", createTextReader("subject")],
  ["body", createTextReader("body")],
  ["message-id", createTextReader("message_id")],
  ["larger", createSizeReader("larger")],
  ["smaller", createSizeReader("smaller")],
  ["newer_than", createTimeReader("since", parseAge, SPAN)],
  ["older_than", createTimeReader("before", parseAge, SPAN)],
  ["after", createTimeReader("since", parseDayStart, DAY)],
  ["since", createTimeReader("since", parseDayStart, DAY)],
  ["before", createTimeReader("before", parseDayStart, DAY)],
  ["is", parseFlag],
  ["has", parseAttachment],
]);

/**
 * Parses a filter: terms separated by spaces, all of which must match. `now` is in milliseconds since the
 * epoch. `own` holds the account's addresses, for `me`. Throws AdapterValidationError that states the
 * problem. Never ignores part of the text.
 */
export function parseFilter(query: string, now: number, own: readonly string[] = []): Filter {
  const words = splitFilter(query);
  const mailboxes = words.filter(({ key }) => key === "in");
  const terms = words.filter(({ key }) => key !== "in").map((word) => readTerm(word, { now, own }));
  const [mailbox, second] = mailboxes;
  if (second) throw createWordError(second, "is a second mailbox; a search covers only one");
  if (!mailbox) return { terms };
  if (mailbox.negated) throw createWordError(mailbox, "cannot be negated: a search covers only one mailbox");
  checkValue(mailbox);
  return { mailbox: mailbox.value, terms };
}

/**
 * Returns the mailbox to search: the filter's, the `mailbox` argument's, or INBOX. Throws
 * AdapterValidationError if the two differ.
 */
export function filterMailbox(filter: Filter, argument: string | undefined): string {
  const mailbox = normalizeMailboxName(filter.mailbox ?? argument ?? "INBOX");
  if (argument === undefined || normalizeMailboxName(argument) === mailbox) return mailbox;
  throw new AdapterValidationError("query: the in: term and the mailbox argument are different mailboxes.");
}

/** Returns a mailbox name. INBOX is the only case-insensitive name (RFC 3501, 5.1). */
function normalizeMailboxName(name: string): string {
  return name.toUpperCase() === "INBOX" ? "INBOX" : name;
}

function readTerm(word: FilterWord, reading: Reading): FilterTerm {
  const reader = word.key === undefined ? createTextReader("text") : READERS.get(word.key);
  if (!reader) {
    const hint = `The known terms are ${KNOWN}. To search for text with a colon, put it in quotes.`;
    throw createWordError(word, "is not a known term", hint);
  }
  checkValue(word);
  return reader(word, reading);
}

function parseFlag(word: FilterWord): FilterTerm {
  const found = FLAGS.get(word.value.toLowerCase());
  if (!found) throw createWordError(word, `is not known; is: takes ${[...FLAGS.keys()].join(", ")}`);
  return { type: "flag", flag: found.flag, set: found.set !== word.negated };
}

function parseAttachment(word: FilterWord): FilterTerm {
  if (word.value.toLowerCase() === "attachment") return { type: "attachment", present: !word.negated };
  throw createWordError(word, "is not known; has: takes attachment");
}

const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

/**
 * Returns the time `24h`, `7d`, `2w`, `3m` (months) or `1y` before now, or `undefined` for any other text.
 */
function parseAge(text: string, now: number): number | undefined {
  const match = /^(\d{1,5})([hdwmy])$/i.exec(text);
  const count = Number(match?.[1]);
  const unit = match?.[2]?.toLowerCase();
  if (unit === undefined || count === 0) return undefined;
  const ms = UNIT_MS[unit];
  if (ms !== undefined) return now - count * ms;
  return subtractMonths(now, unit === "y" ? count * 12 : count);
}

/**
 * Returns the start of the day `2026-01-31` or `2026/1/31` in UTC, or `undefined` if there is no such day.
 */
function parseDayStart(text: string): number | undefined {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

/** Subtracts months, clamped to the last day of the month. */
function subtractMonths(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
