import type { SearchObject } from "imapflow";
import type { AddressField, Filter, FilterTerm } from "./filter.ts";

/** Server extensions that express a term better than plain IMAP. */
export interface SearchAbilities {
  /** X-GM-EXT-1: the server supports `has:attachment`. */
  gmail: boolean;
  /**
   * WITHIN (RFC 5032): times are exact to the second. imapflow sends `since` and `before` as YOUNGER and
   * OLDER.
   */
  within: boolean;
}

/** Reads which search extensions a server supports from its capabilities. */
export function readSearchAbilities(
  capabilities: Pick<ReadonlyMap<string, unknown>, "has">,
): SearchAbilities {
  return { gmail: capabilities.has("X-GM-EXT-1"), within: capabilities.has("WITHIN") };
}

/** Facts available without reading the body. A field that the server did not send is `undefined`. */
export interface MessageFacts {
  /** Milliseconds since the epoch. */
  receivedAt: number | undefined;
  hasAttachment: boolean | undefined;
  /** In comparable form (toComparableAddress). */
  addresses: Readonly<Record<AddressField, readonly string[]>> | undefined;
}

/** Facts to fetch before a message can be checked against a filter. */
export type NeededFacts = Readonly<Record<keyof MessageFacts, boolean>>;

/** Returns whether a message matches a filter, or `undefined` if undecided. An unknown time never matches. */
type Check = (facts: MessageFacts) => boolean | undefined;

/**
 * A filter as an IMAP search. `query` finds every matching message and possibly more; `keeps` then decides.
 * Without `keeps`, the query is exact.
 */
