/** A web address, a mail address or a handle in a text. */
export interface Link {
  /** Without scheme, `www.`, final slash and case. */
  key: string;
  written: string;
  start: number;
  end: number;
}

/** Endings that identify a host name. They exclude English words, and "Node.js" is not a host. */
const ENDINGS =
  "com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|tv|eu|uk|de|fr|es|nl|ch|se|fi|dk|pl|cz|ru|ua|jp|cn|br|au|ca|nz|ie|example|test";
const REST = `[^\\s<>"'“”‘’)\\]]`;

const LINK = new RegExp(
  [
    `\\b(?:[Hh][Tt][Tt][Pp][Ss]?|ftp)://${REST}+`,
    `\\b[Ww]{3}\\.${REST}+`,
    `(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}._%+-]{1,64}@(?:[\\p{L}\\p{N}-]{1,63}\\.)+\\p{L}{2,24}`,
    `(?<![\\p{L}\\p{N}._/-])(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}(?:${ENDINGS})(?![\\p{L}\\p{N}-])(?:/${REST}*)?`,
    // With any other ending, the path after it identifies a host.
    `(?<![\\p{L}\\p{N}._@-])(?:[\\p{L}\\p{N}-]{2,63}\\.){1,8}\\p{L}{2,24}/${REST}+`,
    `(?<![\\p{L}\\p{N}@/.])@[\\p{L}\\p{N}_.]{2,64}`,
  ].join("|"),
  "gu",
);

const HAS_MARK = /[@/]|\p{L}\.\p{L}/u;
/**
 * Matches part of every link, so that the long pattern need not search other texts. "U.S." and "and/or" do
 * not match.
 */
const MAY_BE_LINK = new RegExp(`://|[Ww]{3}\\.|@|\\.(?:${ENDINGS})(?![\\p{L}\\p{N}-])|\\.\\p{L}{2,24}/`, "u");

/** Returns every address and handle in a text, in order. */
export function findLinks(text: string): Link[] {
  if (!HAS_MARK.test(text) || !MAY_BE_LINK.test(text)) return [];
  return Array.from(text.matchAll(LINK), (match) => {
    const written = match[0].replace(/[.,;:!?*_]+$/, "");
    return { key: toLinkKey(written), written, start: match.index, end: match.index + written.length };
  });
}

/** Returns the keys of an address: its own and that of its host. */
export function toLinkKeys({ key }: Link): string[] {
  const host = readLinkHost(key);
  return host === key ? [key] : [key, host];
}

/** Returns the host of an address, given its key. Text before an `@` in front of the path is a user name. */
export function readLinkHost(key: string): string {
  const [authority = ""] = key.split(/[/\\?#]/);
  return authority.replace(/^.*@/, "").replace(/:.*$/, "");
}

/** Returns the key of an address as written. */
export function toLinkKey(written: string): string {
  return written
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/+$/, "");
}
