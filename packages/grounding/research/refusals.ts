import { cutText } from "@plumbline/core/text/unicode.ts";
import type { Question } from "../question/question.ts";
import { findNameMentions } from "../text/name-mentions.ts";
import { splitSentences } from "../text/tokens.ts";
import type { EvidenceQuote } from "./evidence/collect-evidence.ts";
import type { IdentifiedPeople } from "./identity/identify-people.ts";
import type { Refusal } from "./outcome.ts";

const MAX_TITLE_SHOWN = 100;
const MAX_SENTENCE_SHOWN = 160;
const MAX_HEAD_SHOWN = 60;
const MAX_HEADS = 3;

/** The people that the sources found are about. */
interface SourcesFound {
  people: Pick<IdentifiedPeople, "verdict" | "description">;
  /** The subjects of the question that a page names. */
  named: readonly string[];
  /** The titles of the pages found. */
  titles: readonly string[];
}

const ADD_CONTEXT = "add context, such as an employer, a role or a location, and ask again.";

/** Explains that the sources do not answer: who they are about, and what would help. */
export function explainInsufficientEvidence(question: Question, found: SourcesFound): Refusal {
  return {
    code: "research_insufficient_evidence",
    reason: `${describeSources(question, found)} ${suggestNextStep(question, found)}`,
  };
}

function describeSources(question: Question, { people, named, titles }: SourcesFound): string {
  const [subject] = question.subjects;
  if (titles.length === 0) return "The search found no source that could be quoted.";
  const asked = writeAskedStatement(question);
  if (subject === undefined) return `None of the sources found ${asked}.`;
  if (people.verdict === "unnamed")
    return `The sources found do not speak of ${subject}. They speak of ${joinWithAnd(listTitleSubjects(titles))}.`;
  if (people.verdict === "contradicted") {
    const described = people.description === null ? "" : `, ${people.description}`;
    return `The sources found speak of another ${subject}${described}; none speaks of the one asked for${describeWanted(question)}.`;
  }
  const missing = question.subjects.filter((one) => !named.includes(one));
  if (named.length === 0 || missing.length === 0)
    return `The sources found speak of ${joinWithAnd(question.subjects)}, but none ${asked}.`;
  return `The sources found speak of ${joinWithAnd(named)} but not of ${joinWithAnd(missing)}, and none ${asked}.`;
}

/** Suggests adding context to find someone, or other words if the person was found. */
function suggestNextStep({ subjects }: Question, { people, named, titles }: SourcesFound): string {
  const subject = named[0] ?? subjects[0];
  if (subject === undefined) return "Ask in other words, or name what is meant more fully.";
  if (titles.length === 0 || people.verdict === "unnamed")
    return `Please check the spelling of the name, or ${ADD_CONTEXT}`;
  if (people.verdict === "contradicted")
    return `If that one is meant, leave out what does not fit. Otherwise please ${ADD_CONTEXT}`;
  return `Ask in other words or about something else. If another ${subject} is meant, please ${ADD_CONTEXT}`;
}

/** Returns the role, employer and place that the question states, each after a comma. */
function describeWanted({ constraints: { role, employer, place } }: Question): string {
  const stated = [role, employer, place].filter((one) => one !== null);
  return stated.length === 0 ? "" : ` (${stated.join(", ")})`;
}

/** Returns the subjects of titles: the part before a site's name. */
function listTitleSubjects(titles: readonly string[]): string[] {
  const heads = titles.map((title) => cutText(title.split(/ [-–—|·] |[|]/)[0]?.trim() ?? "", MAX_HEAD_SHOWN));
  return [...new Set(heads.filter((head) => head !== ""))].slice(0, MAX_HEADS);
}

