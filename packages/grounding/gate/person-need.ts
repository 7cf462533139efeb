import type { Language } from "../lexicon/language.ts";
import { findByLetters, findLikelyLanguages, type GateToken, type Hit, type Kind } from "./phrases.ts";
import type { Mention, PromptReading } from "./prompt-reading.ts";

/**
 * Why a prompt mentions a person. `asked`: it asks for facts about the person. `named`: it is a request with
 * only a name, which also needs facts. `errand` and `fiction` need none.
 */
export interface PersonNeed {
  by: "asked" | "named" | "errand" | "fiction";
  /** Null in scripts where names cannot be distinguished from other words. */
  name: string | null;
  /** True if the name certainly belongs to a person. */
  sure: boolean;
}

/** Properties of a prompt that other rules found. */
interface Surroundings {
  code: boolean;
  arithmetic: boolean;
  workspace: boolean;
  /** True if it includes a text to work on or a role, or is longer than a request. */
  givenText: boolean;
}

const NO_LETTERS: ReadonlySet<Kind> = new Set();

/**
 * Returns why a prompt mentions people. If any mention needs facts, returns that one. Returns null if no rule
 * applies.
 */
export function judgePersonNeed(reading: PromptReading, around: Surroundings): PersonNeed | null {
  const letters = findByLetters(reading.text);
  if (letters !== null && !reading.people.some(({ capitals }) => capitals))
    return judgeWithoutCapitals(letters.kinds, around);
  if (reading.people.length === 0) return null;
  const cues = readCues(reading, letters?.kinds ?? NO_LETTERS);
  const needs = reading.people.flatMap((mention, at): PersonNeed[] => {
    const mentionCues = cues[at];
    const by = mentionCues === undefined ? null : judgeNeed(mention, mentionCues, around);
    return by === null ? [] : [{ by, name: mention.text, sure: mention.capitals || mention.known }];
  });
  return needs.find(({ by }) => by === "asked" || by === "named") ?? needs[0] ?? null;
}

/** Returns the cues around the people in a text, as features for the learned table. */
export function listPersonCues(reading: PromptReading): Set<string> {
  const cues = new Set<string>();
  for (const mentionCues of readCues(reading, NO_LETTERS))
    for (const [cue, isThere] of Object.entries(mentionCues)) if (isThere) cues.add(`cue ${cue}`);
  return cues;
}

/**
 * Judges a prompt in Arabic, Chinese, Japanese or Korean, where names look like other words, by what it asks.
 */
function judgeWithoutCapitals(kinds: ReadonlySet<Kind>, around: Surroundings): PersonNeed | null {
  if (around.code || around.arithmetic || around.givenText) return null;
  if (kinds.has("errand")) return { by: "errand", name: null, sure: true };
  if (kinds.has("fiction")) return { by: "fiction", name: null, sure: true };
  const asks = kinds.has("who") || kinds.has("life") || (kinds.has("tell") && kinds.has("about"));
  return asks ? { by: "asked", name: null, sure: true } : null;
}

function judgeNeed(mention: Mention, cues: Cues, around: Surroundings): PersonNeed["by"] | null {
  const { capitals, known } = mention;
  if (cues.who && (known || !around.givenText)) return "asked";
  if (around.arithmetic) return null;
  if (around.code || cues.fiction) {
    if (cues.life && capitals) return "asked";
    return around.code ? null : "fiction";
  }
  if (around.givenText) return cues.lifeBeside && known ? "asked" : null;
  if (around.workspace && !known) return judgeUnknownInWorkspace(mention, cues);
  if (capitals) return judgeInCapitals(mention, cues);
  return known ? judgeKnownInLowerCase(cues) : judgeUnknownInLowerCase(cues);
}

/** In a workspace, most names are those of its parts. */
function judgeUnknownInWorkspace({ capitals }: Mention, cues: Cues): PersonNeed["by"] | null {
  return cues.lifeBeside || (capitals && cues.about && (cues.life || cues.told)) ? "asked" : null;
}

/** A capitalized full name needs facts unless it is part of an errand or of the caller's own matter. */
function judgeInCapitals({ known }: Mention, cues: Cues): PersonNeed["by"] | null {
  if (cues.about || cues.life) return "asked";
  if (cues.errand) return cues.toldInPhrase || cues.asks ? "asked" : "errand";
  if (cues.told || cues.asks) return "asked";
  return cues.ownMatter && !(known && cues.nothingElse) ? null : "named";
}

function judgeKnownInLowerCase(cues: Cues): PersonNeed["by"] | null {
  if (cues.about || cues.life || cues.nothingElse) return "asked";
  if (cues.errand) return cues.toldInPhrase ? "asked" : null;
  return cues.told || cues.asks ? "asked" : null;
}

