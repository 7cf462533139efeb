import { GIVEN_NAMES } from "../lexicon/given-names.ts";
import { EVERYDAY_COMPANIES, WORLD_WORDS } from "../lexicon/world-words.ts";
import { isCommonWord, isListedWord } from "./common-words.ts";
import { type GateToken, opensRequest } from "./phrases.ts";
import type { Mention, PromptReading } from "./prompt-reading.ts";
import { SOFTWARE } from "./rule-patterns.ts";

/** Something of the world whose facts a prompt asks for by its form; `name` as the prompt writes it. */
export interface WorldNeed {
  name: string;
}

/**
 * A sentence as a word of one letter each, so that forms are plain patterns: `N` a name in capitals or a
 * person's, `n` a strange word that may be one, `s` either with a possessive ending in capitals or not, `P` a
 * fact that people and organisations have, `L` news, `V` and `v` verbs of a life or a company, `E` an event,
 * `W` a question word, `O` a preposition, `D` an article or adjective of fact, `M` the speaker's or the
 * assistant's own, `C` what ends a clause, `x` anything else.
 */
interface Shape {
  letters: string;
  tokens: readonly GateToken[];
}

/** Matches an order to work on a text that comes along: nothing in the text is asked. */
const WORK_ON_TEXT =
  /^(?:please |now |can you |could you |would you )*(?:re-?write|translate|proofread|paraphrase|correct|shorten|rephrase|edit|reword|fix|improve|format)\b/;
/** Matches an order about the user's own things; orders that only pass something on do not count. */
const OWN_ORDER =
  /^(?:please |now |can you |could you |would you )*(?:set|change|update|assign|reassign|add|remove|delete|move|rename|close|open|book|schedule|cancel|pay|transfer|turn|play|buy|order|remind|call|invite|merge|deploy|run|start|stop|log|upload|approve|reject|use|enter|fill|record|insert)\b/;
/** Matches an order for something made up, where a word such as "story" stands in it too. */
const INVENTED =
  /^(?:please |now |can you |could you |would you )*(?:write|compose|tell|make|create|invent|imagine|pretend|give|come up|sing|draft)\b/;
/** Matches a number that is no year. */
const NUMBER = /(?<![\w.])(?!(?:1\d|20)\d\d\b)\d+/g;
const QUOTED = /"[^"]*"|“[^”]*”|„[^“]*“|«[^»]*»|`[^`]*`/g;
const ASKED_POLITELY =
  /^(?:(?:hi|hello|hey|please|ok|okay|so|and)[\s,.!]+)*(?:(?:can|could|would|will) you (?:please |kindly |briefly )?(?:explain|tell|describe|say|show|clarify|outline)|(?:please |kindly )(?:explain|tell|describe|clarify|outline)|(?:explain|describe))(?: to (?:me|us)| me| us)? (?=(?:who|whom|whose|what|which|when|where|why|how)\b)/;
const LEAD =
  /^(?:(?:hi|hello|hey|please|ok|okay|so|and)[\s,.!]+)*(?:(?:i|we) (?:just )?(?:need|want|would like)|i'd like|(?:can|could) you (?:please )?(?:give|get|find|tell) me|(?:give|get|find|tell|show) (?:me|us)|i(?:'m| am) looking for|what about|look up|find(?: out)?|search(?: for)?|google)\s+/;
const HEARSAY =
  /^(?:so |hey |hm+ |and )*(?:(?:i|we)(?:'ve| have)? (?:just )?(?:heard|read|saw)|heard|there(?:'s| is) a rumou?r|rumou?r has it|apparently|(?:someone|somebody|people|they|my \w+) (?:said|says|say|told me|claims?))\b/;
const DOUBTED =
  /[\s,.;:!?–-](?:(?:is|was) (?:it|that|this)(?: really)? (?:true|so|right|correct|real)|true|right|correct|really|for real|is that so|any truth to (?:it|that))[\s?!.]*$/;
