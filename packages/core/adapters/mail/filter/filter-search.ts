import type { SearchObject } from "imapflow";
import type { Filter, FilterTerm } from "./filter.ts";

/** Extensions of the server that say a term better than plain IMAP does. */
export interface SearchAbilities {
  /** X-GM-EXT-1: the server knows `has:attachment` itself. */
  gmail: boolean;
  /** WITHIN (RFC 5032): times to the second; imapflow then sends `since` and `before` as YOUNGER and OLDER. */
  within: boolean;
}

/** What the capabilities a server names say of that. */
export function searchAbilities(capabilities: Pick<ReadonlyMap<string, unknown>, "has">): SearchAbilities {
  return { gmail: capabilities.has("X-GM-EXT-1"), within: capabilities.has("WITHIN") };
}

/** What is known of a message without reading it; a field the server did not tell is `undefined`. */
export interface MessageFacts {
  /** Milliseconds since the epoch. */
  receivedAt: number | undefined;
  hasAttachment: boolean | undefined;
}

/**
 * How a filter is carried out: `query` finds every message the filter means and perhaps more, `keeps` then decides. Without
 * `keeps` the query alone is exact.
 */
export interface FilterSearch {
  query: SearchObject;
  keeps?: (facts: MessageFacts) => boolean;
  /** Whether `keeps` asks for attachments, which takes the message's structure. */
  needsStructure: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** SINCE and BEFORE know days of whatever zone the server keeps its dates in, which are at most 14 hours off. */
const DAY_MARGIN_MS = DAY_MS;
/** YOUNGER and OLDER are counted by the server's clock, which may differ from ours. */
const CLOCK_MARGIN_MS = 15 * MINUTE_MS;

/** Plans the search for a filter. `now` in milliseconds since the epoch. */
export function filterSearch({ terms }: Filter, abilities: SearchAbilities, now: number): FilterSearch {
  const conditions = terms.flatMap((term) => condition(term, abilities, now) ?? []);
  const checks = terms.flatMap((term) => check(term, abilities) ?? []);
  const query = conditions.reduceRight<SearchObject | undefined>(and, undefined) ?? { all: true };
  const needsStructure = !abilities.gmail && terms.some(({ type }) => type === "attachment");
  if (checks.length === 0) return { query, needsStructure };
  return { query, keeps: (facts) => checks.every((holds) => holds(facts)), needsStructure };
}

/** imapflow unfolds an `or` of one entry, so the same key may stand twice: `{from: "a", or: [{from: "b"}]}` is FROM a FROM b. */
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
    case "size":
      return negate(term.negated, { [term.bound]: term.bytes });
    case "attachment":
      return abilities.gmail ? negate(!term.present, { gmraw: "has:attachment" }) : undefined;
    case "received":
      return receivedCondition(term, abilities.within ? CLOCK_MARGIN_MS : DAY_MARGIN_MS, now);
  }
}

/** A bound the server may widen, and none where it could not say it: before a time to come, since a time before there was mail. */
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

function check(term: FilterTerm, { gmail }: SearchAbilities): ((facts: MessageFacts) => boolean) | undefined {
  if (term.type === "attachment" && !gmail) return ({ hasAttachment }) => hasAttachment === term.present;
  if (term.type !== "received") return undefined;
  const { bound, at } = term;
  return ({ receivedAt }) =>
    receivedAt !== undefined && (bound === "since" ? receivedAt >= at : receivedAt < at);
}

function negate(negated: boolean, query: SearchObject): SearchObject {
  return negated ? { not: query } : query;
}
