import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { unreadableAnswer } from "./tracker-client.ts";

/** Candidates that a refusal lists. A look-up asks for one more, which shows that there are more. */
const MOST_LISTED = 10;
export const FIRST = MOST_LISTED + 1;

/** A thing of the workspace, by what callers may write for it. */
export interface Candidate {
  /** Left out of a thing that is only listed. */
  id: string | undefined;
  /** Belongs to it alone: a key, an address, an identifier. */
  unique: string | undefined;
  /** Others may have the same; people know it by the first. */
  names: readonly (string | undefined)[];
}

/**
 * Returns the id of the only candidate that fits the text of an argument. Throws AdapterValidationError that
 * lists what fits, or what is known, when several fit or none. Throws AdapterTransientError when the one that
 * fits may be among the unreadable.
 */
export function chooseFit(
  argument: string,
  text: string,
  { fits, unreadable, known }: { fits: Candidate[]; unreadable: number; known: Candidate[] },
): string {
  const [best, ...others] = fits;
  if (best?.id !== undefined && others.length === 0) return best.id;
  if (best !== undefined)
    throw new AdapterValidationError(`${argument}: "${text}" fits more than one.`, {
      nextStep: `Use what is in brackets for the one that is meant: ${list(fits)}.`,
    });
  if (unreadable > 0) throw unreadableAnswer();
  throw new AdapterValidationError(`${argument}: nothing in the workspace is called "${text}".`, {
    nextStep: known.length > 0 ? `Use one of these: ${list(known)}.` : "Check the name, or use the UUID.",
  });
}

/**
 * The candidates that a text fits best, none when it fits none: letter for letter goes before regardless of
 * case and spaces, and a unique name before the others.
 */
export function bestFits(text: string, candidates: readonly Candidate[]): Candidate[] {
  const wanted = fold(text);
  const fits: ((candidate: Candidate) => boolean)[] = [
    ({ unique }) => unique === text,
    ({ names }) => names.includes(text),
    ({ unique = "" }) => fold(unique) === wanted,
    ({ names }) => names.some((name = "") => fold(name) === wanted),
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