const PROGRAM_NAME = /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+$/;
const PROGRAMMING = new Set(
  "javascript typescript rust golang ruby php sql bash kotlin perl scala haskell matlab html css regex git npm yarn webpack vite docker kubernetes linux unix react redux vue angular django flask rails jest vitest pytest postgres postgresql mysql redis mongodb graphql json yaml terraform ansible jenkins repo login config average median minimum maximum".split(
    " ",
  ),
);
const QUESTION_WORDS = new Set("who whom whose what which when where why how".split(" "));
const PREPOSITIONS = new Set("of in at for by between against on over about".split(" "));
const OWN = new Set("my our your mine ours me us i we you i'm i've we're".split(" "));
/** Words that may stand behind a name that is the end of its clause: "who runs Intel now and why". */
const CLAUSE_ENDS = new Set(
  "and or but then to now today currently nowadays these since please really".split(" "),
);
const ARTICLES = new Set("the a an this these those my our your his her their its each every".split(" "));
const DESCRIBING = new Set("new first last next former current latest recent own old big great".split(" "));

const PHRASES: ReadonlyMap<string, readonly (readonly [readonly string[], string])[]> = readPhrases();

function readPhrases(): Map<string, (readonly [readonly string[], string])[]> {
  const map = new Map<string, (readonly [readonly string[], string])[]>();
  const enter = (list: string, letter: string) => {
    for (const entry of list.split(", ")) {
      const words = entry.split(" ");
      const first = words[0] ?? "";
      map.set(first, [...(map.get(first) ?? []), [words, letter]]);
    }
  };
  enter(WORLD_WORDS.ofPeople, "P");
  enter(WORLD_WORDS.ofOrganisations, "P");
  enter(WORLD_WORDS.news, "L");
  enter(WORLD_WORDS.verbs, "V");
  enter(WORLD_WORDS.doubtfulVerbs, "v");
  enter(WORLD_WORDS.events, "E");
  for (const entries of map.values()) entries.sort(([one], [other]) => other.length - one.length);
  return map;
}

const FILLERS = new Set(WORLD_WORDS.fillers.split(", "));

/** Longer sentences are no queries. */
const LONGEST_QUERY = 10;
/** Longer ones hold strange words that are no names. */
const LONGEST_LOWER_CASE = 16;

/** "the founding year of Boeing", "price of tesla stock". */
const FACT_OF = /(?<!M)P+OD*(?<name>[NS]+)|(?<!M)P+O(?<small>[ns]+)/;
/** "Boeing's new CEO", "Airbus's layoffs", "nokia's founder". */
const FACT_OWNED = /(?<name>N*S)[DxO]{0,2}[PL]|(?<small>n*s)[Dx]{0,1}P/;
/** "Where is Boeing based", "who runs Intel now", "when Nokia was founded". */
const NAMED_AND_DONE =
  /W[^MW]{0,3}?(?<name>[NS]+)(?:[^M]{0,3})[Vv]|W[^MWx]{0,2}[Vv]D?(?<object>[NS]+)(?![nxP])|W[^MW]{0,3}?(?<small>[n]+)[DO]{0,2}V/;
/** "the war in Sudan". */
const EVENT_AT = /E+OD*(?<name>[NnSs]+)/;
/** Matches conflicts that are no events of the world: "merge conflict". */
const OWN_EVENT = /\b(?:merge|version|dependency|scheduling|calendar|naming|type) conflicts?\b/;

/**
 * Finds the fact of the world that a prompt asks for by its form, whatever else it orders: key words ("obama
 * wife"), a fact of something named ("the founding year of Boeing"), a question behind a request ("can you
 * explain what Palantir does?"), an event, or hearsay that is to be checked. Null for text to work on, orders
 * about the user's own things, and what names nothing.
 */
export function judgeWorldNeed(reading: PromptReading): WorldNeed | null {
  const { lower, hits } = reading;
  const fiction = hits.some(({ kind }) => kind === "fiction") && INVENTED.test(lower);
  if (fiction || WORK_ON_TEXT.test(lower)) return null;
  // "Viggo's age was 10 years more than …": with several numbers it is a word problem.
  if ((lower.match(NUMBER)?.length ?? 0) > 1) return null;
  for (const shape of readShapes(reading)) {
    const name = findAskedThing(shape, reading.text);
    if (name !== null) return { name };
  }
  return null;
}

