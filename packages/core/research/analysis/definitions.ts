import type { NameMention } from "../../text/name-mentions.ts";
import { STOP_WORDS } from "../../text/stop-words.ts";
import { tokenize, words } from "../../text/tokens.ts";
import { namesRole } from "./occupations.ts";

/** "… (3 April 1811 – 9 June 1877) was a Welsh printer": the clause that says what somebody is. */
const PREDICATE =
  /^(?:[\s,]*\([^()]*(?:\([^()]*\)[^()]*)*\)|,[^,.;]{0,60},)?\s*,?\s*(?:is|was|are|were)\s+(?:an?|the|one of the)\s+([^.;]{3,140})/u;
/** "…, the American actor who lived from …" */
const APPOSITION = /^, (?:the |an? )?([^,.;:()]{3,80})/u;
/** "…, American actor and racing driver", "… - British director": behind the name in a title. */
const TITLE_END = /^(?:,| [-–—]|:) ([^|()–—]{3,60})/u;
const REACH = 300;
/** "the British director …" */
const BEFORE = /(?:\p{L}[\p{L}-]* ){1,5}$/u;
const BEFORE_REACH = 60;
const RELATIVE =
  /\b(?:wife|husband|widow|son|daughter|child|brother|sister|father|mother|cousin|friend|nephew|niece)\b/;
/** Where a clause calls the person somebody's relative, rather than tells of one further on. */
const FIRST_WORDS = /^(?:\w+ )?\w+/;

/** The clauses of a text that say in a sentence of their own what the person is: "was an English cricketer". */
export function predicates(text: string, mentions: readonly NameMention[]): string[] {
  return mentions
    .flatMap((mention) => PREDICATE.exec(text.slice(mention.end, mention.end + REACH))?.[1] ?? [])
    .filter((clause) => !RELATIVE.test(FIRST_WORDS.exec(clause)?.[0] ?? ""));
}

/** What a text calls the person in passing: "the British director", "…, the American actor who …". */
export function appositions(text: string, mentions: readonly NameMention[]): string[] {
  return mentions.flatMap(({ start, end }) => {
    const behind = APPOSITION.exec(text.slice(end, end + REACH))?.[1];
    const before = wordsBefore(text.slice(Math.max(0, start - BEFORE_REACH), start));
    return [...callsIt(before), ...callsIt(behind?.replace(/ (?:who|that|which)\b.*$/, ""))];
  });
}

/** What a title says of the person behind the name. */
export function titleAppositions(title: string, mentions: readonly NameMention[]): string[] {
  return mentions.flatMap(({ end }) => callsIt(TITLE_END.exec(title.slice(end))?.[1]));
}

function callsIt(clause: string | undefined): string[] {
  return clause !== undefined && words(clause).some(namesRole) && !RELATIVE.test(clause) ? [clause] : [];
}

/** The words before a name as far as they call it something; a capital ("General", "Judge") makes a form of address. */
function wordsBefore(before: string): string {
  const run = tokenize(BEFORE.exec(before)?.[0] ?? "");
  const last = run.at(-1);
  if (last === undefined || last.raw !== last.raw.toLowerCase() || !namesRole(last.word)) return "";
  const from = run.findLastIndex((token) => STOP_WORDS.has(token.word));
  return run
    .slice(from + 1)
    .map((token) => token.raw)
    .join(" ");
}
