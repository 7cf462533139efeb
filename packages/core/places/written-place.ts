import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { parseUrl } from "../text/parsed-url.ts";
import type { Destination } from "../tool/destination.ts";
import { foldCase } from "./words.ts";

/** IDs of chat apps in a link's path, as in https://acme.slack.com/archives/C0123ABCD. */
const ID_IN_PATH = /^[A-Z][A-Z0-9]{5,}$/;
/**
 * A destination as chat apps and mail programs write it: <#C…|general>, <@U…>, <mailto:a@b.c>, Ada <a@b.c>.
 */
const BRACKETED = /<(?:[#@]|mailto:)?(?<target>[^<>|]+)(?:\|[^<>]*)?>$/iu;

/**
 * Returns the normalized form of a mail address: case folded, domain in ASCII. Returns `undefined` if it is
 * not an address.
 */
export function addressKey(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  return at < 1 || domain === "" ? undefined : `${foldCase(address.slice(0, at))}@${domain}`;
}

/**
 * Returns the normalized form of a URL as the WHATWG parser reads it, with its query but without fragment and
 * trailing slash. Returns `undefined` if it is not http(s), or if it contains a user name, which only serves
 * to disguise the host.
 */
export function urlKey(written: string): string | undefined {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${url.search}`;
}

/** Returns a digest of a URL, to be stored instead of it. */
export function urlDigest(written: string): string {
  return createHash("sha256")
    .update(urlKey(written) ?? written)
    .digest("base64url")
    .slice(0, 22);
}

const URL_IN_JSON = /https?:\/\/[^\s"<>\\`|]+/giu;
const CLOSING = /[.,;:!?'’*_~)\]}]+$/u;
/** Maximum number of stored URLs per result. */
const MOST_GIVEN = 500;

/** Returns the digests of the URLs in a tool's result. */
export function urlDigestsIn(result: unknown): string[] {
  const text = JSON.stringify(result) ?? "";
  const found = Array.from(text.matchAll(URL_IN_JSON), ([url]) => url).slice(0, MOST_GIVEN);
  return [...new Set(found.flatMap((url) => [url, url.replace(CLOSING, "")]))].map(urlDigest);
}

/**
 * Returns whether a text refers to a destination: by its address, URL, ID or name, in a form that people or
 * programs use. Compares whole words only.
 */
export function denotes(written: string, destination: Destination): boolean {
  const bare = bareOf(written);
  const { kind, value, names = [], needsClick } = destination;
  switch (kind) {
    case "url":
      return isSameUrl(bare, value);
    case "link":
      // Nothing is sent to a link before a click, so its host is enough to identify it.
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

/** Returns whether two texts refer to the same destination, of any kind. */
export function denotesSame(written: string, other: string): boolean {
  const value = bareOf(other);
  return (["url", "address", "channel", "recipient"] as const).some((kind) =>
    denotes(written, { kind, value }),
  );
}

/** Removes the brackets of chat apps and mail programs. */
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

/** Matches a name with or without its mark, or the ID in a link's path. */
function isSameId(written: string, value: string, mark: "#" | "@"): boolean {
  const bare = (text: string) => (text.startsWith(mark) ? text.slice(1) : text);
  if (isSame(bare(written), bare(value))) return true;
  const path = /^https?:/i.test(written) ? (parseUrl(written)?.pathname ?? "") : "";
  return path.split("/").some((part) => ID_IN_PATH.test(part) && isSame(part, bare(value)));
}

/**
 * Compares two names. A name of one letter, such as X, must match exactly, because "x" occurs in many texts.
 */
function isSame(one: string, other: string): boolean {
  if (one === "" || one.length === 1 || other.length === 1) return one !== "" && one === other;
  return foldCase(one) === foldCase(other);
}
