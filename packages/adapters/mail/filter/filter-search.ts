import type { SearchObject } from "imapflow";
import type { AddressField, Filter, FilterTerm } from "./filter.ts";

/** Extensions of the server that say a term better than plain IMAP does. */
export interface SearchAbilities {
  /** X-GM-EXT-1: the server knows `has:attachment` itself. */
  gmail: boolean;
  /**
   * WITHIN (RFC 5032): times to the second; imapflow then sends `since` and `before` as YOUNGER and OLDER.
   */
  within: boolean;
}

/** Returns the search extensions that a server's capabilities announce. */
export function searchAbilities(capabilities: Pick<ReadonlyMap<string, unknown>, "has">): SearchAbilities {
  return { gmail: capabilities.has("X-GM-EXT-1"), within: capabilities.has("WITHIN") };
}

/** Facts that are known without reading the message. A field that the server did not send is `undefined`. */
export interface MessageFacts {
  /** Milliseconds since the epoch. */
  receivedAt: number | undefined;
  hasAttachment: boolean | undefined;
  /** As comparableAddress writes them. */
  addresses: Readonly<Record<AddressField, readonly string[]>> | undefined;
}

/** Facts that must be fetched before a message can be checked against a filter. */
export type NeededFacts = Readonly<Record<keyof MessageFacts, boolean>>;

/** Checks whether a message matches a filter; returns `undefined` when these facts do not decide it. */
type Check = (facts: MessageFacts) => boolean | undefined;

/**
 * A filter as a search: `query` finds every message that matches, and perhaps more; `keeps` then decides.
 * Without `keeps`, the query alone is exact.
 */
export interface FilterSearch {
  query: SearchObject;
  keeps?: Check;
  /** Facts that `keeps` needs. */
  needs: NeededFacts;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * Margin around SINCE and BEFORE. They compare days in the zone the server keeps its dates in, which is at
 * most 14 hours off.
 */
const DAY_MARGIN_MS = DAY_MS;
/** YOUNGER and OLDER are counted by the server's clock, which may differ from ours. */
const CLOCK_MARGIN_MS = 15 * MINUTE_MS;

/** Plans the search for a filter. `now` in milliseconds since the epoch. */
export function filterSearch({ terms }: Filter, abilities: SearchAbilities, now: number): FilterSearch {
  const conditions = terms.flatMap((term) => condition(term, abilities, now) ?? []);
  const checks = terms.flatMap((term) => check(term, abilities) ?? []);
  const query = conditions.reduceRight<SearchObject | undefined>(and, undefined) ?? { all: true };
  const needs = {
    receivedAt: terms.some(({ type }) => type === "received"),
    hasAttachment: !abilities.gmail && terms.some(({ type }) => type === "attachment"),
    addresses: terms.some(({ type }) => type === "address"),
  };
  if (checks.length === 0) return { query, needs };
  return { query, keeps: (facts) => allHold(checks.map((holds) => holds(facts))), needs };
}

function allHold(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

/**
 * imapflow unfolds an `or` of one entry, so the same key may stand twice: `{from: "a", or: [{from: "b"}]}` is
 * FROM a FROM b.
 */
function and(rest: SearchObject | undefined, condition: SearchObject): SearchObject {
  return rest ? { ...condition, or: [rest] } : condition;
}

function condition(term: FilterTerm, abilities: SearchAbilities, now: number): SearchObject | undefined {
  switch (term.type) {
    case "flag":
      return { [term.flag]: term.set };
    case "text":
      return negate(
        term.negated,
        term.field === "message_id" ? { header: { "Message-ID": term.value } } : { [term.field]: term.value },
      );
    case "address":
      return addressCondition(term);
    case "size":
      return negate(term.negated, { [term.bound]: term.bytes });
    case "attachment":
      return abilities.gmail ? negate(!term.present, { gmraw: "has:attachment" }) : undefined;
    case "received":
      return receivedCondition(term, abilities.within ? CLOCK_MARGIN_MS : DAY_MARGIN_MS, now);
  }
}

type AddressTerm = Extract<FilterTerm, { type: "address" }>;

/**
 * A server looks for a part of the header, which also finds look-alikes and names that hold the address. A
 * negated term is therefore not asked for: the server would leave out messages that must stay.
 */
function addressCondition({ field, anyOf, negated }: AddressTerm): SearchObject | undefined {
  if (negated) return undefined;
  const parts = anyOf.flatMap((address) => headerPart(address) ?? []);
  if (parts.length < anyOf.length) return undefined;
  // Not one of them is missing: an `or` of several would be in the way of the one that `and` makes.
  const none = parts
    .map((part) => ({ not: { [field]: part } }))
    .reduceRight<SearchObject | undefined>(and, undefined);
  return parts.length === 1 ? { [field]: parts[0] } : { not: none ?? {} };
}

const NOT_ASCII = /\P{ASCII}/u;

/**
 * The part of an address that stands in a header in one form only: an internationalised domain may stand
 * there in two, and not every server knows letters beyond ASCII. `undefined` where there is no such part.
 */
function headerPart(address: string): string | undefined {
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
 * A bound the server may widen, and none where it could not say it: before a time to come, since a time
 * before there was mail.
 */
function receivedCondition(
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

function check(term: FilterTerm, { gmail }: SearchAbilities): Check | undefined {
  if (term.type === "attachment" && !gmail)
    return ({ hasAttachment }) => (hasAttachment === undefined ? undefined : hasAttachment === term.present);
  if (term.type === "address") return addressCheck(term);
  if (term.type !== "received") return undefined;
  const { bound, at } = term;
  return ({ receivedAt }) =>
    receivedAt !== undefined && (bound === "since" ? receivedAt >= at : receivedAt < at);
}

/**
 * Of a message whose addresses cannot be read, a negated term holds: no mail is lost to a filter that only
 * leaves some out.
 */
function addressCheck({ field, anyOf, negated }: AddressTerm): Check {
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