function findAskedThing(shape: Shape, text: string): string | null {
  const { letters, tokens } = shape;
  const first = tokens[0]?.start ?? 0;
  const end = tokens.at(-1)?.end ?? 0;
  const sentence = text.slice(first, end).toLowerCase().replace(/[’ʼ]/g, "'");
  if (OWN_ORDER.test(sentence)) return null;
  const short = tokens.length <= LONGEST_LOWER_CASE;
  for (const pattern of [FACT_OF, FACT_OWNED, NAMED_AND_DONE]) {
    const found = pattern.exec(letters);
    const groups = found?.groups;
    if (groups === undefined || found === null) continue;
    if (groups.small !== undefined && !short) continue;
    return nameAt(found, shape, text);
  }
  const event = OWN_EVENT.test(sentence) ? null : EVENT_AT.exec(letters);
  if (event !== null && short && !letters.includes("M")) return nameAt(event, shape, text);
  return findQueried(shape, sentence, text) ?? findPolitelyAsked(shape, sentence, text);
}

/** "obama wife", "Boeing founded", "i need the headquarters of siemens". */
function findQueried(shape: Shape, sentence: string, text: string): string | null {
  const led = LEAD.exec(sentence)?.[0].length ?? 0;
  const from = shape.tokens.findIndex(({ start }) => start - (shape.tokens[0]?.start ?? 0) >= led);
  if (from === -1) return null;
  const query = shape.tokens.slice(from);
  const letters = shape.letters.slice(from);
  if (query.length > LONGEST_QUERY || !/[NnSs]/.test(letters) || !/[PVE]/.test(letters)) return null;
  // "Price calculator": a small word behind the fact is what it belongs to.
  if (/^[^NSns]*P+n/.test(letters)) return null;
  const plain = query.every(
    ({ word }, at) => /[NnSsPVvE]/.test(letters[at] ?? "") || FILLERS.has(word) || /^\d+$/.test(word),
  );
  // One stretch of strange words is a name; several are words of another kind.
  if (!plain || (letters.match(/n+/g)?.length ?? 0) > 2) return null;
  const found = /[NnSs]+/.exec(letters);
  return found === null ? null : nameAt(found, { letters, tokens: query }, text);
}

/** "Can you explain what Palantir does?", "I heard Tom Lee quit, true?". */
function findPolitelyAsked(shape: Shape, sentence: string, text: string): string | null {
  const rest = text.slice(shape.tokens.at(-1)?.end ?? 0).slice(0, 3);
  const asked = ASKED_POLITELY.exec(sentence)?.[0].length;
  if (asked !== undefined) {
    const from = shape.tokens.findIndex(({ start }) => start - (shape.tokens[0]?.start ?? 0) >= asked);
    const letters = shape.letters.slice(from);
    const found = letters.includes("M") ? null : /[NS]+/.exec(letters);
    const name = found === null ? null : nameAt(found, { letters, tokens: shape.tokens.slice(from) }, text);
    return name === null || PROGRAM_NAME.test(name) ? null : name;
  }
  if (!HEARSAY.test(sentence) || !DOUBTED.test(` ${sentence}${rest}`)) return null;
  const found =
    /[NS]+/.exec(shape.letters) ?? (/[Vv]/.test(shape.letters) ? /[ns]+/.exec(shape.letters) : null);
  return found === null ? null : nameAt(found, shape, text);
}