export interface FilterSearch {
  query: SearchObject;
  keeps?: Check;
  /** Facts that `keeps` needs. */
  needs: NeededFacts;
  /**
   * A second search, for messages whose subject the server cannot decode because a character is split
   * between two encoded words. `matches` checks the subject as decoded here.
   */
  undecoded?: { query: SearchObject; matches(subject: string): boolean };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Margin for SINCE and BEFORE, which compare days in the server's time zone, at most 14 hours from UTC. */
const DAY_MARGIN_MS = DAY_MS;
/** Margin for YOUNGER and OLDER, which use the server's clock. */
const CLOCK_MARGIN_MS = 15 * MINUTE_MS;

/** Plans the IMAP search for a filter. `now` is in milliseconds since the epoch. */
export function planSearch({ terms }: Filter, abilities: SearchAbilities, now: number): FilterSearch {
  const createQuery = (all: readonly FilterTerm[]) =>
    all
      .flatMap((term) => createCondition(term, abilities, now) ?? [])
      .reduceRight<SearchObject | undefined>(combineConditions, undefined) ?? { all: true };
  const query = createQuery(terms);
  const checks = terms.flatMap((term) => createCheck(term, abilities) ?? []);
  const needs = {
    receivedAt: terms.some(({ type }) => type === "received"),
    hasAttachment: !abilities.gmail && terms.some(({ type }) => type === "attachment"),
    addresses: terms.some(({ type }) => type === "address"),
  };
  const subjects = terms.filter(isNonAsciiSubject);
  const undecoded = subjects.length > 0 && {
    query: createQuery(terms.map((term) => (isNonAsciiSubject(term) ? { ...term, value: "\uFFFD" } : term))),
    matches: (subject: string) => subjects.every(({ value }) => foldCase(subject).includes(foldCase(value))),
  };
  if (checks.length === 0) return { query, needs, ...(undecoded && { undecoded }) };
  return {
    query,
    ...(undecoded && { undecoded }),
    keeps: (facts) => combineChecks(checks.map((check) => check(facts))),
    needs,
  };
}

function isNonAsciiSubject(term: FilterTerm): term is Extract<FilterTerm, { type: "text" }> {
  return term.type === "text" && term.field === "subject" && !term.negated && NOT_ASCII.test(term.value);
}

function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function combineChecks(results: readonly (boolean | undefined)[]): boolean | undefined {
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

/**
 * Combines two conditions. imapflow unfolds an `or` with one entry, so the same key may occur twice: `{from:
 * "a", or: [{from: "b"}]}` becomes FROM a FROM b.
 */
function combineConditions(rest: SearchObject | undefined, condition: SearchObject): SearchObject {
  return rest ? { ...condition, or: [rest] } : condition;
}

function createCondition(
  term: FilterTerm,
  abilities: SearchAbilities,
  now: number,
): SearchObject | undefined {
  switch (term.type) {
    case "flag":
      return { [term.flag]: term.set };
    case "text":
      return negate(
        term.negated,
        term.field === "message_id" ? { header: { "Message-ID": term.value } } : { [term.field]: term.value },
      );
    case "address":
      return createAddressCondition(term);
    case "size":
      return negate(term.negated, { [term.bound]: term.bytes });
    case "attachment":
      return abilities.gmail ? negate(!term.present, { gmraw: "has:attachment" }) : undefined;
    case "received":
      return createReceivedCondition(term, abilities.within ? CLOCK_MARGIN_MS : DAY_MARGIN_MS, now);
  }
}

type AddressTerm = Extract<FilterTerm, { type: "address" }>;

/**
 * Creates the condition for an address. Servers search for a substring of the header, which also finds
 * look-alikes and names that contain the address. Negated terms are therefore not sent, because the server
 * would exclude messages that must be found.
 */
function createAddressCondition({ field, anyOf, negated }: AddressTerm): SearchObject | undefined {
  if (negated) return undefined;
  const parts = anyOf.flatMap((address) => findUnambiguousPart(address) ?? []);
  if (parts.length < anyOf.length) return undefined;
  // Written as NOT (NOT a NOT b), because combineConditions already uses the key `or`.
  const none = parts
    .map((part) => ({ not: { [field]: part } }))
    .reduceRight<SearchObject | undefined>(combineConditions, undefined);
  return parts.length === 1 ? { [field]: parts[0] } : { not: none ?? {} };
}

const NOT_ASCII = /\P{ASCII}/u;

/**
 * Returns the part of an address that headers write in only one way, or `undefined` otherwise. An
 * internationalized domain may be written in two ways, and not every server supports non-ASCII letters.
 */
function findUnambiguousPart(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const parts = [
    NOT_ASCII.test(local) ? "" : local,
    NOT_ASCII.test(domain) || /\bxn--/.test(domain) ? "" : domain,
  ];
  const part = parts.join("@");
  return part === "@" ? undefined : part;
}

/**
 * Creates the condition for a time limit, widened by the server's margin. Returns no limit if the widened one
 * is before a future time, or since a time before e-mail existed.
 */
function createReceivedCondition(
  { bound, at }: Extract<FilterTerm, { type: "received" }>,
  marginMs: number,
  now: number,
): SearchObject | undefined {
  if (bound === "since") {
    const since = Math.min(at, now) - marginMs;
    return since < DAY_MS ? undefined : { since: new Date(since) };
  }
  const before = Math.max(at, DAY_MS) + marginMs;
  return before > now - MINUTE_MS ? undefined : { before: new Date(before) };
}

function createCheck(term: FilterTerm, { gmail }: SearchAbilities): Check | undefined {
  if (term.type === "attachment" && !gmail)
    return ({ hasAttachment }) => (hasAttachment === undefined ? undefined : hasAttachment === term.present);
  if (term.type === "address") return createAddressCheck(term);
  if (term.type !== "received") return undefined;
  const { bound, at } = term;
  return ({ receivedAt }) =>
    receivedAt !== undefined && (bound === "since" ? receivedAt >= at : receivedAt < at);
}

/**
 * Creates the check of an address term. If a message's addresses are unreadable, a negated term matches, so
 * that a filter that only excludes mail never drops a message by mistake.
 */
function createAddressCheck({ field, anyOf, negated }: AddressTerm): Check {
  const wanted = new Set(anyOf);
  const isWanted = (address: string) =>
    wanted.has(address) || wanted.has(address.slice(address.lastIndexOf("@")));
  return ({ addresses }) => {
    if (addresses === undefined) return negated || undefined;
    return addresses[field].some(isWanted) !== negated;
  };
}

function negate(negated: boolean, query: SearchObject): SearchObject {
  return negated ? { not: query } : query;
}