/** Two unknown lower-case words may be anything, so they count as a name only where one is expected. */
function judgeUnknownInLowerCase(cues: Cues): PersonNeed["by"] | null {
  if (cues.lifeBeside || cues.plainAbout || cues.nothingElse) return "asked";
  if (cues.about && (cues.told || cues.life || !cues.errand)) return "asked";
  return cues.linked && (cues.toldInPhrase || cues.life || (cues.told && !cues.errand)) ? "asked" : null;
}

/** Cues around one person in a prompt. Their names are features of the learned table. */
interface Cues {
  /** "Who is X". */
  who: boolean;
  /** "About X", or with a few words between: "about the physicist X". */
  about: boolean;
  /** A phrase that two unknown words hardly follow unless they are a name: "introducing X". */
  plainAbout: boolean;
  /** True if the prompt contains a biographical word anywhere: "achievements". */
  life: boolean;
  /** A biographical word right next to the name: "X's career". */
  lifeBeside: boolean;
  /** True if the prompt asks to be told something, anywhere: "the details". */
  told: boolean;
  /** The same as a phrase of several words: "fill me in". Excludes "the details". */
  toldInPhrase: boolean;
  /** True if a question word precedes the name in the same sentence. */
  asks: boolean;
  /** True if the name starts the prompt or follows a linking word, such as a preposition. */
  linked: boolean;
  /** True if the sentence requests an action such as "send" or "schedule". */
  errand: boolean;
  /** True if the prompt asks for fiction. */
  fiction: boolean;
  /** True if the caller writes about themselves: "I", "my", "our". */
  ownMatter: boolean;
  /** True if the prompt consists only of the name. */
  nothingElse: boolean;
}

interface Reading {
  text: string;
  tokens: readonly GateToken[];
  hits: readonly Hit[];
  letters: ReadonlySet<Kind>;
  languages: ReadonlySet<Language>;
}

/** A biographical word is the caller's own if one of these precedes it: "my background". */
const POSSESSIVES = new Set("my our your this".split(" "));
const AUXILIARY = new Set("is was are were did does do has had have can could will would".split(" "));
const WHO = new Set("who whom wer quien qui chi quem wie".split(" "));
const LINKS = new Set(
  "with of for by from to at meeting what who how when where that did does is was has and on".split(" "),
);
const PLAIN_ABOUT =
  /^(?:about|regarding|concerning|introducing|profiling|hono|celebrat|congratulat|\S+ (?:of|on|by|for|to|with|about)$)/;
