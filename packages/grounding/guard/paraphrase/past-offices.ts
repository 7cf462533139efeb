import type { ReadEvidence, Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { findPredecessors } from "./roles.ts";
import { maySameName, readNameWords } from "./subject.ts";

/** Words for an office, each with its kind. A kind has no other words than these. */
const OFFICES: ReadonlyMap<string, string> = new Map(
  (
    [
      ["chief", "ceo", "ceos", "executive"],
      ["chair", "chairman", "chairwoman", "chairperson", "chairs", "chaired"],
      ["president", "presidents"],
      ["director"],
      ["coach", "coaches", "coached", "manager", "trainer"],
      ["mayor"],
      ["governor", "governs", "governed"],
      ["minister", "chancellor", "premier"],
      ["rector", "dean", "principal", "provost"],
      ["editor", "edits", "edited"],
      ["conductor", "conducts", "conducted"],
      ["treasurer", "secretary", "spokesman", "spokeswoman"],
      ["captain", "commander"],
      ["bishop", "archbishop", "pope"],
      ["king", "queen", "emperor"],
      ["senator", "speaker", "ambassador", "judge", "head", "leader", "owner", "champion"],
    ] as const
  ).flatMap((words) =>
    words.map((word) => [word, words[0] === "senator" || words[0] === "treasurer" ? word : words[0]]),
  ),
);
/** Matches present-tense verbs for holding any office. */
const LEADS = /^(?:leads|runs|heads|chairs|governs|coaches|manages|edits|directs|conducts|rules)$/;
const LED = /^(?:led|run|headed|chaired|governed|coached|managed|edited|directed|conducted|ruled)$/;

const LEFT =
  /\b(?:retired|resign(?:ed|s)|quit|ousted|sacked|fired|dismissed|(?:stepped|steps|stood|stands) down|left (?:the )?(?:office|post|company|firm|club|bank)|was (?:removed|voted out|succeeded|replaced)|formerly|former)\b/i;
const HELD_UNTIL =
  /\bhad (?:been|led|run|headed|chaired|governed|coached|managed|edited|directed|conducted|ruled|served)\b|\b(?:was|were|served|led|ran|headed|chaired|governed|coached|managed|edited|directed)\b[^.;]*?\b(?:until|till|from \d{4} (?:to|until)|between \d{4} and)\b|^Until\b[^.;]*\b(?:was|led|ran|headed)\b/i;
/** The end of someone's time in an office. */
interface Departure {
  name: readonly string[];
  /** Kinds of the offices that the sentence names. Empty if it names no office. */
  offices: ReadonlySet<string>;
  /** The latest year in the sentence. */
  year: number;
}

const known = new WeakMap<ReadEvidence, readonly Departure[]>();

/**
 * Returns whether a sentence says that someone holds an office now, and the evidence says, on any page, that
 * they left it or that someone else took over.
 */
export function holdsPastOffice(
  said: ReadSentence,
  evidence: ReadEvidence,
  meant: readonly string[],
): boolean {
  const claim = presentOffice(said, meant);
  if (claim === undefined) return false;
  const since = /\bsince\b[^.;,]*?(?<year>\d{4})/.exec(said.text)?.groups?.year;
  const departures = known.get(evidence) ?? evidence.sources.flatMap(departuresIn);
  known.set(evidence, departures);
  return departures.some(({ name, offices, year }) => {
    if (!isSamePerson(name, claim.name)) return false;
    if (since !== undefined && year > 0 && Number(since) > year) return false;
    return (
      offices.size === 0 || claim.offices.size === 0 || [...claim.offices].some((one) => offices.has(one))
    );
  });
}

/** Returns whether the last words of the names are the same and the given names do not differ. */
function isSamePerson(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && one.at(-1) === other.at(-1) && maySameName(one, other);
}

const officesIn = ({ words }: ReadSentence): ReadonlySet<string> =>
  new Set(words.flatMap(({ word }) => OFFICES.get(word) ?? []));

/** Returns false, cheaply, for a text that cannot say that someone holds an office now. */
export function mayHoldOffice(text: string): boolean {
  return /\b(?:is|has|have|leads|runs|heads|chairs|governs|coaches|manages|edits|directs|conducts|rules)\b/.test(
    text,
  );
}

interface Claim {
  name: readonly string[];
  offices: ReadonlySet<string>;
}

const NO_OFFICES: ReadonlySet<string> = new Set();

/**
 * Returns the current office in a sentence: "Ruth Adeyemi is the chair of Tesco", "Karl Weiss leads the
 * bank", "Intel is led by Pat Gelsinger".
 */
function presentOffice(said: ReadSentence, meant: readonly string[]): Claim | undefined {
  const { words, text } = said;
  if (!mayHoldOffice(text) || /\b(?:former|formerly|until|was|were|retired|ex)\b/i.test(text))
    return undefined;
  for (const [at, { word }] of words.entries()) {
    const next = words[at + 1]?.word ?? "";
    const isHas = word === "has" || word === "have";
    if (word === "is" || (isHas && next === "been")) return officeBehind(said, at, meant);
    if (LEADS.test(word) || (isHas && LED.test(next)))
      return { name: nameBefore(said, at, meant), offices: NO_OFFICES };
  }
  return undefined;
}

/** Returns the office after "is" or "has been", or the one after "is led by". */
function officeBehind(said: ReadSentence, at: number, meant: readonly string[]): Claim | undefined {
  const behind = said.words.slice(at + 1, at + 6);
  const by = behind.find(({ word }, place) => word === "by" && LED.test(behind[place - 1]?.word ?? ""));
  if (by !== undefined) {
    const doer = said.facts.names.find(({ written, end }) => end - written.length > by.start);
    return doer && { name: readNameWords(doer.written), offices: NO_OFFICES };
  }
  const offices = officesIn(said);
  return offices.size === 0 ? undefined : { name: nameBefore(said, at, meant), offices };
}

/** Returns the name before a verb, including a surname that starts the sentence. */
function nameBefore({ words, facts }: ReadSentence, at: number, meant: readonly string[]): readonly string[] {
  const verb = words[at];
  const before = facts.names.findLast(({ end }) => verb !== undefined && end <= verb.start);
  if (before !== undefined) return readNameWords(before.written);
  const [first] = words;
  return first?.capital && !first.stop ? [first.word] : meant;
}

function departuresIn(source: Source): Departure[] {
  const { read } = source;
  const year = Math.max(
    0,
    ...Array.from(read.text.matchAll(/\b(?:1[5-9]|20)\d{2}\b/g), ([one]) => Number(one)),
  );
  const offices = officesIn(read);
  const gone = findPredecessors(read).map((name) => ({ name, offices, year }));
  const isLeaving = LEFT.test(read.text) && offices.size > 0;
  const isPast = HELD_UNTIL.test(read.text);
  if (!isLeaving && !isPast) return gone;
  const name = leaverIn(source);
  return name === undefined ? gone : [...gone, { name, offices, year }];
}

/** Returns the person who left: the name right before the words for leaving, or otherwise the subject. */
function leaverIn({ read, subject }: Source): readonly string[] | undefined {
  const place = (LEFT.exec(read.text) ?? HELD_UNTIL.exec(read.text))?.index ?? 0;
  const isFormer = /^(?:former|retired)\b/i.test(read.text.slice(place));
  const names = read.facts.names.map(({ written, end }) => ({
    words: readNameWords(written),
    start: end - written.length,
    end,
  }));
  const people = names.filter(
    ({ words }) => words.length > 1 || words.every((word) => subject.words.includes(word)),
  );
  const near = isFormer
    ? people.findLast(({ start }) => start > place && start - place < FORMER_REACH)
    : people.findLast(({ end }) => end <= place);
  if (near !== undefined) return near.words;
  const behind = names.find(({ start }) => start >= place);
  if (/^until\b/i.test(read.text)) return behind?.words;
  return subject.words.length > 0 ? subject.words : undefined;
}

const FORMER_REACH = 60;
