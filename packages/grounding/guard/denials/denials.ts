import { cutText } from "@plumbline/core/text/unicode.ts";
import { detectLanguage } from "../../lexicon/detect-language.ts";
import { fillParts, REPLY_LANGUAGES, REPLY_WORDS, type ReplyLanguage } from "../../lexicon/reply-words.ts";
import { foldWord, getWords } from "../../lexicon/word-lists.ts";
import type { ResearchOutcome } from "../../research/outcome.ts";
import { splitWords, toSingular } from "../../text/tokens.ts";
import type { Evidence } from "../evidence.ts";
import { findDeniedQuestion, isAnswered } from "./denied-question.ts";

/** The verdict on a denial: the text that may be sent, or the reason for withholding it. */
type JudgedDenial = { text: string } | { problem: DenialProblem };

/**
 * `answered`: the evidence does answer it. `false_premise`: it presupposes something that the evidence does
 * not say. `unasked`: it names something that the user did not.
 */
type DenialProblem = "answered" | "false_premise" | "unasked";

/** Maximum length of a form with any sensible text in its slot. */
const MAX_LENGTH = 400;
const MAX_QUERY_LENGTH = 200;
/** Matches the start of a quotation, an aside or a second clause, which may say anything. */
const BREAKS_OFF = /["“”„«»,;:()[\]{}<>|–—]|\s-|-\s|\.\s/u;
const END = /[\s.!?:…]*$/u;

/** The forms and word lists of one language. `DenialWords` explains each. */
interface Compiled {
  language: ReplyLanguage;
  searched: string;
  forms: readonly RegExp[];
  pronoun: RegExp;
  further: RegExp;
  question: RegExp;
  open: RegExp;
  neutral: ReadonlySet<string>;
  verbs: ReadonlySet<string>;
  breaks: ReadonlySet<string>;
}

let compiled: readonly Compiled[] | undefined;

/**
 * Judges a sentence that says that the sources do not contain something, in English, German, Spanish or
 * French. Returns `undefined` for any other sentence. A denial passes on three conditions. The evidence does
 * not answer what it denies. What it presupposes is in the evidence (`supports`) or says nothing about
 * anyone. It names nothing that the user did not name. A denial that passes then states what was searched.
 * `marked` is the sentence with its Markdown marks.
 *
 * @example "The sources do not say when she died." passes if no source gives the date of her death.
 */
export function judgeDenial(
  sentence: string,
  evidence: Evidence,
  supports: (statement: string) => boolean,
  marked = sentence,
): JudgedDenial | undefined {
  if (sentence.length > MAX_LENGTH) return undefined;
  const plain = sentence.normalize("NFC").toLowerCase().replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim();
  compiled ??= compileAll();
  for (const words of compiled) {
    const match = findDenied(plain.replace(END, ""), words);
    if (match === undefined) continue;
    // The slot as written, because names need their capitals.
    const at = match === "" ? -1 : plain.indexOf(match);
    const denied =
      at < 0
        ? match
        : sentence
            .replace(/\s+/g, " ")
            .trim()
            .slice(at, at + match.length);
    const problem = findProblem(denied, words, evidence, supports);
    if (problem !== undefined) return { problem };
    return { text: addQueries(marked, words, evidence) };
  }
  return undefined;
}

/**
 * Returns the denied part of a sentence, or "" if everything asked is denied. Returns `undefined` if no form
 * matches.
 */
function findDenied(plain: string, { forms }: Compiled): string | undefined {
  for (const form of forms) {
    const match = form.exec(plain);
    if (match !== null) return match.groups?.denied?.trim() ?? "";
  }
  return undefined;
}

/** A denied clause or phrase. */
interface Denied {
  /** The whole text. */
  denied: string;
  /** Without its opening word. */
  clause: string;
  /**
   * `asks`, for example "when", presupposes the clause; `open`, for example "whether", leaves it open. A
   * phrase has neither.
   */
  asks: string | undefined;
  open: string | undefined;
}

function findProblem(
  denied: string,
  words: Compiled,
  evidence: Evidence,
  supports: (statement: string) => boolean,
): DenialProblem | undefined {
  const answering = evidence.outcomes.filter(({ ok }) => ok);
  // Without a subject of its own, it denies the question of this turn.
  if (denied === "" || words.pronoun.test(denied))
    return evidence.ofTurn.some(({ ok }) => ok) ? "answered" : undefined;
  if (words.further.test(denied)) return undefined;
  const asks = words.question.exec(denied)?.[0];
  const open = words.open.exec(denied)?.[0];
  const clause = denied.slice((asks ?? open ?? "").length).trim();
  return (
    findWordingProblem({ denied, clause, asks, open }, words, evidence, supports) ??
    (answering.some((outcome) => mayAnswer({ denied, clause, asks, open }, outcome, words, supports))
      ? "answered"
      : undefined)
  );
}

/**
 * Returns the problem of a denial that itself says something: several clauses, a premise, or a word that
 * nobody asked about.
 */
function findWordingProblem(
  { denied, clause, asks, open }: Denied,
  words: Compiled,
  evidence: Evidence,
  supports: (statement: string) => boolean,
): DenialProblem | undefined {
  const said = listWords(clause);
  const verbs = said.filter((word, at) => words.verbs.has(word) && !words.verbs.has(said[at - 1] ?? ""));
  const clauses = asks === undefined && open === undefined ? 0 : 1;
  if (BREAKS_OFF.test(denied) || verbs.length > clauses || said.some((word) => words.breaks.has(word)))
    return "unasked";
  const { said: users, sourceFacts, askedAbout } = evidence;
  const { named } = users.names;
  if (asks === undefined || isPlain(dropCounted(clause, asks), words, named, sourceFacts.names.named))
    return isPlain(clause, words, users.names.words, askedAbout) ? undefined : "unasked";
  const outcome = evidence.outcomes.find(({ ok }) => ok);
  const premise = outcome ? findDeniedQuestion(clause, outcome, words.language).text : clause;
  return supports(writeSentence(premise)) ? undefined : "false_premise";
}

/**
 * Returns whether the evidence may answer what is denied. For evidence in another language, that cannot be
 * determined.
 */
function mayAnswer(
  { denied, clause, open }: Denied,
  outcome: ResearchOutcome,
  { language }: Compiled,
  supports: (statement: string) => boolean,
): boolean {
  if (outcome.citations.some(({ snippet }) => (detectLanguage(snippet) ?? language) !== language))
    return true;
  if (isAnswered(findDeniedQuestion(denied, outcome, language), outcome, language)) return true;
  return open !== undefined && supports(writeSentence(findDeniedQuestion(clause, outcome, language).text));
}

function writeSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/**
 * Returns the presupposed part of a clause. In "how many children she had", the counted thing is not
 * presupposed; in "which prize she won", winning is.
 */
function dropCounted(clause: string, asks: string): string {
  return /^(?:how|which|what|whose)$/i.test(asks)
    ? clause.replace(/^(?:many|much|old|tall|long|far|big)\s+/i, "")
    : clause;
}

/** Returns whether a clause contains only function words, words that assert nothing, and known names. */
function isPlain(
  clause: string,
  { neutral, language }: Compiled,
  ...known: readonly ReadonlySet<string>[]
): boolean {
  const { stopWords } = getWords(language);
  return listWords(clause).every(
    (word) =>
      neutral.has(word) ||
      neutral.has(toSingular(word)) ||
      [stopWords, ...known].some((words) => words.has(foldWord(word))),
  );
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Adds the queries whose words are the user's. A query invented by a model could otherwise spread an invented
 * fact.
 */
function addQueries(sentence: string, { searched }: Compiled, { ofTurn, said }: Evidence): string {
  const known = said.names.words;
  const { stopWords } = getWords("en");
  const isUsers = (query: string) =>
    known.size === 0 || splitWords(query).every((word) => known.has(word) || stopWords.has(word));
  const queries = [...new Set(ofTurn.map(({ query }) => cutText(query.trim(), MAX_QUERY_LENGTH)))];
  const shown = queries.filter((query) => query !== "" && isUsers(query) && !sentence.includes(query));
  if (shown.length === 0) return sentence;
  const end = END.exec(sentence)?.[0] ?? "";
  const bare = sentence.slice(0, sentence.length - end.length);
  return `${bare} ${shown.map((query) => searched.replace("%", () => query)).join(" ")}${end.trim() === "" ? "." : end}`;
}

function compileAll(): Compiled[] {
  return REPLY_LANGUAGES.map((language) => {
    const words = REPLY_WORDS[language].denials;
    const opener =
      language === "en"
        ? "(?:(?:unfortunately|sorry|i am sorry|i'm sorry|i apologi[sz]e|however|but),? (?:but )?)?"
        : "";
    return {
      language,
      searched: words.searched,
      forms: words.forms.map((form) => new RegExp(`^${opener}${fillParts(form, words.parts)}$`, "u")),
      pronoun: new RegExp(`^${fillParts(words.pronouns, words.parts)}$`, "iu"),
      further: new RegExp(`^${fillParts(words.further, words.parts)}$`, "iu"),
      question: new RegExp(`^(?:${words.questionWords})(?![\\p{L}])`, "iu"),
      open: new RegExp(`^(?:${words.openWords})(?![\\p{L}])`, "iu"),
      neutral: new Set(words.neutral.split(" ")),
      verbs: new Set(words.verbs.split(" ")),
      breaks: new Set(words.breaks.split(" ")),
    };
  });
}
