import { isCommonWord } from "../gate/common-words.ts";
import { PARTICLES } from "../lexicon/name-words.ts";
import type { QuestionPatterns } from "../lexicon/question-lexicon.ts";
import { contentStems } from "../lexicon/stems.ts";
import { findProperNames, looksLikePerson, type ProperName } from "../text/names.ts";
import { tokenize } from "../text/tokens.ts";
import { findPeople } from "./people.ts";

/** Holds what a conversation is about after some turns. */
export interface Topic {
  /** The question last asked, standing alone. */
  lastAsked: string;
  /** Holds what was said since the topic began, oldest first, one text a turn: the first and the last few. */
  turns: readonly string[];
  /** The person last spoken of. */
  person: string | null;
}

export const NO_TOPIC: Topic = { lastAsked: "", turns: [], person: null };

const LAST_TURNS = 4;
const TURN_CHARACTERS = 500;

/** Returns a topic after something more was said; `lastAsked` stays. */
export function continueTopic(topic: Topic, said: string, patterns: QuestionPatterns): Topic {
  const turns = [...topic.turns, said.slice(-TURN_CHARACTERS)];
  return {
    lastAsked: topic.lastAsked,
    turns: [...turns.slice(0, 1), ...turns.slice(1).slice(-LAST_TURNS)],
    person: findPeople(said, patterns)[0]?.text ?? topic.person,
  };
}

/** Words taken from a conversation at most: more would drown the question's own. */
const MOST_TOPIC_WORDS = 8;
/** A question with fewer content words of its own leans on what was said. */
const ENOUGH_WORDS = 3;
/** Or with fewer that are not general: "What makes a good example?". */
const ENOUGH_TELLING_WORDS = 2;
/** A question with more content words than these leans on nothing that it does not point to. */
const MOST_LEANING_WORDS = 4;
/** A question with no more content words than these may still be on the topic of the one before. */
const SHORT_QUESTION = 3;

/**
 * Returns a question with the words it lacks: pronouns replaced by the name last spoken of, other words of
 * the topic in brackets behind it.
 */
export function completeQuestion(question: string, topic: Topic, patterns: QuestionPatterns): string {
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
  if (own.length > 0 || !leansOnTopic(question, topic, patterns)) return question;
  const terms = unwritten(patterns)
    ? runsOf(question, topic, patterns)
    : findTopicTerms(question, topic, patterns);
  return terms.length === 0 ? question : `${question} (${terms.join(", ")})`;
}

/**
 * Tells whether a question is about what was said before: it points back, says little of its own, or takes up
 * a word.
 */
export function leansOnTopic(question: string, topic: Topic, patterns: QuestionPatterns): boolean {
  return (
    topic.turns.length > 0 && !standsAlone(question, patterns) && staysOnTopic(question, topic, patterns)
  );
}

/** Tells whether a question that needs no words of the topic may still belong to it. */
export function staysOnTopic(question: string, topic: Topic, patterns: QuestionPatterns): boolean {
  if (topic.turns.length === 0) return false;
  const [person] = findPeople(question, patterns);
  if (person !== undefined) return person.text === topic.person;
  if (patterns.anaphora.test(question) || patterns.barePrompt.test(question)) return true;
  const own = contentStems(question, patterns.language);
  const telling = own.filter((word) => !patterns.generalStems.has(word));
  if (own.length < ENOUGH_WORDS || telling.length < ENOUGH_TELLING_WORDS) return true;
  if (patterns.sameAsked.some((pattern) => pattern.test(question))) return true;
  const said = new Set(topic.turns.flatMap((turn) => contentStems(turn, patterns.language)));
  if (telling.some((word) => said.has(word))) return true;
  // What says much or names something of its own is understood without what was said before.
  if (own.length > MOST_LEANING_WORDS || findProperNames(question).length > 0) return false;
  return DEFINITE.test(question) || COMPARES.test(question);
}

/** A person decides otherwise: the one last spoken of stays the topic. */
function standsAlone(question: string, patterns: QuestionPatterns): boolean {
  if (findPeople(question, patterns).length > 0) return false;
  if (patterns.anaphora.test(question) || patterns.barePrompt.test(question)) return false;
  return namesOwnSubject(question, patterns);
}

