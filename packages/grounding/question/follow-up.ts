import { isCommonWord } from "../gate/common-words.ts";
import { PARTICLES } from "../lexicon/names.ts";
import { listContentStems } from "../lexicon/stems.ts";
import { findProperNames, looksLikePerson } from "../text/names.ts";
import { tokenize } from "../text/tokens.ts";
import { exchangeYear, hasYear, readOnlyYear, withoutYears } from "./follow-up-year.ts";
import { findPeople } from "./people.ts";
import type { QuestionPatterns } from "./question-patterns.ts";
import { findTopicTerms, listTopicPhrases, type Topic } from "./topic.ts";

/** A question with fewer content words refers to earlier text. */
const ENOUGH_WORDS = 3;
/** So does one with fewer specific words: "What makes a good example?". */
const ENOUGH_SPECIFIC_WORDS = 2;
/** A question with more content words refers to earlier text only if it does so explicitly. */
const MAX_DEPENDENT_WORDS = 4;
/** A question with at most this many content words may continue the previous topic. */
const SHORT_QUESTION = 3;

/**
 * Returns a self-contained question: replaces pronouns by the last mentioned name, and appends other words of
 * the topic in parentheses. `refersBack` is true if earlier text supplied its year.
 */
export function completeQuestion(
  question: string,
  topic: Topic,
  patterns: QuestionPatterns,
  refersBack = false,
): string {
  if (topic.turns.length === 0) return question;
  const same = repeatQuestion(question, topic, patterns);
  if (same !== null) return same;
  const own = findPeople(question, patterns);
  const pronoun = patterns.personPronoun.exec(question)?.index;
  if (pronoun !== undefined) {
    if (own.some(({ start }) => start < pronoun)) return question;
    if (topic.person !== null)
      return replacePronoun(question.replace(CARRIED_ON, ""), capitaliseName(topic.person), patterns);
  }
  if (own.length > 0 || !(refersBack || needsTopic(question, topic, patterns))) return question;
  const rest = hasYear(question) ? { ...topic, turns: topic.turns.map(withoutYears) } : topic;
  const terms = isUnspaced(patterns)
    ? listTopicPhrases(question, rest, patterns)
    : findTopicTerms(question, rest, patterns);
  return terms.length === 0 ? question : `${question} (${terms.join(", ")})`;
}

/** Returns whether a question belongs to the topic and is unclear without it: "What does it cost?" */
export function needsTopic(question: string, topic: Topic, patterns: QuestionPatterns): boolean {
  return (
    topic.turns.length > 0 &&
    !isSelfContained(question, patterns) &&
    belongsToTopic(question, topic, patterns)
  );
}

/**
 * Returns whether a question belongs to the topic: it refers back, has few words of its own, or repeats a
 * word. It may still be understood alone: "Who founded Boeing?" after a question about Boeing.
 */
export function belongsToTopic(question: string, topic: Topic, patterns: QuestionPatterns): boolean {
  if (topic.turns.length === 0) return false;
  const [person] = findPeople(question, patterns);
  // A question about a person continues the topic only if that person was mentioned last.
  if (person !== undefined) return person.text === topic.person;
  if (patterns.anaphora.test(question) || patterns.barePrompt.test(question)) return true;
  const own = listContentStems(question, patterns.language);
  const specific = own.filter((word) => !patterns.generalStems.has(word));
  if (own.length < ENOUGH_WORDS || specific.length < ENOUGH_SPECIFIC_WORDS) return true;
  if (patterns.sameAsked.some((pattern) => pattern.test(question))) return true;
  const said = new Set(topic.turns.flatMap((turn) => listContentStems(turn, patterns.language)));
  if (specific.some((word) => said.has(word))) return true;
  // A question with many words or its own name can be understood alone.
  if (own.length > MAX_DEPENDENT_WORDS || findProperNames(question).length > 0) return false;
  return DEFINITE.test(question) || COMPARES.test(question);
}

/** Returns whether a question can be understood without earlier text. */
function isSelfContained(question: string, patterns: QuestionPatterns): boolean {
  if (findPeople(question, patterns).length > 0) return false;
  if (patterns.anaphora.test(question) || patterns.barePrompt.test(question)) return false;
  return namesOwnSubject(question, patterns);
}

