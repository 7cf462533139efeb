import { domainToASCII } from "node:url";
import { parseUrl } from "../text/parsed-url.ts";
import { foldCase, tokensOf } from "./words.ts";

/**
 * The key of a mail address, by which two spellings are the same: without case, the domain in ASCII.
 * `undefined` for a text that is no address.
 */
export function addressKey(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  return at < 1 || domain === "" ? undefined : `${foldCase(address.slice(0, at))}@${domain}`;
}

const ADDRESS = /^[^@/]+@[^@/:?#]+\.[^@/:?#]+$/;

/**
 * Keys of the addresses in a text, in the forms people write: `<a@b.c>`, `mailto:a@b.c?subject=x`, `a@b.c.`
 */
export function addressesIn(text: string): string[] {
  if (!text.includes("@")) return [];
  return [...tokensOf(text)].flatMap((token) => {
    const address = /^mailto:/i.test(token) ? token.slice(7).replace(/\?.*$/, "") : token;
    return ADDRESS.test(address) ? (addressKey(address) ?? []) : [];
  });
}

/**
 * The key of a web address: its origin and path, as a client reads them. `undefined` for one that is not of
 * http, or that carries a user name, which only makes another host look like a known one.
 */
export function urlKey(written: string): string | undefined {
  const url = parseUrl(written);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}

/**
 * Use for which a message mentions a URL. `write`: as a place to send to. `read`: as something to read or to
 * pass on.
 * `neutral`: it does not say.
 */
export type UrlUse = "read" | "write" | "neutral";

export interface WrittenUrl {
  key: string;
  use: UrlUse;
}

const WEB =
  /(?:https?:\/\/|(?<![\p{L}\p{N}@./-])(?=(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\/))[^\s<>"“”„«»`|，。、）」』]+/giu;
const CLOSING = /[.,;:!?'’*_~]+$/;
const SENTENCE_END = /[.!?;\n](?=\s|$)/;

/** Words before a URL that is read: verbs, and nouns for what stands there. */
const READING = wordPattern(
  "read|reads|sum|summari[sz]e|summary|check|fetch|open|visit|look|see|what|feeds?|page|article|site|blog|news|" +
    "subscribe|watch|follow|translate|quote|find|search|monitor|scan|review|lies|lese|fasse|abonniere|beobachte|" +
    "prüfe|seite|artikel|lis|lire|résume|résumer|lee|leer|resume|resumir|leggi|riassumi|lees",
);
/** Words before a URL that something is sent to. */
const WRITING = wordPattern(
  "post|posts|posting|send|sends|sending|submit|deliver|delivered|delivers|push|forward|notify|call|write|upload|" +
    "report|webhook|hook|receiver|endpoint|sende|schicke|schick|melde|poste|liefere|envoie|envoyer|publie|envía|" +
    "envia|enviar|publica|invia|manda|stuur|verstuur",
);
const TOWARDS = wordPattern("to|into|an|nach|à|vers|a|al|naar");
const OUT_OF = wordPattern("from|of|about|aus|von|über|depuis|desde|da|van|uit");
/** After a URL: it is what is passed on, not where to. */
const ONWARDS = wordPattern("to|into|in|on|an|nach|auf|à|sur|en|al|naar|op");

function wordPattern(words: string): RegExp {
  return new RegExp(`^(?:${words})$`, "iu");
}

/** The web addresses in a text, and what each is mentioned for. */
export function urlsIn(text: string): WrittenUrl[] {
  if (!text.includes("/")) return [];
  let before = 0;
  return Array.from(text.matchAll(WEB)).flatMap((match) => {
    const written = withoutClosing(match[0]);
    const leading = text.slice(before, match.index);
    before = match.index + match[0].length;
    const key = urlKey(/^https?:/i.test(written) ? written : `https://${written}`);
    return key === undefined ? [] : [{ key, use: useOf(leading, text.slice(before, before + 40)) }];
  });
}

/** The brackets and marks behind an address are the sentence's, unless the address opened the bracket. */
function withoutClosing(written: string): string {
  const bare = written.replace(CLOSING, "");
  const opened = (bare.match(/[([{]/g) ?? []).length;
  const closed = (bare.match(/[)\]}]/g) ?? []).length;
  return closed > opened && /[)\]}]$/.test(bare) ? withoutClosing(bare.slice(0, -1)) : bare;
}

function useOf(leading: string, following: string): UrlUse {
  const words = spokenWords(leading.split(SENTENCE_END).at(-1) ?? "");
  const last = words.at(-1) ?? "";
  const deciding = words.findLastIndex((word) => READING.test(word) || WRITING.test(word));
  const isReading = READING.test(words[deciding] ?? "");
  // "subscribe to": the verb right before the preposition decides.
  if (TOWARDS.test(last)) return isReading && deciding === words.length - 2 ? "read" : "write";
  if (OUT_OF.test(last) || isReading) return "read";
  const isPassedOn = /^\s/.test(following) && ONWARDS.test(spokenWords(following)[0] ?? "");
  if (isPassedOn) return "read";
  return deciding < 0 ? "neutral" : "write";
}

function spokenWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word !== "");
}