/**
 * Tells whether a question says itself what it is about: "Who founded Boeing?", "who runs intel these days".
 * A name behind "in" or "from" only says where, and one word behind "the" ("the Alliance") points back.
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
  return rest.length > 1 && STRANGE_SUBJECT.exec(question)?.slice(1).some(isStrangeWord) === true;
}

const THE = /\bthe\s+$/i;
/** Matches what stands before a name that only says where or when something is. */
const PLACED = /\b(?:in|from|at|on|near|during|to|with|for|than|like)\s+(?:the\s+)?$/i;
/** The word in lower case behind what is asked of a company: "who owns nokia", "the ceo of intel". */
const STRANGE_SUBJECT =
  /^(?:so |and )?who (?:runs|owns|leads|heads|founded|bought|started|made|makes|created) ([\p{Ll}-]{3,})(?=[\s?.!]*$| (?:now|today|these days|currently)\b)|\b(?:ceo|founder|owner|headquarters|head office|revenue|valuation|chairman) of ([\p{Ll}-]{3,})(?=[\s?.!]*$)|^(?:when|where) (?:was|is|were) ([\p{Ll}-]{3,}) (?:founded|based|headquartered|located|started|created)\b/u;

function isStrangeWord(word: string | undefined): boolean {
  return word !== undefined && !isCommonWord(word);
}

/**
 * Tells whether a turn may still be on the topic though it takes nothing from it: it says little and names
 * nothing. What says more, or names somebody, opens a topic of its own.
 */
export function keepsTopic(question: string, patterns: QuestionPatterns): boolean {
  return (
    findProperNames(question).length === 0 &&
    contentStems(question, patterns.language).length <= SHORT_QUESTION
  );
}

/** "Which is better?" compares with what was said before. */
const COMPARES = /^(?!.*\bthan\b).*\b(?:better|best|worse|worst|cheaper|safer|\p{Ll}+ier|more|less)\b/u;

/** Lists what there is only one of: "the moon" needs no conversation. */
const UNIQUE =
  "sun|moon|earth|world|sky|sea|ocean|universe|internet|web|bible|queen|king|pope|weather|government|president|telephone|wheel";
/**
 * "… in the area?", "did the guidelines say": a thing that only what was said before identifies; "the capital
 * of France" is one in itself.
 */
const DEFINITE = new RegExp(
  `\\bthe (?!(?:${UNIQUE})\\b)(?:\\p{Ll}+ ){0,2}\\p{Ll}+(?:[?.!,;]|$| (?:say|do|does|did|is|are|was|were|has|have|had|can|could|will|would|respond|mean|work|help|look|change|happen|need|use|play)\\b)`,
  "u",
);

/**
 * "What about in Texas?": the last question with the new words in place of the old ones; null where they say
 * more than that.
 */
export function repeatQuestion(
  question: string,
  { lastAsked }: Topic,
  patterns: QuestionPatterns,
): string | null {
  if (lastAsked === "") return null;
  const other = patterns.sameAsked.map((pattern) => pattern.exec(question)?.groups?.name).find(Boolean);
  if (other === undefined) return null;
  const note = NOTE.exec(lastAsked)?.[0] ?? "";
  const plain = lastAsked.slice(0, lastAsked.length - note.length);
  const asked =
    exchangeName(plain, other) ?? exchangePlace(plain, other, patterns) ?? nameThing(plain, other, patterns);
  return asked === null ? null : asked + note;
}

/** "And", "but" ahead of a follow-up, which a question that stands alone does not need. */
const CARRIED_ON = /^(?:and|but|so|also|or)[\s,]+(?=\S)/i;

/** Matches what earlier follow-ups added. */
const NOTE = /(?<=[?？؟]) ?\([^()]*\)$/u;

/** Returns the question asked of another name: of the same kind, or in place of the only one. */
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

