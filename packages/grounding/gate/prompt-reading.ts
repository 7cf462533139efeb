import { wordSet } from "../lexicon/language.ts";
import { ENGLISH } from "../lexicon/lexicon.ts";
import { FORMS_OF_ADDRESS, GIVEN_NAMES, PARTICLES } from "../lexicon/names.ts";
import { findAskedName } from "../text/asked-name.ts";
import { findProperNames, looksLikePerson, type ProperName } from "../text/names.ts";
import { splitWords } from "../text/tokens.ts";
import { isCommonWord } from "./common-words.ts";
import {
  findPhrases,
  type GateToken,
  type Hit,
  opensRequest,
  readGateTokens,
  separateScripts,
} from "./phrases.ts";

/** A prompt parsed once for all rules. */
export interface PromptReading {
  text: string;
  /** In lower case with straight apostrophes, trimmed. */
  lower: string;
  /**
   * The question at the end of a few sentences, in lower case; the whole prompt if it does not end with one.
   */
  asking: string;
  words: string[];
  /** Its words with positions, including hyphens and apostrophes. */
  tokens: GateToken[];
  /** The phrases of the gate's lists that it contains. */
  hits: Hit[];
  names: ProperName[];
  /** People with a full name. */
  people: Mention[];
  /**
   * The name that the prompt asks for, recognized by position ("who is …", "biography of …"), in any case.
   */
  askedName: string | null;
  /** The caller's description of its workspace; "" if there is no description. */
  workspaceContext: string;
}

/**
 * Length of a long prompt to read as a whole, enough to recognize its kind. Later questions are found by
 * `findAskingParts`.
 */
const READ_CHARACTERS = 1000;
/** Maximum position of the name that a whole prompt is about. */
const ASKED_NAME_WITHIN = 300;

/** A reaction before the actual turn: "Okay.", "Wow!", "Oh, really?" */
const REACTION =
  /^(?:(?:ok|okay|wow|oh|cool|great|really|hmm?|interesting|no|yes|yeah|i see|thanks|thank you)[.!?,…]+\s+)+(?=\S+\s+\S)/i;

/** The sentences before the last one. A question of one or two words ("Why?") does not count as the last. */
const LEAD_IN = /^.*[.!?]\s+(?=\S+\s+\S+\s+\S)/s;

/** A chat channel such as #General, whose capital does not indicate a name. */
const CHANNEL = /(?<!\S)#[\p{L}\p{N}_-]+/gu;

/** Parses a prompt for the rules: its start, without a leading reaction to the last answer. */
export function readPrompt(prompt: string, workspaceContext = ""): PromptReading {
  const read = prompt.trimStart().slice(0, READ_CHARACTERS).trimEnd().replace(REACTION, "");
  const text = separateScripts(read.replace(CHANNEL, (channel) => channel.toLowerCase()));
  const tokens = readGateTokens(text);
  const hits = findPhrases(tokens);
  const names = findRequestNames(text, tokens);
  const lower = text.toLowerCase().replace(/[’ʼ]/g, "'");
  return {
    text,
    lower,
    asking: lower.endsWith("?") ? lower.slice(LEAD_IN.exec(lower)?.[0].length ?? 0) : lower,
    words: splitWords(text),
    tokens,
    hits,
    names,
    people: findNamedPeople(names, tokens, hits),
    askedName: findAskedName(text.slice(0, ASKED_NAME_WITHIN)),
    workspaceContext,
  };
}

/** A person's full name in a prompt: the tokens from `from` up to, but not including, `to`. */
export interface Mention {
  text: string;
  from: number;
  to: number;
  /** Capitalized, which indicates a name in any context. */
  capitals: boolean;
  /** In lower case, with a known given name. */
  known: boolean;
}

const MAX_NAME_WORDS = 4;
/** "A Senior Product Manager" is a role. */
const ARTICLES = new Set(
  "a an the my your our this each every ein eine einen der die das une un uma um una el la le il".split(" "),
);
/** In longer prompts, unknown words are more likely terms than names. */
const MAX_UNKNOWN_NAME_LENGTH = { inCapitals: 80, inLowerCase: 40 };
/** Given names that are also common words; only a capital shows which is meant. */
const WORDS_TOO = wordSet(ENGLISH.topics.givenNamesToo);
/** Family names that are also everyday words. After a given name, they are part of the name. */
const FAMILY_NAMES_TOO = wordSet(ENGLISH.world.familyNamesToo);
/** Matches capitalized text that is never a person's name: parts of programs, roles, headings. */
const NOT_A_NAME =
  /(?:tion|tions|ment|ments|ness|ware|ity|ology|ics|ism|ship|ator|ators|ance|ence|ency|ancy|able|ible|ing|ings|ling|ive|ous|ical|ize|ised|ized)$/;

/**
 * Returns the capitalized names in a prompt, without a verb that starts a request: "Research Jensen Huang".
 */
function findRequestNames(text: string, tokens: readonly GateToken[]): ProperName[] {
  let at = 0;
  return findProperNames(text).map((name) => {
    while ((tokens[at]?.end ?? Number.POSITIVE_INFINITY) <= name.start) at += 1;
    let first = at;
    while (
      (tokens[first + 1]?.start ?? name.end) < name.end &&
      isOpener(text, tokens[first], tokens[first + 1])
    )
      first += 1;
    const start = Math.max(name.start, tokens[first]?.start ?? 0);
    return { text: text.slice(start, name.end), start, end: name.end };
  });
}

