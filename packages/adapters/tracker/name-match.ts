import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { unreadableAnswer } from "./tracker-client.ts";

/** Maximum number of candidates in a refusal. A look-up requests one more, to know whether there are more. */
const MOST_LISTED = 10;
export const FIRST = MOST_LISTED + 1;

/** A thing in the workspace, with what callers may write for it. */
export interface Candidate {
  /** Omitted if it is only listed. */
  id: string | undefined;
  /** Unique to it: a key, an address, an identifier. */
  unique: string | undefined;
  /** Names that may not be unique. The first is the best known. */
  names: readonly (string | undefined)[];
}

/**
 * Returns the ID of the only candidate that matches an argument. Throws AdapterValidationError with the
 * matches, or with known candidates, if several match or none does. Throws AdapterTransientError if the match
 * may be among the unreadable candidates.
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
 * Returns the best matches of a text; empty if nothing matches. An exact match takes precedence over one that
 * ignores case and spaces, and a unique name over other names.
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

/** Separators in a label within a group: Area/Login, Area: Login. */
export const GROUP_MARK = /\s*[/:>]\s*/g;

/** Normalizes a name: ignores case, spaces, and the separator between group and label. */
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
