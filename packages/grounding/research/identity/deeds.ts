import { findDates } from "../../text/dates.ts";
import type { NameMention } from "../../text/name-mentions.ts";
import { splitSentences } from "../../text/sentences.ts";

/** "… later directed", "… won": the words behind a name of which something is told that the person did, not what was done to it. */
const DID =
  /^ (?:(?!(?:was|were|is|are|been|being|who|and|of|in)\b)\p{Ll}+ ){0,3}?(?:\p{Ll}+ed|won|made|wrote|cast|set|rode|led|met|took|became|gave|went|began|ran|left|built|shot|sang|taught|spoke|held|fought|drew)\b/u;
/** "directed by …" */
const DONE_BY = /\b(?:\p{Ll}+ed|written|drawn|built|made|shot|sung) by $/u;
/** The name opens its sentence. */
const ENDED = /[.!?…]["'”’»)\]]*\s*$/u;
const REACH = 240;

/** The years of the sentences in which a text tells of something that the person mentioned did. */
export function deedYears(text: string, mentions: readonly NameMention[]): number[] {
  return mentions.flatMap(({ start, end }) => {
    const before = text.slice(Math.max(0, start - REACH), start);
    const after = text.slice(end, end + REACH);
    if (!DID.test(after) && !DONE_BY.test(before)) return [];
    const opening = ENDED.test(before) ? "" : (splitSentences(before).at(-1) ?? "");
    return findDates(`${opening} ${splitSentences(after)[0] ?? ""}`).map(({ year }) => year);
  });
}
