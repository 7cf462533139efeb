import type { Language } from "../lexicon/language.ts";
import { findByLetters, findLikelyLanguages, type GateToken, type Hit, type Kind } from "./phrases.ts";
import type { Mention, PromptReading } from "./prompt-reading.ts";

/**
 * Holds what a person is named for. Facts are `asked` for in so many words, or needed because somebody is
 * `named` in a request that is nothing else; an `errand` or `fiction` needs none.
 */
export interface PersonNeed {
  by: "asked" | "named" | "errand" | "fiction";
  /** Null in scripts whose names cannot be told from other words. */
  name: string | null;
  /** True when the name surely is a person's. */
  sure: boolean;
}

/** Holds what else a prompt is, as the other rules see it. */
interface Surroundings {
  code: boolean;
  arithmetic: boolean;
  workspace: boolean;
  /** A text to work on or a role comes along, or the prompt is longer than a request. */
  givenText: boolean;
}

const NO_LETTERS: ReadonlySet<Kind> = new Set();

/**
 * Returns what the people named in a prompt are named for, the need for facts first, whatever else it asks;
 * null when that cannot be told.
 */
export function judgePersonNeed(reading: PromptReading, around: Surroundings): PersonNeed | null {
  const letters = findByLetters(reading.text);
  if (letters !== null && !reading.people.some(({ capitals }) => capitals))
    return judgeWithoutCapitals(letters.kinds, around);
  if (reading.people.length === 0) return null;
  const cues = readCues(reading, letters?.kinds ?? NO_LETTERS);
  const needs = reading.people.flatMap((mention, at): PersonNeed[] => {
    const own = cues[at];
    const by = own === undefined ? null : judgeNeed(mention, own, around);
    return by === null ? [] : [{ by, name: mention.text, sure: mention.capitals || mention.known }];
  });
  return needs.find(({ by }) => by === "asked" || by === "named") ?? needs[0] ?? null;
}

/** Lists what a text says around the people it names, for the learned table. */
export function listPersonCues(reading: PromptReading): Set<string> {
  const cues = new Set<string>();
  for (const own of readCues(reading, NO_LETTERS))
    for (const [cue, isThere] of Object.entries(own)) if (isThere) cues.add(`cue ${cue}`);
  return cues;
}

/** Arabic, Chinese, Japanese and Korean names look like other words: what is asked must tell. */
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

/** Most names of a workspace are those of its parts. */
function judgeUnknownInWorkspace({ capitals }: Mention, cues: Cues): PersonNeed["by"] | null {
  return cues.lifeBeside || (capitals && cues.about && (cues.life || cues.told)) ? "asked" : null;
}

/** A full name in capitals needs facts unless it is named for something else. */
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

/** Two strange words may be anything: they must stand where a name is asked about. */
function judgeUnknownInLowerCase(cues: Cues): PersonNeed["by"] | null {
  if (cues.lifeBeside || cues.plainAbout || cues.nothingElse) return "asked";
  if (cues.about && (cues.told || cues.life || !cues.errand)) return "asked";
  return cues.linked && (cues.toldInPhrase || cues.life || (cues.told && !cues.errand)) ? "asked" : null;
}

/** Holds what a prompt says around one person it names. */
interface Cues {
  /** "Who is X". */
  who: boolean;
  /** "About X", or a few words before: "about the physicist X". */
  about: boolean;
  /**
   * A phrase before the name that two strange words hardly follow unless they are a name: "introducing X".
   */
  plainAbout: boolean;
  /** True when words that tell of a life stand anywhere in the prompt: "achievements". */
  life: boolean;
  /** The same right beside the name: "X's career". */
  lifeBeside: boolean;
  /** A wish to be informed, anywhere in the prompt: "the details". */
  told: boolean;
  /** The same in a phrase, which no errand hands over like "the details": "fill me in". */
  toldInPhrase: boolean;
  /** A question word before the name in its own sentence. */
  asks: boolean;
  /** The name stands behind a preposition or a question word, as names do and other words seldom. */
  linked: boolean;
  /** The sentence is an order like "send" or "schedule". */
  errand: boolean;
  /** Something made up is ordered. */
  fiction: boolean;
  /** The caller speaks of their own matter. */
  ownMatter: boolean;
  /** The prompt is the name and nothing else. */
  nothingElse: boolean;
}

interface Reading {
  text: string;
  tokens: readonly GateToken[];
  hits: readonly Hit[];
  letters: ReadonlySet<Kind>;
  languages: ReadonlySet<Language>;
}

/** One of these in front makes a word of a life the caller's own: "my background". */
const OWN = new Set("my our your this".split(" "));
const AUXILIARY = new Set("is was are were did does do has had have can could will would".split(" "));
const WHO = new Set("who whom wer quien qui chi quem wie".split(" "));
const LINKS = new Set(
  "with of for by from to at meeting what who how when where that did does is was has and on".split(" "),
);
const PLAIN_ABOUT =
  /^(?:about|regarding|concerning|introducing|profiling|hono|celebrat|congratulat|\S+ (?:of|on|by|for|to|with|about)$)/;
