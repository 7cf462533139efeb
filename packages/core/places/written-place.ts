import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { parseUrl } from "../text/parsed-url.ts";
import type { Destination } from "../tool/destination.ts";
import { foldCase } from "./words.ts";

/** Ids of chat apps as they are in the path of a link, as in https://acme.slack.com/archives/C0123ABCD. */
const ID_IN_PATH = /^[A-Z][A-Z0-9]{5,}$/;
/** A place as chat apps and mail programs write it: <#C…|general>, <@U…>, <mailto:a@b.c>, Ada <a@b.c>. */
const BRACKETED = /<(?:[#@]|mailto:)?(?<target>[^<>|]+)(?:\|[^<>]*)?>$/iu;

/**
 * The key of a mail address, by which two spellings are the same: without case, the domain in ASCII.
 * `undefined` for a text that is no address.
 */
export function addressKey(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  return at < 1 || domain === "" ? undefined : `${foldCase(address.slice(0, at))}@${domain}`;
}

/**
 * The key of a web address: as the WHATWG parser reads it, with its query, without a fragment and without a
 * slash at the end of the path. `undefined` for one that is not of http, or that carries a user name, which
 * only makes another host look like a known one.
 */
export function urlKey(written: string): string | undefined {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${url.search}`;
}

/** A digest of a web address, to be kept in its place. */
export function urlDigest(written: string): string {
  return createHash("sha256")
    .update(urlKey(written) ?? written)
    .digest("base64url")
    .slice(0, 22);
}

const URL_IN_JSON = /https?:\/\/[^\s"<>\\`|]+/giu;
const CLOSING = /[.,;:!?'’*_~)\]}]+$/u;
/** Web addresses of one result that are kept. */
const MOST_GIVEN = 500;

/** Digests of the web addresses in a tool's result. */
export function urlDigestsIn(result: unknown): string[] {
  const text = JSON.stringify(result) ?? "";
  const found = Array.from(text.matchAll(URL_IN_JSON), ([url]) => url).slice(0, MOST_GIVEN);
  return [...new Set(found.flatMap((url) => [url, url.replace(CLOSING, "")]))].map(urlDigest);
}

/**
 * Returns whether words that somebody wrote denote a destination: its address, URL, id or name, in one of the
 * forms in which people and programs write it. It compares whole words, never parts.
 */
export function denotes(written: string, destination: Destination): boolean {
  const bare = bareOf(written);
  const { kind, value, names = [], needsClick } = destination;
  switch (kind) {
    case "url":
      return isSameUrl(bare, value);
    case "link":
      // Nothing goes to a link before a click, so its host names it.
      return isSameUrl(bare, value) || (needsClick === true && isSameUrl(originOf(bare), originOf(value)));
    case "address":
      return isSameAddress(bare, value);
    case "recipient":
      return isSameAddress(bare, value) || isSameId(bare, value, "@");
    case "channel":
      return isSameId(bare, value, "#");
    case "mention":
      return value.startsWith("@") ? isSame(bare, value) : isSameId(bare, value, "@");
    case "header":
      return isSame(bare, value);
    case "account":
      return [value, ...names].some((name) => isSame(bare, name));
    case "new":
    case "thing":
      return [value, ...names].some((name) => isSame(bare, name));
  }
}

/** Returns whether two texts denote one place, of whatever kind. */
export function denotesSame(written: string, other: string): boolean {
  const value = bareOf(other);
  return (["url", "address", "channel", "recipient"] as const).some((kind) =>
    denotes(written, { kind, value }),
  );
}

/** Without the brackets of chat apps and mail programs. */
function bareOf(written: string): string {
  return (BRACKETED.exec(written)?.groups?.target ?? written).trim();
}

function isSameUrl(written: string, value: string): boolean {
  const key = urlKey(written);
  return key !== undefined && key === urlKey(value);
}

function originOf(written: string): string {
  const key = urlKey(written);
  return key === undefined ? "" : new URL(key).origin;
}

function isSameAddress(written: string, value: string): boolean {
  const key = addressKey(written.replace(/^mailto:/i, "").replace(/\?.*$/, ""));
  return key !== undefined && key === addressKey(value);
}

/** A name with or without its mark, or the id in the path of a link. */
function isSameId(written: string, value: string, mark: "#" | "@"): boolean {
  const bare = (text: string) => (text.startsWith(mark) ? text.slice(1) : text);
  if (isSame(bare(written), bare(value))) return true;
  const path = /^https?:/i.test(written) ? (parseUrl(written)?.pathname ?? "") : "";
  return path.split("/").some((part) => ID_IN_PATH.test(part) && isSame(part, bare(value)));
}

/** A name of one letter, such as X, counts only as it is written: "x" is in many a text. */
function isSame(one: string, other: string): boolean {
  if (one === "" || one.length === 1 || other.length === 1) return one !== "" && one === other;
  return foldCase(one) === foldCase(other);
}
