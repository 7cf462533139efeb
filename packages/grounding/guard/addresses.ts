import type { ResearchOutcome } from "../research/outcome.ts";
import { blankOut } from "./blank-out.ts";
import { findLinks, type Link, readLinkHost, toLinkKey } from "./links.ts";

/** Addresses named by someone other than the model and the text of a page. */
export interface NamedAddresses {
  /** Keys of whole addresses, and of the hosts of citations without a path. */
  readonly whole: ReadonlySet<string>;
  /** Hosts named by the user. Every address on them may be linked. */
  readonly hosts: ReadonlySet<string>;
}

/**
 * Collects the addresses named in citations and in `said`, the user's messages, but not in a page's text, and
 * `ownLinks`, which the run's writes returned.
 */
export function collectNamedAddresses(
  outcomes: readonly ResearchOutcome[],
  said: readonly string[],
  ownLinks: readonly string[],
): NamedAddresses {
  const cited = outcomes.flatMap(({ ok, citations }) =>
    ok ? citations.flatMap(({ url, domain }) => [toLinkKey(url), toLinkKey(domain)]) : [],
  );
  const users = said.flatMap(findLinks).map(({ key }) => key);
  return {
    whole: new Set([...cited, ...users, ...ownLinks.map(toLinkKey)]),
    hosts: new Set(users.filter((key) => !key.includes("@")).map(readLinkHost)),
  };
}

/** Returns whether the user or a citation named an address, or the user named its host. */
export function isNamedAddress(address: string, { whole, hosts }: NamedAddresses): boolean {
  const key = toLinkKey(address);
  return whole.has(key) || (!key.includes("@") && hosts.has(readLinkHost(key)));
}

const TARGET = "\\(\\s*(?<target><[^<>]*>|[^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)*)(?<title>\\s+[^()]*)?\\)";
const IMAGE = new RegExp(`!\\[(?<label>[^\\[\\]]*)\\]${TARGET}`, "gu");
const LINK = new RegExp(`(?<!!)\\[(?<label>[^\\[\\]]*)\\]${TARGET}`, "gu");
/** Matches the definition of a reference link on its own line. `target` is its address. */
const DEFINITION = /^\s*\[[^[\]]+\]:\s*(?<target>\S+).*$/gmu;
const TAG = /<\/?[a-z][^<>]*>/giu;
const ATTRIBUTE = /(?:href|src|srcset|data|action|poster|background|cite)\s*=\s*["']?(?<target>[^\s"'>]*)/iu;
const ALT = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/iu;
const AUTOLINK = /<(?<target>(?:https?|ftp|mailto):[^<>\s]*)>/giu;
const MAY_HOLD = /[/@[<:]|www\./i;
const EMPTY_BRACKETS = /\s*(?:\(\s*\)|\[\s*\]|<\s*>)/gu;
/** Matches a host name alone, which may be a company's name. The statement about it is judged. */
const HOST_ALONE = /^[^/@:?#]+$/;

/**
 * Removes addresses that neither the user nor a citation named: those of links, images and HTML tags, and
 * bare ones, which chat apps open automatically. Such an address could leak what the run knows. The text of a
 * link or image stays. `keepsMail` keeps bare mail addresses, which nothing opens automatically.
 */
export function removeUnnamedAddresses(text: string, named: NamedAddresses, keepsMail = false): string {
  if (!MAY_HOLD.test(text)) return text;
  const keep = (whole: string, target: string, rest: string) =>
    isNamedAddress(readTarget(target), named) ? whole : rest;
  const bare = [IMAGE, LINK, LINK].reduce(
    (left, pattern) =>
      left.replace(pattern, (...found) => {
        const { label = "", target = "", title = "" } = found.at(-1);
        return keep(title === "" ? found[0] : `${found[0].slice(0, -title.length - 1)})`, target, label);
      }),
    text,
  );
  const tagged = bare
    .replace(DEFINITION, (...found) => keep(found[0], found.at(-1).target, ""))
    .replace(AUTOLINK, (...found) => keep(found[0], found.at(-1).target, ""))
    .replace(TAG, (tag) => {
      const target = ATTRIBUTE.exec(tag)?.groups?.target;
      if (target === undefined) return tag;
      const alt = ALT.exec(tag);
      return keep(tag, target, alt?.[1] ?? alt?.[2] ?? "");
    });
  const left = withoutBareAddresses(tagged, named, keepsMail);
  return tagged === text ? left : removeGaps(left);
}

/** Replaces links and images with their labels. */
export function replaceLinksByLabels(text: string): string {
  if (!text.includes("](")) return text;
  return [IMAGE, LINK, LINK].reduce((left, pattern) => left.replace(pattern, "$<label>"), text);
}

function withoutBareAddresses(text: string, named: NamedAddresses, keepsMail: boolean): string {
  const foreign = findLinks(text).filter(
    (link) => isAddress(link) && !(keepsMail && isMail(link)) && !isNamedAddress(link.written, named),
  );
  if (foreign.length === 0) return text;
  return removeGaps(blankOut(text, foreign));
}

/** Removes the gaps that removed addresses leave. */
function removeGaps(text: string): string {
  return text
    .replace(/[^\S\n]{2,}/gu, " ")
    .replace(EMPTY_BRACKETS, "")
    .replace(/\s+(?=[.,;:!?])/gu, "")
    .trimEnd();
}

function isMail({ written }: Link): boolean {
  return /^[^/?#:]+@[^/?#:]+$/.test(written);
}

function isAddress({ key, written }: Link): boolean {
  return (
    !written.startsWith("@") && (written.includes("//") || /^www\./i.test(written) || !HOST_ALONE.test(key))
  );
}

/** Returns the address of a link without angle brackets and `mailto:`. */
function readTarget(target: string): string {
  return target.replace(/^<|>$/gu, "").replace(/^mailto:/iu, "");
}