function nameAt(found: RegExpExecArray, { tokens }: Shape, text: string): string {
  const { groups = {} } = found;
  const letters = groups.name ?? groups.object ?? groups.small ?? found[0];
  const at = found.index + (found[0] === letters ? 0 : found[0].lastIndexOf(letters));
  const first = tokens[at];
  const last = tokens[at + letters.length - 1];
  return text.slice(first?.start ?? 0, last?.end ?? 0).replace(/['’]s?$/, "");
}

/** Reads each sentence of a prompt, without what it quotes. A doubt behind it ("True?") belongs to it. */
function readShapes({ text, tokens, names, people }: PromptReading): Shape[] {
  const quoted = Array.from(text.matchAll(QUOTED), ({ 0: quote, index }) => [index, index + quote.length]);
  const kept = tokens.filter(({ start }) => !quoted.some(([from = 0, to = 0]) => start > from && start < to));
  const startsOf = (mentions: readonly Mention[]) =>
    new Set(mentions.flatMap(({ from, to }) => tokens.slice(from, to).map(({ start }) => start)));
  const isSure = ({ capitals, known }: Mention) => capitals || known;
  const persons = startsOf(people.filter(isSure));
  const strange = startsOf(people.filter((mention) => !isSure(mention)));
  const named = new Set<number>();
  for (const { start, end } of names) {
    const own = tokens.filter((token) => token.start >= start && token.start < end);
    if (isWorldName(own, text)) for (const token of own) named.add(token.start);
  }
  const upper = named.size > 0;
  const sentences: GateToken[][] = [];
  let before: GateToken | undefined;
  for (const token of kept) {
    const gap = before === undefined ? "." : text.slice(before.end, token.start);
    const initial = /^\. ?$/.test(gap) && /^\p{Lu}$/u.test(before?.raw ?? "");
    if (sentences.length === 0 || (!initial && endsSentence(gap, text, token))) sentences.push([]);
    sentences.at(-1)?.push(token);
    before = token;
  }
  return sentences.map((sentence) => ({
    tokens: sentence,
    letters: writeLetters(sentence, { text, persons, named, strange, upper }),
  }));
}

function endsSentence(gap: string, text: string, { start }: GateToken): boolean {
  return /[.!?…\n;:]/.test(gap) && !DOUBTED.test(` ${text.slice(start).toLowerCase()}`);
}

/** Tells whether a name in capitals is one of the world's, not a first name or a program's word. */
function isWorldName(own: readonly GateToken[], text: string): boolean {
  const [first] = own;
  if (first === undefined || /[#@/._-]$/.test(text.slice(0, first.start))) return false;
  if (/\b(?:my|our|your)\s+$/i.test(text.slice(Math.max(0, first.start - 6), first.start))) return false;
  const words = own.map(({ word }) => word.replace(/'s?$/, ""));
  if (words.every((word) => GIVEN_NAMES.has(word))) return false;
  return words.some((word) => EVERYDAY_COMPANIES.has(word) || !(isListedWord(word) || isTerm(word)));
}

/** Tells whether a word is one of software, of requests or of this room's own lists. */
function isTerm(word: string): boolean {
  return SOFTWARE.has(word) || PROGRAMMING.has(word) || opensRequest(word) || PHRASES.has(word);
}

interface NamesOfPrompt {
  text: string;
  persons: ReadonlySet<number>;
  named: ReadonlySet<number>;
  /** Two or more small words in a row that may be a person's name. */
  strange: ReadonlySet<number>;
  /** The prompt writes names with capitals: a small word is not one. */
  upper: boolean;
}

function writeLetters(tokens: readonly GateToken[], names: NamesOfPrompt): string {
  let letters = "";
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    const phrase = names.persons.has(token.start) ? undefined : findPhrase(tokens, at);
    if (phrase !== undefined) {
      letters += phrase[1].repeat(phrase[0].length);
      at += phrase[0].length;
      continue;
    }
    letters += letterOf(token, tokens[at - 1], names);
    at += 1;
  }
  return letters;
}

function findPhrase(
  tokens: readonly GateToken[],
  at: number,
): readonly [readonly string[], string] | undefined {
  return PHRASES.get(tokens[at]?.word ?? "")?.find(([words]) =>
    words.every((word, next) => tokens[at + next]?.word === word),
  );
}

function letterOf(token: GateToken, before: GateToken | undefined, names: NamesOfPrompt): string {
  const { word, raw, start, end } = token;
  const owns = /['’]s?$/.test(raw) || /^['’](?:s\b|\s)/.test(names.text.slice(end, end + 2));
  if (names.named.has(start) || names.persons.has(start)) return owns ? "S" : "N";
  if (QUESTION_WORDS.has(word.replace(/'.*$/, ""))) return "W";
  if (OWN.has(word)) return "M";
  if (CLAUSE_ENDS.has(word)) return "C";
  if (PREPOSITIONS.has(word)) return "O";
  if (ARTICLES.has(word) || DESCRIBING.has(word)) return "D";
  if (names.upper || /[#@/._-]$/.test(names.text.slice(Math.max(0, start - 1), start))) return "x";
  return names.strange.has(start) || couldBeName(word.replace(/'s?$/, ""), before) ? (owns ? "s" : "n") : "x";
}

/** Tells whether a small word may be a name: a strange one that no article stands before. */
function couldBeName(word: string, before: GateToken | undefined): boolean {
  if (!/^\p{L}[\p{L}-]{2,}$/u.test(word) || ARTICLES.has(before?.word ?? "")) return false;
  return !GIVEN_NAMES.has(word) && (EVERYDAY_COMPANIES.has(word) || !(isCommonWord(word) || isTerm(word)));
}
