import { isAdverb } from "./light-words.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { type ReadWord, type SentencePart, sentenceParts } from "./sentence-parts.ts";

/**
 * Returns whether a statement combines one part of a sentence with the middle of another and skips that
 * part's subject: "the hall shows drawings" of "the hall shows vases, while the cellar holds drawings".
 * `subject` holds words for the statement's subject, which may be anywhere.
 */
export function mixesClauses(
  said: ReadSentence,
  source: ReadSentence,
  subject: ReadonlySet<string>,
): boolean {
  const parts = listClauses(source);
  if (parts.length < 2) return false;
  const path = tracePath(said, source, { parts, subject });
  const holder = parts.find(({ start, end }) =>
    source.words.some((word) => subject.has(word.word) && word.start >= start && word.end <= end),
  );
  const entered = new Set<SentencePart>();
  let current = holder ?? path[0]?.part;
  for (const { part, word } of path) {
    if (part !== current && current && !isBeforeWhere(word, current)) {
      if (entered.has(part)) return true;
      if (part !== holder && omitsSubject(part, word, { said, source, subject })) return true;
    }
    entered.add(part);
    current = part;
  }
  return false;
}

/** Returns whether a word is right before "where", so that the clause after it is about that place. */
const isBeforeWhere = ({ end }: ReadWord, { joint, start }: SentencePart) =>
  /\bwhere$/.test(joint) && end === start;

/**
 * Matches the words at the start of a part (its joint) that make it a clause and not the next item of a
 * list.
 */
const OPENS_CLAUSE = /;|(?:while|whereas|where|because|although|though|but|before|after)$/;

/**
 * Returns the parts of a sentence that are clauses. A part that only continues a list belongs to the clause
 * before it.
 */
function listClauses(source: ReadSentence): SentencePart[] {
  const clauses: SentencePart[] = [];
  for (const part of sentenceParts(source)) {
    const last = clauses.at(-1);
    if (last === undefined || OPENS_CLAUSE.test(part.joint)) clauses.push(part);
    else clauses[clauses.length - 1] = { ...last, end: part.end };
  }
  return clauses;
}

/** A word of the statement, and where the source has it. */
interface Step {
  part: SentencePart;
  word: ReadWord;
}

/** Returns the words of a statement in order, each with the part of the source that contains it. */
function tracePath(
  said: ReadSentence,
  source: ReadSentence,
  { parts, subject }: { parts: readonly SentencePart[]; subject: ReadonlySet<string> },
): Step[] {
  const path: Step[] = [];
  for (const { stem, stop, word: ours } of said.words) {
    if (stop || subject.has(ours)) continue;
    const steps = source.words.flatMap((word): Step[] => {
      const part =
        word.stem === stem
          ? parts.find(({ start, end }) => word.start >= start && word.end <= end)
          : undefined;
      return part ? [{ part, word }] : [];
    });
    const step = steps.find(({ part }) => part === path.at(-1)?.part) ?? steps[0];
    if (step) path.push(step);
  }
  return path;
}

/**
 * Matches joints after which the first noun is a new subject. After "but" or "before" it may be an object.
 */
const NEW_SUBJECT = /;|\b(?:while|whereas|where|because|although|though)$/;

/**
 * Returns whether the statement omits the subject of a part. That is the case if it lacks several of the
 * words before one of its own words, one that is not right before it, or the first noun after such a joint:
 * "vases" of "while the cellar holds vases" lacks "cellar" and "holds".
 */
function omitsSubject(
  part: SentencePart,
  { start }: ReadWord,
  { said, source, subject }: { said: ReadSentence; source: ReadSentence; subject: ReadonlySet<string> },
): boolean {
  const ahead = source.words.filter((word) => word.start >= part.start && word.end <= start);
  const skipped = ahead.filter(
    ({ stop, stem, word }) => !stop && !said.content.has(stem) && !subject.has(word) && !isAdverb(word),
  );
  const [last] = skipped.slice(-1);
  if (last === undefined) return false;
  return skipped.length > 1 || ahead.at(-1) !== last || NEW_SUBJECT.test(part.joint);
}