/** "what about ballmer": strange words in lower case, where a name is asked about. */
function isSmallName(text: string): boolean {
  const words = text.split(" ");
  return (
    words.length <= 3 &&
    words.every((word) => /^\p{Ll}[\p{Ll}'’-]{2,}$/u.test(word) && !isCommonWord(word)) &&
    isOneName(capitaliseName(text))
  );
}

/** "in Texas" in place of "in Ohio", or behind a question that names no place yet. */
function exchangePlace(plain: string, other: string, { preposition }: QuestionPatterns): string | null {
  const [lead] = preposition.exec(other) ?? [];
  if (lead === undefined) return null;
  const open = plain.replace(/[?.!\s]+$/u, "");
  const at = open.toLowerCase().lastIndexOf(` ${lead.toLowerCase()}`);
  const replaces = at > 0 && open.slice(at + 1).split(" ").length <= MOST_REPLACED_WORDS;
  return `${replaces ? open.slice(0, at) : open} ${other}?`;
}

/** Words of a place that another takes the place of: "in the United States". */
const MOST_REPLACED_WORDS = 5;

/** "How about salt?" after "What does it cost?": the thing that "it" now is. */
function nameThing(
  plain: string,
  other: string,
  { language, thingPronoun }: QuestionPatterns,
): string | null {
  if (!thingPronoun.test(plain) || contentStems(other, language).length >= ENOUGH_WORDS) return null;
  return plain.replace(thingPronoun, () => other);
}

/**
 * Returns a name that was given in lower case, with its capitals: inside a question nothing else tells that
 * it is one.
 */
function capitaliseName(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replace(/[\p{L}\p{M}'’]+/gu, (word) =>
    PARTICLES.has(word) ? word : word.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  );
}

/**
 * Returns a question with a person's name in place of the pronoun, or behind it where the name would have to
 * change its form.
 */
function replacePronoun(question: string, person: string, patterns: QuestionPatterns): string {
  const { personPossessive, personPronoun, possessive } = patterns;
  if (!personPossessive.test(question)) return question.replace(personPronoun, () => person);
  if (possessive === null) return `${question} (${person})`;
  return question.replace(personPossessive, () => possessive.replace("%", () => person));
}

/**
 * Returns what the topic adds to a question, names and neighbouring words whole. Words of the turn that
 * opened it and of the last one are taken in turn, then those between, latest first.
 */
function findTopicTerms(question: string, { turns }: Topic, patterns: QuestionPatterns): string[] {
  const said = new Set(contentStems(question, patterns.language));
  const ordered = [...turns.slice(-1), ...turns.slice(0, 1), ...turns.slice(1, -1).toReversed()];
  const [last = [], first = [], ...between] = ordered.map((turn, at) => findTerms(turn, at, patterns));
  const taken: Term[] = [];
  let words = 0;
  for (const term of [...alternately(last, turns.length > 1 ? first : []), ...between.flat()]) {
    const stems = contentStems(term.text, patterns.language);
    if (stems.every((word) => said.has(word)) || words + stems.length > MOST_TOPIC_WORDS) continue;
    for (const word of stems) said.add(word);
    words += stems.length;
    taken.push(term);
  }
  return joinPhrases(taken.toSorted((one, other) => one.turn - other.turn || one.start - other.start));
}

/** Tells whether a language writes no spaces between words, so that none can be taken out of a sentence. */
function unwritten({ language }: QuestionPatterns): boolean {
  return language === "zh" || language === "ja";
}

/**
 * Returns what a conversation without spaces between words is about: the person, else what stands between the
 * words that ask.
 */
function runsOf(question: string, { turns, person }: Topic, { questionWord }: QuestionPatterns): string[] {
  if (person !== null) return question.includes(person) ? [] : [person];
  const runs = [...turns.slice(0, 1), ...turns.slice(1).slice(-1)]
    .flatMap((turn) => turn.replace(new RegExp(questionWord, "giu"), " ").split(BETWEEN_RUNS))
    .filter((run) => run.length >= 2 && !question.includes(run));
  return [...new Set(runs)].slice(0, MOST_RUNS);
}

const BETWEEN_RUNS =
  /[^\p{L}\p{N}・·]+|[的是了吗呢嗎]|(?<=[\p{Script=Han}\p{Script=Katakana}])[\p{Script=Hiragana}]+/u;
const MOST_RUNS = 4;

function alternately<T>(one: readonly T[], other: readonly T[]): T[] {
  return Array.from({ length: Math.max(one.length, other.length) }).flatMap((_, at) => [
    ...one.slice(at, at + 1),
    ...other.slice(at, at + 1),
  ]);
}

/** Keeps words together that stood side by side: "seed investment". */
function joinPhrases(terms: readonly Term[]): string[] {
  const phrases: string[] = [];
  let before: Term | undefined;
  for (const term of terms) {
    const joins = before?.turn === term.turn && before.end + 1 === term.start && before.spaced;
    phrases.push(joins ? `${phrases.pop()} ${term.text}` : term.text);
    before = term;
  }
  return phrases;
}

/** A name or a word of what was said, with its place. */
interface Term extends ProperName {
  turn: number;
  /** A space follows, no comma. */
  spaced: boolean;
}

/** Returns the names and the other telling words of a text, in order. */
function findTerms(text: string, turn: number, patterns: QuestionPatterns): Term[] {
  const names = findProperNames(text).filter((name) => tells(name.text, patterns));
  const others = tokenize(text)
    .filter(
      ({ raw, start }) =>
        tells(raw, patterns) && !names.some((name) => name.start <= start && start < name.end),
    )
    .map(({ raw, start }) => ({ text: raw.replace(CLITIC, ""), start, end: start + raw.length }));
  return [...names, ...others]
    .toSorted((one, other) => one.start - other.start)
    .map((term) => ({ ...term, turn, spaced: text[term.end] === " " }));
}

/** The ending of "the dog's", "I've", "doesn't". */
const CLITIC = /(?:n['’]t|['’](?:s|re|ve|ll|d|m))$/iu;

/** Tells whether a word or a name says what a conversation is about. */
function tells(term: string, { language, generalStems }: QuestionPatterns): boolean {
  const stems = contentStems(term.replace(CLITIC, ""), language);
  return stems.some((word) => !generalStems.has(word));
}
