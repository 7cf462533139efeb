import { GIVEN_NAMES } from "../lexicon/given-names.ts";
import { FORMS_OF_ADDRESS, PARTICLES } from "../lexicon/name-words.ts";
import { FAMILY_NAMES_TOO } from "../lexicon/world-words.ts";
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

/** A prompt read once for all rules. */
export interface PromptReading {
  text: string;
  /** Lower case with straight apostrophes, outer white space gone. */
  lower: string;
  /**
   * The question that a few sentences lead up to, lower case; the whole prompt when it does not end in one.
   */
  asking: string;
  words: string[];
  /** Its words with their places, hyphens and apostrophes kept. */
  tokens: GateToken[];
  /** The phrases of the gate's lists in it. */
  hits: Hit[];
  names: ProperName[];
  /** Those it names in full. */
  people: Mention[];
  /** The name the prompt asks about by its position ("who is …", "biography of …"), in any case. */
  askedName: string | null;
  /** Holds what the caller said about its workspace; empty when nothing. */
  workspaceContext: string;
}

/**
 * Limits what is read of a long prompt as a whole: enough to tell what kind it is. What it asks further on,
 * `askingParts` finds.
 */
const READ_CHARACTERS = 1000;
/** Limits how far in the name stands that the whole of a prompt is about. */
const ASKED_NAME_WITHIN = 300;

/** "Okay.", "Wow!", "Oh, really?" before the turn proper. */
const REACTION =
  /^(?:(?:ok|okay|wow|oh|cool|great|really|hmm?|interesting|no|yes|yeah|i see|thanks|thank you)[.!?,…]+\s+)+(?=\S+\s+\S)/i;

/** The sentences before the last one; a question of one or two words ("Why?") does not stand alone. */
const LEAD_IN = /^.*[.!?]\s+(?=\S+\s+\S+\s+\S)/s;

/** A chat channel, such as #General: its capital makes it no name of the world. */
const CHANNEL = /(?<!\S)#[\p{L}\p{N}_-]+/gu;

/** Reads a prompt for the rules: its beginning, without a reaction to the last answer in front. */
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

/** A person's full name in a prompt: the tokens from `from` up to `to`, without the latter. */
export interface Mention {
  text: string;
  from: number;
  to: number;
  /** Written with capitals, which shows that it is a name whatever stands around it. */
  capitals: boolean;
  /** Lower case, with a word that is known to be a given name. */
  known: boolean;
}

const MOST_NAME_WORDS = 4;
/** "A Senior Product Manager" is a role. */
const ARTICLES = new Set(
  "a an the my your our this each every ein eine einen der die das une un uma um una el la le il".split(" "),
);
/** In longer prompts strange words are more often terms than names. */
const LONGEST_FOR_UNKNOWN = { inCapitals: 80, inLowerCase: 40 };
/** Given names that are everyday words: only capitals show which is meant. */
const WORDS_TOO = new Set(
  "art bill charity chase christian dean don faith frank gene grace guy harry hope jack jay jean joy lance mark max may miles pat penny percy ray rich rick rob robin rod rose sandy sue tiger tom will wade".split(
    " ",
  ),
);
/** Matches what no person is called, though it is written like a name: parts of programs, roles, headings. */
const NOT_A_NAME =
  /(?:tion|tions|ment|ments|ness|ware|ity|ology|ics|ism|ship|ator|ators|ance|ence|ency|ancy|able|ible|ing|ings|ling|ive|ous|ical|ize|ised|ized)$/;

/**
 * Returns the names in capitals of a prompt, without the verb that opens a request: "Research Jensen Huang".
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

/** Returns the people of a prompt by their full names: those in capitals, or else those in lower case. */
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
    if (!looksLikePerson(name) || !(known || (couldBePerson(own) && standsLikeName(from, tokens)))) return [];
    return [{ text: name, from, to, capitals: true, known }];
  });
}

function isKnownName(word: string): boolean {
  return GIVEN_NAMES.has(word.replace(/-.*/, "")) || FORMS_OF_ADDRESS.has(word);
}

function standsLikeName(from: number, tokens: readonly GateToken[]): boolean {
  return tokens.length <= LONGEST_FOR_UNKNOWN.inCapitals && !ARTICLES.has(tokens[from - 1]?.word ?? "");
}

/**
 * Tells whether a name that begins with no known given name has the form of a person's: "Tiger Woods", not
 * "Payment Gateway".
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

/** Finds runs of two to four words of which none is a common one or one of the gate's own. */
function findInLowerCase(tokens: readonly GateToken[], hits: readonly Hit[]): Mention[] {
  const taken = new Set(
    hits.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );
  const asking = new Set(hits.flatMap(({ kind, from }) => (kind === "who" ? [from] : [])));
  const couldBe = tokens.map(
    ({ word, raw }, at) =>
      (!asking.has(at) &&
        !/\p{Ll}\p{Lu}/u.test(raw) &&
        couldBeName(word.replace(/'s?$/, ""), taken.has(at))) ||
      (isFamilyName(word) && isGivenName(tokens[at - 1]?.word ?? "")),
  );
  const mentions: Mention[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const to = findRunEnd(tokens, couldBe, from);
    // "con quien se caso frida kahlo": a strange verb before the name is not a part of it.
    const given = tokens.slice(from, Math.max(from, to - 1)).findIndex(({ word }) => isGivenName(word));
    if (given > 0) from += given;
    const own = tokens.slice(from, to);
    if (own.length < 2) continue;
    const text = own
      .map(({ word }) => word)
      .join(" ")
      .replace(/'s?$/, "");
    const known = isGivenName(own[0]?.word ?? "");
    if (looksLikePerson(text) && (known || tokens.length <= LONGEST_FOR_UNKNOWN.inLowerCase))
      mentions.push({ text, from, to, capitals: false, known });
    from = to - 1;
  }
  return mentions;
}

function findRunEnd(tokens: readonly GateToken[], couldBe: readonly boolean[], from: number): number {
  let end = from;
  for (let at = from; at < tokens.length && at - from < MOST_NAME_WORDS; at += 1) {
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

/** "tim cook": an everyday word that is a family name behind a given name. */
function isFamilyName(word: string): boolean {
  return FAMILY_NAMES_TOO.has(word.replace(/'s?$/, ""));
}

function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(word) && !WORDS_TOO.has(word);
}
