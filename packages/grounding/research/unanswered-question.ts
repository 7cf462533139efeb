import type { Question } from "../question/question.ts";

/** What is needed of a question to say what no source says. */
type Asked = Pick<Question, "text" | "subjects" | "language">;

/**
 * A question as what a source would have to say: "When was Ada Lovelace born?" → "says when Ada Lovelace was born". Questions whose
 * words cannot be put in that order without inflecting them come back quoted: 'answers “When did Ada Lovelace die?”'. What stands in
 * brackets at the end, such as words that a follow-up took from the conversation, is left out.
 */
export function askedStatement({ text, subjects, language }: Asked): string {
  const shown = text.trim().replace(/\s*\([^()]{0,400}\)\s*([?？؟.!]*)$/u, "$1");
  const question = shown === "" ? text.trim() : shown;
  const isEnglish = language === null || language === "en";
  const clause = isEnglish ? statementOf(question.replace(/[?？؟.!\s]+$/u, ""), subjects) : null;
  return clause === null ? `answers “${question}”` : `says ${clause}`;
}

const AUXILIARY = "is|are|was|were|has|have|had|will|can|could";
/** Past tenses that "who" can stand before: without a list, "who born first" would pass for a clause. */
const PAST =
  "won|wrote|sang|made|built|led|ran|founded|became|came|went|gave|took|said|told|held|sold|bought|taught|caught|fought|thought|" +
  "brought|left|lost|met|paid|kept|found|stood|shot|hit|set|put|drew|flew|grew|knew|threw|broke|spoke|stole|chose|drove|rose|fell|" +
  "began|beat|got|sent|spent|wore|swam|drank|saw";
const PLAIN = new RegExp(
  `^(?:who|which \\p{Ll}+)(?: first| last| originally)? (?:${PAST}|\\p{Ll}{2,}(?:ed|s))(?: |$)`,
  "iu",
);
const NOT_PLAIN = new RegExp(`^(?:who|which \\p{Ll}+) (?:${AUXILIARY}|does|us)\\b`, "iu");
const PASSIVE = /^who (?:is|are|was|were) (?:\p{Ll}+(?:ed|ing)|born|known|chosen|given)(?: |$)/u;
const NOUN_PHRASE = /^(?:(?:the|an?|this|that|my|your|his|her|its|their) \S|\p{Lu})/u;
/** A second question in the same sentence, which would stay in the order of a question. */
const SECOND_QUESTION = new RegExp(
  `\\?|[,;]| (?:and|or) (?:who|what|when|where|why|how|which) (?:${AUXILIARY}|did|do|does)\\b`,
  "i",
);
const ASKING_WORD =
  /^(?:(?:in|on|at|to|from|for|by|with|of|under|since|until) )?(?:who|whom|whose|what|when|where|which|why|how)\b/i;

function statementOf(text: string, subjects: readonly string[]): string | null {
  for (const subject of subjects) {
    const clause = withSubject(text, subject);
    if (clause !== null) return clause;
  }
  if (SECOND_QUESTION.test(text)) return null;
  const clause = lowerFirst(text);
  const [, asks, verb, noun = ""] = /^(who|what) (is|are|was|were) (.{2,120})$/.exec(clause) ?? [];
  if (NOUN_PHRASE.test(noun)) return `${asks} ${noun} ${verb}`;
  return (PLAIN.test(clause) && !NOT_PLAIN.test(clause)) || PASSIVE.test(clause) ? clause : null;
}

/** "Where was NAME born" → "where NAME was born"; "Was NAME born in Rome" → "whether NAME was born in Rome". */
function withSubject(text: string, subject: string): string | null {
  const at = text.indexOf(subject);
  if (at < 0) return null;
  const before = text.slice(0, at).trimEnd();
  const behind = text.slice(at + subject.length);
  if (!/^(?:\s|$)/.test(behind) || /^ (?:and|or) \p{Lu}/u.test(behind) || SECOND_QUESTION.test(behind))
    return null;
  const asked = new RegExp(`^(?:(.*\\S)\\s+)?(${AUXILIARY})$`, "i").exec(before);
  const auxiliary = asked?.[2]?.toLowerCase();
  if (auxiliary === undefined) return null;
  const opening = asked?.[1];
  if (opening !== undefined && !ASKING_WORD.test(opening)) return null;
  return `${opening === undefined ? "whether" : lowerFirst(opening)} ${subject} ${auxiliary}${behind}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
