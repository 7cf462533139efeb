import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ReadableItems } from "../answer-fields.ts";
import { unreadableAnswer } from "./tracker-client.ts";

/** Candidates that a refusal lists. A look-up asks for one more, which shows that there are more. */
const MOST_LISTED = 10;
export const FIRST = MOST_LISTED + 1;

/** A thing of the workspace, by what callers may write for it. */
export interface Candidate {
  /** Left out of a thing that is only listed. */
  id?: string | undefined;
  /** Belongs to it alone: a key, an address, an identifier. */
  unique?: string | undefined;
  /** Others may have the same; people know it by the first. */
  names: readonly (string | undefined)[];
}

/** The wording for a reference that is not clear. */
export interface Wording {
  argument: string;
  none: string;
  several: string;
  /** Introduces the list of what there is, or says what to check where nothing is known. */
  there: string;
  check: string;
}

/**
 * Returns the one candidate that a text fits best: letter for letter before regardless of case and spaces,
 * and a unique name before the others. Throws AdapterValidationError that lists what fits, or what there is,
 * when several fit or none. Throws AdapterTransientError when the one that fits may be unreadable.
 */
export function chooseNamed(
  text: string,
  { items, unreadable }: ReadableItems<Candidate>,
  known: readonly Candidate[] | undefined,
  wording: Wording,
): string {
  const [best, ...others] = bestFits(text, items);
  if (best?.id !== undefined && others.length === 0) return best.id;
  const { argument } = wording;
  if (best !== undefined) {
    const nextStep = `Use what is in brackets for the one that is meant: ${list([best, ...others])}.`;
    throw new AdapterValidationError(`${argument}: "${text}" ${wording.several}.`, { nextStep });
  }
  if (unreadable > 0) throw unreadableAnswer();
  const nextStep = known?.length ? `${wording.there}: ${list(known)}.` : wording.check;
  throw new AdapterValidationError(`${argument}: ${wording.none} "${text}".`, { nextStep });
}

/** The candidates that a text fits best, none when it fits none. */
export function bestFits(text: string, candidates: readonly Candidate[]): Candidate[] {
  const wanted = fold(text);
  const fits: ((candidate: Candidate) => boolean)[] = [
    ({ unique }) => unique === text,
    ({ names }) => names.includes(text),
    ({ unique = "" }) => fold(unique) === wanted,
    ({ names }) => names.some((name = "") => fold(name) === wanted),
    // The provider found it by a name that its answer lacks.
    ({ unique, names }) => [unique, ...names].includes(undefined),
  ];
  const first = fits.find((fit) => candidates.some(fit));
  return first ? candidates.filter(first) : [];
}

/** A label within a group is written in several ways: Area/Login, Area: Login. */
export const GROUP_MARK = /\s*[/:>]\s*/g;

/** A name without what people do not mind: case, spaces, and the mark between group and label. */
function fold(name: string): string {
  return name.trim().toLowerCase().replace(GROUP_MARK, "/").replace(/\s+/g, " ");
}

function list(candidates: readonly Candidate[]): string {
  const shown = candidates.slice(0, MOST_LISTED).map(({ unique, names }) => {
    const name = names.find((each) => each !== undefined);
    if (name === undefined) return unique;
    return unique === undefined ? name : `${name} (${unique})`;
  });
  const all = [...new Set(shown)].join(", ");
  return candidates.length > MOST_LISTED ? `${all}, and more` : all;
}