/** An order to make something, which "story" and the like turn into fiction. */
const CREATIVE =
  /(?:^|[.!?:\n]\s*|\b(?:please|can you|could you|let's|help me(?: to)?)\s+)(?:write|compose|tell|continue|create|craft|draft|make|generate|give|invent|imagine|pretend|produce|come up|sing|act|role|you are|be|play|do)\b/i;
const OWN_MATTER = /\b(?:i|i'm|i've|i'd|i'll|my|we|our|we're)\b/i;
/** Words that may stand between "about" and a name in capitals. */
const BETWEEN = 3;
/** Limits how far before a name its question word may stand. */
const ASKED_WITHIN = 9;
/** Limits how far into its sentence an order may begin: "can you please send". */
const ERRAND_WITHIN = 4;

/**
 * Reads the cues around each of a prompt's people. `letters`: the lists found in a script that sets no words
 * apart.
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
    about: letters.has("about") || isMatter(mention, reading),
    plainAbout: isPlainMatter(mention, reading),
    lifeBeside: isLifeBeside(mention, reading),
    asks: asksBefore(mention, reading),
    linked: mention.from === 0 || LINKS.has(tokens[mention.from - 1]?.word ?? ""),
    errand: isErrand(mention, reading),
    nothingElse: mention.to - mention.from === tokens.length,
  }));
}

function asksWho({ from, to, capitals, known }: Mention, { tokens, hits, letters }: Reading): boolean {
  if (letters.has("who")) return true;
  const far = capitals ? 1 : 0;
  const beside = hits.some(
    (hit) =>
      hit.kind === "who" &&
      ((hit.to <= from && from - hit.to <= far) || (hit.from === to && hit.language === "tr")),
  );
  if (beside) return true;
  const after = tokens.slice(to, to + 3).map(({ word }) => word);
  // "Explain who X is": in lower case the verb has to show that X is somebody.
  const opens = tokens[from - 1]?.word ?? "";
  if (opens === "why" && /^(?:is|was|would|should|matters)$/.test(after[0] ?? "")) return true;
  if (WHO.has(opens) && (capitals || known || /^(?:is|was|are)$/.test(after[0] ?? ""))) return true;
  return /^(?:who is|who's|whos) (?:this|that|she|he|it)/.test(after.join(" "));
}

function isMatter({ from, capitals }: Mention, { hits }: Reading): boolean {
  return hits.some(({ kind, to }) => kind === "about" && to <= from && from - to <= (capitals ? BETWEEN : 1));
}

function isPlainMatter({ from }: Mention, { hits, tokens }: Reading): boolean {
  return hits.some(({ kind, from: start, to }) => {
    if (kind !== "about" || to !== from) return false;
    const phrase = tokens.slice(start, to).map(({ word }) => word);
    return PLAIN_ABOUT.test(phrase.join(" "));
  });
}

function isLifeBeside(mention: Mention, reading: Reading): boolean {
  return reading.hits.some(
    (hit) =>
      hit.kind === "life" &&
      !isOwn(hit, reading) &&
      (hit.from === mention.to || hit.to === mention.from || hit.to + 1 === mention.from),
  );
}

function isOwn({ from }: Hit, { tokens }: Reading): boolean {
  return OWN.has(tokens[from - 1]?.word ?? "");
}

function asksBefore({ from }: Mention, reading: Reading): boolean {
  const start = findSentenceStart(from, reading);
  if (AUXILIARY.has(reading.tokens[start]?.word ?? "") && from - start <= BETWEEN) return true;
  return reading.hits.some(
    (hit) =>
      hit.kind === "question" && hit.from >= start && hit.from < from && from - hit.from <= ASKED_WITHIN,
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
    // Turkish has its verbs at the end.
    return from - start < ERRAND_WITHIN || to - from > 1 || language === "tr";
  });
}

function isFiction({ text, hits, letters, languages }: Reading): boolean {
  if (letters.has("fiction")) return true;
  const spoken = hits.some(
    ({ kind, language }) => kind === "fiction" && (languages.size === 0 || languages.has(language)),
  );
  if (!spoken || /[?؟]\s*$/.test(text)) return false;
  return !languages.has("en") || CREATIVE.test(text);
}

/** Returns the first token of the sentence that a token is in. */
function findSentenceStart(at: number, { text, tokens }: Reading): number {
  for (let index = at; index > 0; index -= 1) {
    const before = tokens[index - 1];
    const gap = text.slice(before?.end ?? 0, tokens[index]?.start ?? 0);
    const initial = /^\. ?$/.test(gap) && /^\p{Lu}$/u.test(before?.raw ?? "");
    if (!initial && /[.!?。！？\n;:¿¡]/.test(gap)) return index;
  }
  return 0;
}

/** Finds where the sentence that a token is in ends. */
function findSentenceEnd(at: number, { text, tokens }: Reading): number {
  const start = tokens[at]?.end ?? text.length;
  const stop = text.slice(start).search(/[.!?。！？\n](?:\s|$)/);
  return stop === -1 ? text.length : start + stop;
}
