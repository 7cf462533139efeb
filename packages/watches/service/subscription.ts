import { createHash } from "node:crypto";
import { parseFilter } from "@plumbline/adapters/mail/filter/parse-filter.ts";
import { foldKeyword } from "@plumbline/adapters/rss/keyword-match.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { Interval, WatchRecord, WatchSource } from "./watch.ts";

/** Terms of a watch. Two requests with the same terms are one watch. */
export interface Subscription {
  source: WatchSource;
  interval: Interval;
  /** The receiver's URL. */
  deliverTo: string | undefined;
  /** True if events are delivered in order, the default. */
  ordered?: boolean | undefined;
}

/**
 * Returns the same text for the same subscription, however its arguments were written: keywords and query
 * terms in any order and case, a URL with or without a fragment. Does not include the start of the first poll
 * (`since`).
 */
export function hashSubscription({ source, interval, deliverTo, ordered = true }: Subscription): string {
  const parts = [listSourceParts(source), interval, deliverTo ?? null, ...(ordered ? [] : ["unordered"])];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Returns the current settings of a watch, whatever it was created with. */
export function getSubscription({ source, interval_minutes, delivery, ordered }: WatchRecord): Subscription {
  return { source, interval: interval_minutes, deliverTo: delivery?.url, ordered };
}

function listSourceParts(source: WatchSource): unknown[] {
  if (source.type === "approvals") return [source.type, source.credential_id ?? null];
  if (source.type === "feed")
    return ["feed", removeFragment(source.url), sortDistinct(source.keywords.map(foldKeyword))];
  return ["inbox", source.credential_id, source.mailbox, parseQueryTerms(source.query)];
}

function removeFragment(href: string): string {
  const [url = ""] = href.split("#", 1);
  return url;
}

/** Stands for the account's own address, because the credential is compared as well. */
const OWN = ["own@account.invalid"];

/**
 * Returns the terms of a query. A query that an earlier version stored may no longer parse. It is then
 * compared as text.
 */
function parseQueryTerms(query: string): readonly string[] {
  try {
    // A fixed time, because a span such as 24h is relative to the time of the query.
    const { terms } = parseFilter(query, 0, OWN);
    return sortDistinct(terms.map((term) => JSON.stringify(term).normalize("NFC").toLowerCase()));
  } catch (error) {
    if (error instanceof AdapterValidationError) return [query];
    throw error;
  }
}

function sortDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