/**
 * Returns whether a question states its own subject: "Who founded Boeing?", "who runs intel these days". A
 * name after "in" or "from" only states a place, unless the question is about that place's present state, and
 * a single word after "the" ("the Alliance") refers back.
 */
function namesOwnSubject(question: string, patterns: QuestionPatterns): boolean {
  if (patterns.language !== "en" || !patterns.questionStart.test(question) || COMPARES.test(question))
    return false;
  if (patterns.sameAsked.some((pattern) => pattern.test(question))) return false;
  const [word, ...rest] = tokenize(question);
  if (word === undefined) return false;
  const names = findProperNames(question).filter(
    ({ start, text }) => start > word.start && !(text.indexOf(" ") < 0 && THE.test(question.slice(0, start))),
  );
  if (names.some(({ start }) => !PLACED.test(question.slice(0, start)))) return rest.length > 1;
  if (names.length > 0 && STATE_OF_A_PLACE.test(question)) return true;
  return rest.length > 1 && STRANGE_SUBJECT.exec(question)?.slice(1).some(isStrangeWord) === true;
}

/** "What is the weather in Vienna?" A past state ("the damage in Vienna") may belong to an earlier event. */
const STATE_OF_A_PLACE =
  /^[Ww]hat(?:[’']s| is| are) the (?:\p{Ll}+ ){1,3}(?:in|at|of|on|for) (?:the )?\p{Lu}/u;

const THE = /\bthe\s+$/i;
/** Matches text before a name that only states a place or time. */
const PLACED = /\b(?:in|from|at|on|near|during|to|with|for|than|like)\s+(?:the\s+)?$/i;
/** A lower-case word in a question about a company: "who owns nokia", "the ceo of intel". */
const STRANGE_SUBJECT =
  /^(?:so |and )?who (?:runs|owns|leads|heads|founded|bought|started|made|makes|created) ([\p{Ll}-]{3,})(?=[\s?.!]*$| (?:now|today|these days|currently)\b)|\b(?:ceo|founder|owner|headquarters|head office|revenue|valuation|chairman) of ([\p{Ll}-]{3,})(?=[\s?.!]*$)|^(?:when|where) (?:was|is|were) ([\p{Ll}-]{3,}) (?:founded|based|headquartered|located|started|created)\b/u;

function isStrangeWord(word: string | undefined): boolean {
  return word !== undefined && !isCommonWord(word);
}

/**
 * Returns whether a turn without words of the topic may still continue it: it is short and has no name. A
 * longer turn, or one with a name, starts a new topic.
 */
export function mayContinueTopic(question: string, patterns: QuestionPatterns): boolean {
  return (
    findProperNames(question).length === 0 &&
    listContentStems(question, patterns.language).length <= SHORT_QUESTION
  );
}

/** "Which is better?" compares with earlier text. */
const COMPARES = /^(?!.*\bthan\b).*\b(?:better|best|worse|worst|cheaper|safer|\p{Ll}+ier|more|less)\b/u;

/** Things that exist only once: "the moon" needs no context. */
const UNIQUE =
  "sun|moon|earth|world|sky|sea|ocean|universe|internet|web|bible|queen|king|pope|weather|government|president|telephone|wheel";
/**
 * "… in the area?", "did the guidelines say": a thing that only earlier text identifies. "the capital of
 * France" is unique by itself.
 */
const DEFINITE = new RegExp(
  `\\bthe (?!(?:${UNIQUE})\\b)(?:\\p{Ll}+ ){0,2}\\p{Ll}+(?:[?.!,;]|$| (?:say|do|does|did|is|are|was|were|has|have|had|can|could|will|would|respond|mean|work|help|look|change|happen|need|use|play)\\b)`,
  "u",
);

/**
 * Handles "What about in Texas?": returns the last question with the old words replaced by the new ones; null
 * if the turn says more than that.
 */
export function repeatQuestion(
  question: string,
  { lastAsked }: Topic,
  patterns: QuestionPatterns,
): string | null {
  if (lastAsked === "") return null;
  const other =
    readOnlyYear(question) ??
    patterns.sameAsked.map((pattern) => pattern.exec(question)?.groups?.name).find(Boolean);
  if (other === undefined) return null;
  const note = NOTE.exec(lastAsked)?.[0] ?? "";
  const plain = lastAsked.slice(0, lastAsked.length - note.length);
  const asked =
    exchangeYear(plain, other) ??
    exchangeName(plain, other) ??
    exchangePlace(plain, other, patterns) ??
    nameThing(plain, other, patterns);
  return asked === null ? null : asked + note;
}

/** "And", "but" before a follow-up, which a self-contained question does not need. */
const CARRIED_ON = /^(?:and|but|so|also|or)[\s,]+(?=\S)/i;

/** Matches words added by earlier follow-ups. */
const NOTE = /(?<=[?？؟]) ?\([^()]*\)$/u;

/**
 * Returns the question about another name, which replaces one of the same kind, or otherwise the only name.
 */
function exchangeName(plain: string, other: string): string | null {
  if (!isOneName(other)) return isSmallName(other) ? exchangeName(plain, capitaliseName(other)) : null;
  const names = findProperNames(plain);
  const alike = names.filter(({ text }) => looksLikePerson(text) === looksLikePerson(other));
  const [old] = alike.length > 0 ? alike : names;
  if (old === undefined || (alike.length === 0 && names.length > 1)) return null;
  return plain.slice(0, old.start) + other + plain.slice(old.end);
}

function isOneName(text: string): boolean {
  const [name, ...more] = findProperNames(text);
  return name !== undefined && more.length === 0 && name.text === text;
}

/** "what about ballmer": unknown lower-case words where a name is expected. */
function isSmallName(text: string): boolean {
  const words = text.split(" ");
  return (
    words.length <= 3 &&
    words.every((word) => /^\p{Ll}[\p{Ll}'’-]{2,}$/u.test(word) && !isCommonWord(word)) &&
    isOneName(capitaliseName(text))
  );
}

/** Replaces "in Ohio" by "in Texas", or appends it to a question without a place. */
function exchangePlace(plain: string, other: string, { preposition }: QuestionPatterns): string | null {
  const [lead] = preposition.exec(other) ?? [];
  if (lead === undefined) return null;
  const open = plain.replace(/[?.!\s]+$/u, "");
  const at = open.toLowerCase().lastIndexOf(` ${lead.toLowerCase()}`);
  const replaces = at > 0 && open.slice(at + 1).split(" ").length <= MAX_REPLACED_WORDS;
  return `${replaces ? open.slice(0, at) : open} ${other}?`;
}

/** Maximum number of words in a place that is replaced: "in the United States". */
const MAX_REPLACED_WORDS = 5;

/**
 * Handles "How about salt?" after "What does it cost?": returns the question about the thing that "it" now
 * means.
 */
function nameThing(
  plain: string,
  other: string,
  { language, thingPronoun }: QuestionPatterns,
): string | null {
  if (!thingPronoun.test(plain) || listContentStems(other, language).length >= ENOUGH_WORDS) return null;
  return plain.replace(thingPronoun, () => other);
}

/** Capitalizes a lower-case name, because within a question nothing else marks it as a name. */
function capitaliseName(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replace(/[\p{L}\p{M}'’]+/gu, (word) =>
    PARTICLES.has(word) ? word : word.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  );
}

/**
 * Replaces the pronoun in a question by a person's name, or appends the name if it would have to be
 * inflected.
 */
function replacePronoun(question: string, person: string, patterns: QuestionPatterns): string {
  const { personPossessive, personPronoun, possessive } = patterns;
  if (!personPossessive.test(question)) return question.replace(personPronoun, () => person);
  if (possessive === null) return `${question} (${person})`;
  return question.replace(personPossessive, () => possessive.replace("%", () => person));
}

/**
 * Returns whether a language has no spaces between words, so that words cannot be removed from a sentence.
 */
function isUnspaced({ language }: QuestionPatterns): boolean {
  return language === "zh" || language === "ja";
}
