import type { Language } from "../../lexicon/language.ts";
import type { NameMention } from "../../text/name-mentions.ts";
import { STOP_WORDS } from "../../text/stop-words.ts";
import { isUnspaced, PEOPLE, personWords, type StemmedToken, stemmedTokens } from "./person-words.ts";

const BRACKET = "[(（][^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]";
const CLAUSE = "([^.;。；]{3,140})";
const REACH = 300;
/** "…, the American actor who lived from …" */
const APPOSITION = /^(?:, |，|、)(?:the |an? |der |die |el |la |le )?([^,.;:()，。、]{2,80})/u;
/** "…, American actor and racing driver", "… - British director": behind the name in a title. */
const TITLE_END = /^(?:,| [-–—]|:) ([^|()–—]{3,60})/u;
/** "the British director …" */
const BEFORE = /(?:\p{L}[\p{L}-]* ){1,5}$/u;
const BEFORE_REACH = 60;
/** What tells more of the person than what the person is: "…, who lived in …". */
const RELATIVE_CLAUSE = / (?:who|whom|whose|that|which)\b.*$/u;

const predicatePatterns = new Map<Language, RegExp>();

/** "… (3 April 1811 – 9 June 1877) was a Welsh printer", "… (* 17. Juli 1954 in Hamburg) ist eine deutsche Politikerin". */
function predicatePattern(language: Language): RegExp {
  const known = predicatePatterns.get(language);
  if (known !== undefined) return known;
  const oneOf = (list: string) =>
    list
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .split(" ")
      .join("|")
      .replace(/_/g, "\\s");
  const { copulas, articles } = PEOPLE[language];
  const spaced = !isUnspaced(language);
  const gap = spaced ? "\\s+" : "\\s*";
  const bridge =
    copulas === "" ? "[,，、—–-]?\\s*" : `(?:(?:${oneOf(copulas)})${gap})${language === "en" ? "" : "?"}`;
  // English clauses are told by their article; in other languages what is told must name a role (see `predicates`).
  const article = articles === "" ? "" : `(?:(?:${oneOf(articles)})${gap})${language === "en" ? "" : "?"}`;
  const made = new RegExp(
    `^(?:[\\s,]*${BRACKET}|[,，、][^,.;，。；]{0,60}[,，])?[\\s,，]*${bridge}${article}${CLAUSE}`,
    "u",
  );
  predicatePatterns.set(language, made);
  return made;
}

function saysRole(clause: string, language: Language): boolean {
  return personWords(stemmedTokens(clause, language), language).some(({ roles }) => roles.length > 0);
}

/** Whether a clause calls the person somebody's relative, in its first words. */
function callsRelative(clause: string, language: Language): boolean {
  const firstWords = stemmedTokens(clause.slice(0, 40), language).slice(0, 2);
  return personWords(firstWords, language).some(({ kinship }) => kinship);
}

/** The clauses of a text that say in a sentence of their own what the person is: "was an English cricketer". */
export function predicates(text: string, mentions: readonly NameMention[], language: Language): string[] {
  const pattern = predicatePattern(language);
  return mentions
    .flatMap((mention) => pattern.exec(text.slice(mention.end, mention.end + REACH))?.[1] ?? [])
    .filter((clause) => !callsRelative(clause, language) && (language === "en" || saysRole(clause, language)))
    .map((clause) => clause.replace(/^[\s,，、]+/u, "").trim());
}

/** What a text calls the person in passing: "the British director", "…, the American actor who …". */
export function appositions(text: string, mentions: readonly NameMention[], language: Language): string[] {
  return mentions.flatMap(({ start, end }) => {
    const behind = APPOSITION.exec(text.slice(end, end + REACH))?.[1];
    const before = wordsBefore(text.slice(Math.max(0, start - BEFORE_REACH), start), language);
    return [...callsIt(before, language), ...callsIt(behind?.replace(RELATIVE_CLAUSE, ""), language)];
  });
}

/** What a title says of the person behind the name. */
export function titleAppositions(
  title: string,
  mentions: readonly NameMention[],
  language: Language,
): string[] {
  return mentions.flatMap(({ end }) => callsIt(TITLE_END.exec(title.slice(end))?.[1], language));
}

function callsIt(clause: string | undefined, language: Language): string[] {
  if (clause === undefined || clause === "") return [];
  const told = personWords(stemmedTokens(clause, language), language);
  return told.some(({ roles }) => roles.length > 0) && !told.some(({ kinship }) => kinship) ? [clause] : [];
}

/** The words before a name as far as they call it something; a capital ("General", "Judge") makes a form of address. */
function wordsBefore(before: string, language: Language): string {
  const run: StemmedToken[] = stemmedTokens(BEFORE.exec(before)?.[0] ?? "", language);
  const last = run.at(-1);
  if (last === undefined) return "";
  if (language !== "de" && last.raw !== last.raw.toLowerCase()) return "";
  if (!personWords([last], language).some(({ roles }) => roles.length > 0)) return "";
  const from = run.findLastIndex((token) => STOP_WORDS.has(token.word));
  return run
    .slice(from + 1)
    .map((token) => token.raw)
    .join(" ");
}