function joinWithAnd(items: readonly string[]): string {
  if (items.length === 0) return "other things";
  return items.length === 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/**
 * Returns the refusal that the name belongs to several people. `people` is the number that could be
 * distinguished. Each candidate is shown with the first statement about the name.
 */
export function explainAmbiguousName(
  subject: string,
  people: number,
  candidates: readonly EvidenceQuote[],
  kind: "people" | "things" = "people",
): Refusal {
  const listed = candidates.map(({ title, domain, text }, index) => {
    const sentences = splitSentences(text);
    const naming = sentences.find((sentence) => findNameMentions(sentence, subject).length > 0);
    const says = naming ?? sentences[0] ?? text;
    return `(${index + 1}) “${cutText(title, MAX_TITLE_SHOWN)}”, ${domain}: ${cutText(says, MAX_SENTENCE_SHOWN)}`;
  });
  const many = people > 1 ? `${people} different ${kind}` : "more than one person";
  return {
    code: "research_ambiguous_name",
    reason:
      `The sources describe ${many} named ${subject}. Which one do you mean? ${listed.join(" ")} ` +
      (kind === "people"
        ? "Please ask again with an employer, a role or a location."
        : "Please ask again with the full name."),
  };
}

/** Parts of a question needed to state what no source says. */
type Asked = Pick<Question, "text" | "subjects" | "language">;

/**
 * Returns a question as the statement that a source would have to make: "When was Ada Lovelace born?" → "says
 * when Ada Lovelace was born". Questions that cannot be reordered without inflecting words are quoted:
 * 'answers “When did Ada Lovelace die?”'. Omits text in brackets at the end, such as words that a follow-up
 * took from the conversation.
 */
function writeAskedStatement({ text, subjects, language }: Asked): string {
  const shown = text.trim().replace(/\s*\([^()]{0,400}\)\s*([?？؟.!]*)$/u, "$1");
  const question = shown === "" ? text.trim() : shown;
  const isEnglish = language === null || language === "en";
  const clause = isEnglish ? turnIntoStatement(question.replace(/[?？؟.!\s]+$/u, ""), subjects) : null;
  return clause === null ? `answers “${question}”` : `says ${clause}`;
}

const AUXILIARY = "is|are|was|were|has|have|had|will|can|could";
/** Past tenses that can follow "who". Without this list, "who born first" would count as a clause. */
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
/** Matches a second question in the same sentence, which would keep the word order of a question. */
const SECOND_QUESTION = new RegExp(
  `\\?|[,;]| (?:and|or) (?:who|what|when|where|why|how|which) (?:${AUXILIARY}|did|do|does)\\b`,
  "i",
);
const ASKING_WORD =
  /^(?:(?:in|on|at|to|from|for|by|with|of|under|since|until) )?(?:who|whom|whose|what|when|where|which|why|how)\b/i;

function turnIntoStatement(text: string, subjects: readonly string[]): string | null {
  for (const subject of subjects) {
    const clause = putSubjectFirst(text, subject);
    if (clause !== null) return clause;
  }
  if (SECOND_QUESTION.test(text)) return null;
  const clause = lowerFirstLetter(text);
  const [, asks, verb, noun = ""] = /^(who|what) (is|are|was|were) (.{2,120})$/.exec(clause) ?? [];
  if (NOUN_PHRASE.test(noun)) return `${asks} ${noun} ${verb}`;
  return (PLAIN.test(clause) && !NOT_PLAIN.test(clause)) || PASSIVE.test(clause) ? clause : null;
}

/**
 * Reorders a question: "Where was NAME born" → "where NAME was born"; "Was NAME born in Rome" → "whether NAME
 * was born in Rome".
 */
function putSubjectFirst(text: string, subject: string): string | null {
  const at = text.indexOf(subject);
  if (at < 0) return null;
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(at + subject.length);
  if (!/^(?:\s|$)/.test(after) || /^ (?:and|or) \p{Lu}/u.test(after) || SECOND_QUESTION.test(after))
    return null;
  const asked = new RegExp(`^(?:(.*\\S)\\s+)?(${AUXILIARY})$`, "i").exec(before);
  const auxiliary = asked?.[2]?.toLowerCase();
  if (auxiliary === undefined) return null;
  const opening = asked?.[1];
  if (opening !== undefined && !ASKING_WORD.test(opening)) return null;
  return `${opening === undefined ? "whether" : lowerFirstLetter(opening)} ${subject} ${auxiliary}${after}`;
}

function lowerFirstLetter(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