/** Matches a request to create something. Counts as fiction only with a word such as "story". */
const CREATIVE =
  /(?:^|[.!?:\n]\s*|\b(?:please|can you|could you|let's|help me(?: to)?)\s+)(?:write|compose|tell|continue|create|craft|draft|make|generate|give|invent|imagine|pretend|produce|come up|sing|act|role|you are|be|play|do)\b/i;
const OWN_MATTER = /\b(?:i|i'm|i've|i'd|i'll|my|we|our|we're)\b/i;
/** Maximum number of words between "about" and a capitalized name. */
const MAX_WORDS_BETWEEN = 3;
/** Maximum number of words between a question word and the name. */
const MAX_WORDS_AFTER_QUESTION = 9;
/** Maximum number of words before the verb of a request: "can you please send". */
const MAX_WORDS_BEFORE_REQUEST = 4;

/**
 * Returns the cues around each person in a prompt. `letters` are the lists matched in a script without
 * spaces.
 */
function readCues({ text, tokens, hits, people }: PromptReading, letters: ReadonlySet<Kind>): Cues[] {
  const reading: Reading = { text, tokens, hits, letters, languages: findLikelyLanguages(tokens, hits) };
  const has = (kind: Kind) => letters.has(kind) || hits.some((hit) => hit.kind === kind);
  const all = {
    life: letters.has("life") || hits.some((hit) => hit.kind === "life" && !isOwn(hit, reading)),
    told: has("tell"),
    toldInPhrase: hits.some(({ kind, from, to }) => kind === "tell" && to - from > 1),
    fiction: isFiction(reading),
    ownMatter: OWN_MATTER.test(text),
  };
  return people.map((mention) => ({
    ...all,
    who: asksWho(mention, reading),
    about: letters.has("about") || isTopic(mention, reading),
    plainAbout: isPlainTopic(mention, reading),
    lifeBeside: isNextToLifeWord(mention, reading),
    asks: asksBefore(mention, reading),
    linked: mention.from === 0 || LINKS.has(tokens[mention.from - 1]?.word ?? ""),
    errand: isErrand(mention, reading),
    nothingElse: mention.to - mention.from === tokens.length,
  }));
}

function asksWho({ from, to, capitals, known }: Mention, { tokens, hits, letters }: Reading): boolean {
  if (letters.has("who")) return true;
  const maxGap = capitals ? 1 : 0;
  const isAdjacent = hits.some(
    (hit) =>
      hit.kind === "who" &&
      ((hit.to <= from && from - hit.to <= maxGap) || (hit.from === to && hit.language === "tr")),
  );
  if (isAdjacent) return true;
  const after = tokens.slice(to, to + 3).map(({ word }) => word);
  // "Explain who X is": in lower case, the verb must show that X is a person.
  const wordBefore = tokens[from - 1]?.word ?? "";
  if (wordBefore === "why" && /^(?:is|was|would|should|matters)$/.test(after[0] ?? "")) return true;
  if (WHO.has(wordBefore) && (capitals || known || /^(?:is|was|are)$/.test(after[0] ?? ""))) return true;
  return /^(?:who is|who's|whos) (?:this|that|she|he|it)/.test(after.join(" "));
}

function isTopic({ from, capitals }: Mention, { hits }: Reading): boolean {
  return hits.some(
    ({ kind, to }) => kind === "about" && to <= from && from - to <= (capitals ? MAX_WORDS_BETWEEN : 1),
  );
}

function isPlainTopic({ from }: Mention, { hits, tokens }: Reading): boolean {
  return hits.some(({ kind, from: start, to }) => {
    if (kind !== "about" || to !== from) return false;
    const phrase = tokens.slice(start, to).map(({ word }) => word);
    return PLAIN_ABOUT.test(phrase.join(" "));
  });
}

function isNextToLifeWord(mention: Mention, reading: Reading): boolean {
  return reading.hits.some(
    (hit) =>
      hit.kind === "life" &&
      !isOwn(hit, reading) &&
      (hit.from === mention.to || hit.to === mention.from || hit.to + 1 === mention.from),
  );
}

function isOwn({ from }: Hit, { tokens }: Reading): boolean {
  return POSSESSIVES.has(tokens[from - 1]?.word ?? "");
}

function asksBefore({ from }: Mention, reading: Reading): boolean {
  const start = findSentenceStart(from, reading);
  if (AUXILIARY.has(reading.tokens[start]?.word ?? "") && from - start <= MAX_WORDS_BETWEEN) return true;
  return reading.hits.some(
    (hit) =>
      hit.kind === "question" &&
      hit.from >= start &&
      hit.from < from &&
      from - hit.from <= MAX_WORDS_AFTER_QUESTION,
  );
}

function isErrand(mention: Mention, reading: Reading): boolean {
  const { hits, languages, letters, tokens } = reading;
  if (letters.has("errand")) return true;
  const start = findSentenceStart(mention.from, reading);
  const end = findSentenceEnd(mention.to - 1, reading);
  return hits.some(({ kind, language, from, to }) => {
    if (kind !== "errand" || from < start || (tokens[from]?.start ?? end) >= end) return false;
    if (languages.size > 0 ? !languages.has(language) : language !== "en") return false;
    // Turkish verbs come last.
    return from - start < MAX_WORDS_BEFORE_REQUEST || to - from > 1 || language === "tr";
  });
}

function isFiction({ text, hits, letters, languages }: Reading): boolean {
  if (letters.has("fiction")) return true;
  const mentionsFiction = hits.some(
    ({ kind, language }) => kind === "fiction" && (languages.size === 0 || languages.has(language)),
  );
  if (!mentionsFiction || /[?؟]\s*$/.test(text)) return false;
  return !languages.has("en") || CREATIVE.test(text);
}

/** Returns the first token of a token's sentence. */
function findSentenceStart(at: number, { text, tokens }: Reading): number {
  for (let index = at; index > 0; index -= 1) {
    const before = tokens[index - 1];
    const gap = text.slice(before?.end ?? 0, tokens[index]?.start ?? 0);
    const initial = /^\. ?$/.test(gap) && /^\p{Lu}$/u.test(before?.raw ?? "");
    if (!initial && /[.!?。！？\n;:¿¡]/.test(gap)) return index;
  }
  return 0;
}

/** Returns where a token's sentence ends. */
function findSentenceEnd(at: number, { text, tokens }: Reading): number {
  const start = tokens[at]?.end ?? text.length;
  const stop = text.slice(start).search(/[.!?。！？\n](?:\s|$)/);
  return stop === -1 ? text.length : start + stop;
}