/** Returns the people in a prompt by full name: capitalized ones, or otherwise those in lower case. */
function findNamedPeople(
  names: readonly ProperName[],
  tokens: readonly GateToken[],
  hits: readonly Hit[],
): Mention[] {
  const capitals = findInCapitals(names, tokens);
  return capitals.length > 0 ? capitals : findInLowerCase(tokens, hits);
}

function findInCapitals(names: readonly ProperName[], tokens: readonly GateToken[]): Mention[] {
  let at = 0;
  return names.flatMap(({ text, start, end }) => {
    while ((tokens[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    const from = at;
    let to = from;
    while ((tokens[to]?.start ?? Number.POSITIVE_INFINITY) < end) to += 1;
    const name = text.replace(/['’]$/, "");
    const own = tokens.slice(from, to);
    const known = isKnownName(own[0]?.word ?? "");
    if (!looksLikePerson(name) || !(known || (couldBePerson(own) && isWhereNamesAre(from, tokens))))
      return [];
    return [{ text: name, from, to, capitals: true, known }];
  });
}

function isKnownName(word: string): boolean {
  return GIVEN_NAMES.has(word.replace(/-.*/, "")) || FORMS_OF_ADDRESS.has(word);
}

/** Returns whether an unknown name may be here: not after an article, and not in a long prompt. */
function isWhereNamesAre(from: number, tokens: readonly GateToken[]): boolean {
  return tokens.length <= MAX_UNKNOWN_NAME_LENGTH.inCapitals && !ARTICLES.has(tokens[from - 1]?.word ?? "");
}

/**
 * Returns whether a name without a known given name has the form of a person's: "Tiger Woods", not "Payment
 * Gateway".
 */
function couldBePerson(own: readonly GateToken[]): boolean {
  const last = own.at(-1);
  if (own.length < 2 || last === undefined || last.word.length < 2 || isCommonWord(own[0]?.word ?? ""))
    return false;
  return own.every(
    ({ word, raw }) =>
      !/\p{Ll}\p{Lu}|\p{Lu}{2}|\d/u.test(
        raw.replace(/^(?:Mc|Mac|De|Di|La|Le|Van|O['’])(?=\p{Lu}\p{Ll})/u, ""),
      ) && !(word.length > 5 && NOT_A_NAME.test(word)),
  );
}

function isOpener(text: string, token: GateToken | undefined, next: GateToken | undefined): boolean {
  if (token === undefined || next === undefined || !/^\p{Lu}/u.test(next.raw)) return false;
  if (/[\p{L}\p{N},]\s*$/u.test(text.slice(Math.max(0, token.start - 3), token.start))) return false;
  return (opensRequest(token.word) || isCommonWord(token.word)) && !GIVEN_NAMES.has(token.word);
}

/** Finds runs of two to four words that are neither common nor in the gate's lists. */
function findInLowerCase(tokens: readonly GateToken[], hits: readonly Hit[]): Mention[] {
  const taken = new Set(
    hits.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );
  const asking = new Set(hits.flatMap(({ kind, from }) => (kind === "who" ? [from] : [])));
  const couldBe = tokens.map(({ word, raw }, at) => {
    const isFamilyNameHere = isFamilyName(word) && isGivenName(tokens[at - 1]?.word ?? "");
    const isIdentifier = /\p{Ll}\p{Lu}/u.test(raw);
    if (asking.has(at) || isIdentifier) return isFamilyNameHere;
    return isFamilyNameHere || couldBeName(word.replace(/'s?$/, ""), taken.has(at));
  });
  const mentions: Mention[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const to = findRunEnd(tokens, couldBe, from);
    // "con quien se caso frida kahlo": an unknown verb before the name is not part of it.
    const given = tokens.slice(from, Math.max(from, to - 1)).findIndex(({ word }) => isGivenName(word));
    if (given > 0) from += given;
    const own = tokens.slice(from, to);
    if (own.length < 2) continue;
    const text = own
      .map(({ word }) => word)
      .join(" ")
      .replace(/'s?$/, "");
    const known = isGivenName(own[0]?.word ?? "");
    if (looksLikePerson(text) && (known || tokens.length <= MAX_UNKNOWN_NAME_LENGTH.inLowerCase))
      mentions.push({ text, from, to, capitals: false, known });
    from = to - 1;
  }
  return mentions;
}

function findRunEnd(tokens: readonly GateToken[], couldBe: readonly boolean[], from: number): number {
  let end = from;
  for (let at = from; at < tokens.length && at - from < MAX_NAME_WORDS; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > from && token.start - (tokens[at - 1]?.end ?? 0) > 2)) break;
    if (at > from && PARTICLES.has(token.word)) continue;
    if (couldBe[at] !== true) break;
    end = at + 1;
    if (/'s?$/.test(token.word)) break;
  }
  return end;
}

function couldBeName(word: string, taken: boolean): boolean {
  if (!/^\p{L}[\p{L}'-]*$/u.test(word)) return false;
  return isGivenName(word) || !(taken || isCommonWord(word) || (word.length > 5 && NOT_A_NAME.test(word)));
}

/** "tim cook": a common word that is a family name after a given name. */
function isFamilyName(word: string): boolean {
  return FAMILY_NAMES_TOO.has(word.replace(/'s?$/, ""));
}

function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(word) && !WORDS_TOO.has(word);
}
